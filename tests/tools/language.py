"""The language of docstrings, comments, levels and READMEs, as far as rules can judge it: short sentences, plain words.

    python -m tests.tools.language

It prints a line for each fault, and its exit code is 1 if there is any.
"""

import ast
import re
import sys
from collections import defaultdict
from math import inf
from pathlib import Path

from tests.sources import sources

ROOT = Path(__file__).resolve().parents[2]
MOST_WORDS = 25  # of a sentence. Fewer: a list of three values needs two sentences; more: it is read twice
BANNED = (
    "he him his himself she her who whom whoever whomever somebody nobody everybody anybody someone anyone everyone told tell "
    "tells whither whence thither hither hence anew aslant thereby whereby wherein therein thereof beforehand mishap"
).split()
BANNED_PHRASE = re.compile(r"\b(?:inside of|to and fro|let go|let alone|the way of|on the way to|by and by|of old)\b")
OPENINGS = "what where when which whether why how that".split()
CLAUSES = "where when while until unless once although though because since whenever wherever".split()
# Code, examples and lists in brackets
IGNORED = re.compile(r"`[^`]*`|\"[^\"]*\"|https?://\S+|\b\w+\([^)]*\)|\([^)]*\)|\[[^\]]*\]")


def texts_of(source):
    """[(line, is docstring, text)] of all docstrings and comments. Comments on consecutive lines are one text."""
    found, strings = [], []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.JoinedStr) or isinstance(node, ast.Constant) and isinstance(node.value, str | bytes):
            strings.append((node.lineno, node.col_offset, node.end_lineno, node.end_col_offset))
        elif isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and node.body:
            text = ast.get_docstring(node)
            if text:
                found.append((node.body[0].lineno, True, text))
    return found + comments_of(source, strings)


def comments_of(source, strings):
    """[(line, False, text)] of all comments.

    strings: (first line, column, last line, column) of all strings, with columns in bytes
    """
    found, last, of_line = [], (-1, -1), defaultdict(list)
    for first, start, end, stop in strings:
        for line in range(first, end + 1):
            of_line[line].append((start if line == first else 0, stop if line == end else inf))
    for line, text in enumerate(source.split("\n"), 1):
        if "#" not in text:
            continue
        content = text.encode()
        places = (match.start() for match in re.finditer(b"#", content))
        column = next((x for x in places if not any(start <= x < stop for start, stop in of_line[line])), None)
        if column is None:
            continue
        words, column = content[column:].decode().rstrip().lstrip("# "), len(content[:column].decode())
        if last == (line - 1, column):
            found[-1] = (*found[-1][:2], f"{found[-1][2]} {words}")
        else:
            found.append((line, False, words))
        last = line, column
    return found


def sentences_of(text):
    """The sentences of a text without its tables. Paragraphs, list items and parameters are sentences of their own."""
    text = "\n".join(line for line in text.split("\n") if not line.startswith("|"))
    parts = re.split(r"\n\s*\n|\n(?=[\w.*-]+(?:, [\w*]+)*(?::|  )|[A-Z][a-z]+ )", text)
    return [piece for part in parts for piece in re.split(r"(?<=[.!?])\s+|;\s+|(?<=\w):\s+", " ".join(part.split())) if piece]


def word_count(sentence):
    return len(re.findall(r"[A-Za-z][\w'-]*", IGNORED.sub(" x ", sentence)))


def is_clause_first(sentence):
    """True if a subordinate clause opens the sentence."""
    return re.split(r"\W", sentence, maxsplit=1)[0] in [word.capitalize() for word in CLAUSES]


def faults_of(source):
    """[(line, fault, sentence)] of a source text."""
    found = []
    for line, is_docstring, text in texts_of(source):
        plain = IGNORED.sub(" ", text)
        words = set(re.findall(r"[a-z]+", plain.lower()))
        found += [(line, f'"{word}"', text) for word in BANNED if word in words]
        found += [(line, f'"{phrase}"', text) for phrase in BANNED_PHRASE.findall(plain.lower())]
        sentences = sentences_of(text)
        found += [(line, "too long", sentence) for sentence in sentences if word_count(sentence) > MOST_WORDS]
        found += [(line, "clause first", sentence) for sentence in sentences if is_clause_first(sentence)]
        opening = re.match(r"[A-Za-z]+", text)
        if is_docstring and (text.split("\n")[0].endswith("?") or (opening and opening[0].lower() in OPENINGS)):
            found.append((line, "opening", text))
    return found


def faults_of_words(text):
    """The banned words of a text that players read, without code and targets of links."""
    words = re.findall(r"[a-z]+", re.sub(r"`[^`]*`|\]\([^)]*\)", "", text).lower())
    return sorted(set(words) & set(BANNED))


def main():
    found = []
    for path in [path for top in ("game", "tests") for path in sources(ROOT / top) if path != Path(__file__)]:
        text, name = path.read_text(encoding="utf-8"), path.relative_to(ROOT).as_posix()
        found += [f"{name}:{line}: {fault}: {sentence}" for line, fault, sentence in faults_of(text)]
        tests = [test for test in re.findall(r"def (test_\w+)", text) if set(test.split("_")) & set(BANNED)]
        found += [f"{name}: the name of a test: {test}" for test in tests]
    readmes = [ROOT / "README.md", *ROOT.glob("game/**/README.md"), *ROOT.glob("levels/**/README.md")]
    for path in [*readmes, *ROOT.glob("levels/**/*.toml")]:
        words = faults_of_words(path.read_text(encoding="utf-8"))
        found += [f'{path.relative_to(ROOT).as_posix()}: "{word}"' for word in words]
    print(*found, sep="\n", end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
