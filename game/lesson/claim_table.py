"""The claims and questions of a page: tables that name a measure. Their other keys are the parameters of the measure."""

import re
from typing import Annotated, Any

from game.errors import InputError
from game.level.file.case_table import MOST_TICKS
from game.level.schema import ListOf, Number, TableOf, Text, Whole, call_checked, nearest, parameters, refusal

from .lesson import Answer, Claim, Question
from .measures import MEASURES

BOUND = Number(-1e9, 1e9)


class FigureRule:
    """A number in quotes, as written in the text: its digits say how exact the claim is."""

    def __str__(self) -> str:
        return 'a number in quotes, such as "1.18"'

    def check(self, value: Any, where: str) -> str:
        if not isinstance(value, str) or not re.fullmatch(r"-?\d+(\.\d+)?", value):
            raise refusal(value, where, self)
        return value


def answer_table(text: Text, low: Annotated[float, BOUND] = -1e9, high: Annotated[float, BOUND] = 1e9) -> Answer:
    return Answer(text, low, high)


def claim_head(name: Text, figure: Annotated[str, FigureRule()]) -> dict:
    return {"name": name, "figure": figure}


def question_head(
    ask: Text,
    answers: Annotated[tuple, ListOf(TableOf(answer_table), least=2)],
    right: Annotated[int, Whole(1, 4)],
    because: Text,
    ask_at: Annotated[int, Whole(1, MOST_TICKS)] = 1,
) -> dict:
    """Check the keys of a question that are not its measure's; return them by name. right: number of the right answer, from 1"""
    if not 2 <= len(answers) <= 4 or right > len(answers):
        raise ValueError(f"a question has two to four answers, of which `right` is one; not {len(answers)} and {right}")
    return {"ask": ask, "answers": answers, "right": right - 1, "because": because, "ask_at": ask_at}


class ClaimRule:
    """A table that becomes a Claim."""

    def __str__(self) -> str:
        return "a table of name, figure, measure and the measure's own keys"

    def check(self, value: Any, where: str) -> Claim:
        head, measure = with_measure(claim_head, value, where, self)
        return Claim(measure=measure, **head)


class QuestionRule:
    """A table that becomes a Question."""

    def __str__(self) -> str:
        return "a table of ask, answers, right, because, ask_at, measure and the measure's own keys"

    def check(self, value: Any, where: str) -> Question:
        head, measure = with_measure(question_head, value, where, self)
        return Question(measure=measure, **head)


def with_measure(head: Any, value: Any, where: str, rule: Any) -> tuple[dict, Any]:
    """Read a table that names a measure. Returns (what `head` makes of its own keys, the measure made of the other keys)."""
    if not isinstance(value, dict):
        raise refusal(value, where, rule)
    name = value.get("measure")
    if not isinstance(name, str) or name not in MEASURES:
        raise InputError(f"{where}: measure = {name!r} does not exist{nearest(name, MEASURES)}; there are {', '.join(MEASURES)}")
    common = parameters(head)
    own = {key: part for key, part in value.items() if key not in common and key != "measure"}
    measure = call_checked(MEASURES[name], own, f"{where}: measure {name}")
    return call_checked(head, {key: part for key, part in value.items() if key in common}, where), measure
