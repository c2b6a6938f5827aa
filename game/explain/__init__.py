"""A tick as a page: pictures, words and numbers of every iteration in one file that needs no other."""

from .page import write_page

__all__ = ["write_page"]
