"""What the engine refuses, in the words of this package."""

from __future__ import annotations

import re
from typing import Any

_LABELS = {"start": "left", "center": "center", "end": "right"}
# A text of the library, and what stands for it here.
_WORDS: list[tuple[str, str]] = [
    (r"\bpass a timeOffset ([\d.]+ hours?) larger than the one in use", r"move the index \1 back"),
    (r"\bpass a timeOffset ([\d.]+ hours?) smaller than the one in use", r"move the index \1 on"),
    (r"\bpass the timeOffset of the times", "give the index the zone of its times"),
    (r"\bpass dropFlagged to leave", "set flagged rows (check(…).flags) to NaN to leave"),
    (r"\bpass (trustClock|acceptDoubts)\b", r"pass \1=True"),
    (
        r"\b(?:clearTurbidity|computeColumns|yieldOf|yieldSeries|learnSystem|examineWeather|resolveSystem|readWeather|openTerrain|worldYear): ",
        "",
    ),
    (r'\boption "(\w+)"', r"\1"),
    (r"\b(?:options|context|system)\.(?=\w)", ""),
    (r" \(createEngine[^)]*\)|; in a program readPlaneLight .*", ""),
]
_CAMEL = re.compile(r"(?<![\w\"'])[a-z]{2,}(?:[A-Z][a-z0-9]*)+\b")
_SNAKE = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


class EngineError(ValueError):
    """The engine refuses: `kind` is its name of the error, `parameter` the one in question where it names one."""

    def __init__(
        self, message: str, kind: str = "EngineError", code: str | None = None, parameter: str | None = None
    ) -> None:
        super().__init__(message)
        self.kind, self.code, self.parameter = kind, code, parameter


class EngineTypeError(EngineError, TypeError):
    """A value of the wrong kind."""


def fault(
    name: str, message: str, code: str | None = None, parameter: str | None = None, file: str | None = None
) -> EngineError:
    made = EngineTypeError if name == "TypeError" else EngineError
    # The name of a file stays as it is.
    words = file.join(map(in_words, message.split(file))) if file else in_words(message)
    return made(words, name, code, parameter)


def in_words(message: str) -> str:
    """A sentence of the library with the names of this package: `typicalYear` is `typical_year`."""
    message = re.sub(r'\blabel "(start|center|end)"', lambda found: f'label="{_LABELS[found[1]]}"', message)
    for pattern, instead in _WORDS:
        message = re.sub(pattern, instead, message)
    return _CAMEL.sub(lambda found: snake(found[0]), message)


def told(notices: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{**notice, "message": in_words(notice["message"])} for notice in notices]


def snake(name: str) -> str:
    return _SNAKE.sub("_", name).lower()


def camel(name: str) -> str:
    return re.sub(r"_(\w)", lambda found: found[1].upper(), name)
