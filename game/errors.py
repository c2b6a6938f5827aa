"""InputError: errors that the user caused and can correct, and the display of values in their messages."""

# A longer word is cut in its middle. Smaller: a path loses folders; larger: a number of thousands of digits fills the terminal.
LONGEST_WORD = 400
# The same for an echoed value. Smaller: two different values look the same; larger: the reason after it is not seen.
LONGEST_VALUE = 60


class InputError(ValueError):
    """Bad input. The message is one line: the fault, its place, and a remedy. Very long words in it are cut."""

    def __init__(self, message: object):
        super().__init__(one_line(str(message)))


def one_line(text: str, longest: int = LONGEST_WORD) -> str:
    """The text on one line, with the middle of every very long word left out."""
    return " ".join(cut(word, longest) for word in text.split())


def cut(word: str, longest: int = LONGEST_VALUE) -> str:
    """The word, or its beginning and its end: a long path keeps the name of its file."""
    return word if len(word) <= longest else f"{word[: longest // 2]}...{word[-longest // 4 :]}"


def brief(problem: Exception) -> str:
    """The message of an error on one line, with long echoed values cut."""
    return one_line(str(problem), LONGEST_VALUE)


def shown(value: object) -> str:
    """The value on one line, cut when long."""
    text = " ".join(repr(value).split())
    return text if len(text) <= LONGEST_VALUE else text[: LONGEST_VALUE - 3] + "..."
