"""Shared fixtures of the tests of lessons."""

import pytest

from tests.lesson_pages import page_of


@pytest.fixture
def page(request):
    """The Page of a lesson's name and a number, read when its test begins and not while tests are collected."""
    return page_of(*request.param)
