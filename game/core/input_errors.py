"""InputError for errors that the user caused and can correct, and the display of values in its messages."""

import re

# Python's words for a whole number of too many digits, with advice for a programmer.
TOO_MANY_DIGITS = re.compile(r"Exceeds the limit \((\d+)[^)]*\) for integer string conversion.*?(increase the limit|$)")
# Python's words for a text that is not the number that it should be.
NO_NUMBER = re.compile(r"(?:could not convert string to float|invalid literal for (int)\(\) with base 10): b?('.*')")
# A longer word is cut in its middle. Smaller: a path loses folders; larger: a number of thousands of digits fills the terminal.
LONGEST_WORD = 400
# The same for an echoed value. Smaller: two different values look the same; larger: the reason after it is not seen.
LONGEST_VALUE = 60


class InputError(ValueError):
    """The error for bad input. The message is one line with the fault, its place and a remedy. Very long words are cut."""

    def __init__(self, message: object):
        super().__init__(one_line(str(message)))


def one_line(text: str, longest: int = LONGEST_WORD) -> str:
    """Return the text on one line. The middle of words with more than `longest` letters is left out."""
    text = TOO_MANY_DIGITS.sub(r"a whole number has more than \1 digits", text)
    return " ".join(cut(word, longest) for word in text.split())


def cut(word: str, longest: int = LONGEST_VALUE) -> str:
    """Return a word, or its beginning and end if it has more than `longest` letters, so a path keeps the file's name."""
    return word if len(word) <= longest else f"{word[: longest // 2]}...{word[-longest // 4 :]}"


def counted(count: int, noun: str) -> str:
    """Return a number with a noun that is given in the singular, such as "1 tick" or "2 ticks"."""
    return f"{count} {noun}{'' if count == 1 else 's'}"


def brief(problem: Exception) -> str:
    """Return the message of an error on one line, with long values shortened."""
    words = NO_NUMBER.sub(lambda found: f"{found[2]} is not a {'whole ' if found[1] else ''}number", str(problem))
    return one_line(words, LONGEST_VALUE)


def shown(value: object) -> str:
    """Return the repr of a value on one line. A text longer than LONGEST_VALUE is cut at its end."""
    text = " ".join(repr(value).split())
    return text if len(text) <= LONGEST_VALUE else text[: LONGEST_VALUE - 3] + "..."
