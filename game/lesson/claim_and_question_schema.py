"""The TOML tables of a page's claims and questions.

Each table has fixed keys, such as `name` or `ask`, and names a measure. All other keys are arguments of the measure.
"""

import re
from typing import Annotated, Any

from ..core.input_errors import InputError
from ..core.value_rules import ListOf, Number, TableOf, Text, Whole, call_checked, nearest, parameters, refusal
from ..level.case_table import MOST_TICKS
from .course import MEASURES
from .lesson import Answer, Claim, Question

BOUND = Number(-1e9, 1e9)


class FigureRule:
    """The schema of a claimed number: a string such as "1.18", whose decimals say how exact the claim is."""

    def __str__(self) -> str:
        return 'a number in quotes, such as "1.18"'

    def check(self, value: Any, where: str) -> str:
        """Return `value`, a number in quotes.

        Raise InputError, which names the value's place in the file (`where`), for any other value.
        """
        if not isinstance(value, str) or not re.fullmatch(r"-?\d+(\.\d+)?", value):
            raise refusal(value, where, self)
        return value


def answer_table(text: Text, low: Annotated[float, BOUND] = -1e9, high: Annotated[float, BOUND] = 1e9) -> Answer:
    """Return the Answer of a TOML table with these keys. The answer is right if low <= measurement < high."""
    return Answer(text, low, high)


def claim_head(name: Text, figure: Annotated[str, FigureRule()]) -> dict:
    """Return {key: value} of the keys of a claim's table that do not belong to its measure."""
    return {"name": name, "figure": figure}


def question_head(
    ask: Text,
    answers: Annotated[tuple, ListOf(TableOf(answer_table), least=2)],
    right: Annotated[int, Whole(1, 4)],
    because: Text,
    ask_at: Annotated[int, Whole(1, MOST_TICKS)] = 1,
) -> dict:
    """Return {key: value} of the keys of a question's table that do not belong to its measure.

    The class Question explains the keys.
    `right` is the number of an answer, from 1 in the table and from 0 in the result.
    Raises ValueError if the number of answers is not 2, 3 or 4, or if `right` is larger than this number.
    """
    if not 2 <= len(answers) <= 4 or right > len(answers):
        raise ValueError(f"a question has two to four answers, of which `right` is one; not {len(answers)} and {right}")
    return {"ask": ask, "answers": answers, "right": right - 1, "because": because, "ask_at": ask_at}


class ClaimRule:
    """The schema of a claim's TOML table, which becomes a Claim."""

    def __str__(self) -> str:
        return "a table of name, figure, measure and the measure's own keys"

    def check(self, value: Any, where: str) -> Claim:
        """Return the Claim of a table `value`.

        Raise InputError, which names the table's place in the file (`where`), if the table is invalid.
        """
        head, measure = with_measure(claim_head, value, where, self)
        return Claim(measure=measure, **head)


class QuestionRule:
    """The schema of a question's TOML table, which becomes a Question."""

    def __str__(self) -> str:
        return "a table of ask, answers, right, because, ask_at, measure and the measure's own keys"

    def check(self, value: Any, where: str) -> Question:
        """Return the Question of a table `value`.

        Raise InputError, which names the table's place in the file (`where`), if the table is invalid.
        """
        head, measure = with_measure(question_head, value, where, self)
        return Question(measure=measure, **head)


def with_measure(head: Any, value: Any, where: str, rule: Any) -> tuple[dict, Any]:
    """Read a table that names a measure. Return (result of `head`, measure built from the keys that `head` does not take).

    The measure is a function of a Run that returns a number.
    head: function whose parameters are the keys that do not belong to the measure
    value: the table, as TOML gives it
    where: the table's place in the file, for errors
    rule: schema of the whole table, named in the error if `value` is not a table
    Raises InputError if there is no such measure, or a key is unknown, missing or out of its limits.
    """
    if not isinstance(value, dict):
        raise refusal(value, where, rule)
    name = value.get("measure")
    if not isinstance(name, str) or name not in MEASURES:
        raise InputError(f"{where}: measure = {name!r} does not exist{nearest(name, MEASURES)}; there are {', '.join(MEASURES)}")
    common = parameters(head)
    own = {key: part for key, part in value.items() if key not in common and key != "measure"}
    measure = call_checked(MEASURES[name], own, f"{where}: measure {name}")
    return call_checked(head, {key: part for key, part in value.items() if key in common}, where), measure
