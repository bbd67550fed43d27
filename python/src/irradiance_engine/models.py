"""Models as functions under pvlib's names, which take keywords: columns (numbers, arrays, Series) and options.

A Series in gives a Series or DataFrame out with its index; arrays give arrays; numbers alone give numbers. Several results come as a
DataFrame or a dict. Times are a DatetimeIndex with a time zone. `help(models.erbs)` says what a model takes.
"""

from __future__ import annotations

import difflib
import json
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from ._engine import call
from ._errors import camel, snake
from ._frames import numbers

if TYPE_CHECKING:
    from collections.abc import Callable

_ALIASES = {"get_solarposition": "solar_position"}


@cache
def _table() -> dict[str, dict[str, Any]]:
    text = (Path(__file__).parent / "_bundle" / "models.json").read_text("utf-8")
    return json.loads(text)


def _key(name: str) -> str:
    """One spelling for I_L_ref, i_l_ref and ILRef."""
    return name.replace("_", "").lower()


def __dir__() -> list[str]:
    return sorted([*_table(), *_ALIASES])


def __getattr__(name: str) -> Callable[..., Any]:
    own = _ALIASES.get(name, name)
    if own not in _table():
        close = difflib.get_close_matches(name, _table(), 1)
        raise AttributeError(f"there is no model {name!r}" + (f": is {close[0]!r} meant?" if close else ""))
    return _function(own)


@cache
def _function(name: str) -> Callable[..., Any]:
    model = _table()[name]
    spelt = {_key(one): one for one in [*model["inputs"], *model["optional"], *model["options"]]}
    columns = {*model["inputs"], *model["optional"]}

    def function(**given: Any) -> Any:
        unknown = [one for one in given if _key(one) not in spelt]
        if unknown:
            raise TypeError(f"{name}() has no argument {unknown[0]!r}: it takes {', '.join(map(snake, spelt.values()))}")
        named = {spelt[_key(one)]: value for one, value in given.items() if value is not None}
        missing = [one for one in model["inputs"] if one not in named]
        if missing:
            raise TypeError(f"{name}() needs {', '.join(map(snake, missing))}")
        inputs = {one: value for one, value in named.items() if one in columns}
        options = {one: camel(value) if isinstance(value, str) and one == "model" else value for one, value in named.items() if one not in columns}
        return _computed(model, inputs, options)

    function.__name__ = function.__qualname__ = name
    takes = [f"{kind}: {', '.join(map(snake, model[key]))}" for kind, key in (("columns", "inputs"), ("may be left out", "optional"), ("options", "options")) if model[key]]
    function.__doc__ = "\n".join([model["doc"], "", *takes])
    return function


def _computed(model: dict[str, Any], inputs: dict[str, Any], options: dict[str, Any]) -> Any:
    index = next((one.index if isinstance(one, pd.Series) else one for one in inputs.values() if isinstance(one, (pd.Series, pd.DatetimeIndex))), None)
    arrays, plain, at = [], [], 0
    numbers_: dict[str, Any] = {}
    for name, value in inputs.items():
        if np.ndim(value) == 0 and not isinstance(value, pd.Timestamp):
            numbers_[name] = value
            continue
        column = _column(name, value, index)
        arrays.append(column)
        plain.append({"name": name, "count": column.size, "at": at})
        at += column.size
    asked = {"family": model["family"], "name": model["name"], "inputs": plain, "numbers": numbers_, "options": options}
    answer, taken = call("model", asked, arrays, data=())
    named = {snake(name): values for name, values in zip(answer["names"], taken)}
    isSingle = not arrays
    if isSingle:
        found: dict[str, Any] = {name: values.item() if values.size == 1 else values for name, values in named.items()}
    elif index is not None:
        found = {name: pd.Series(values, index=index, name=name) if values.size == len(index) else values for name, values in named.items()}
    else:
        found = named
    found.update({snake(name): value for name, value in answer["others"].items()})
    if len(found) == 1:
        return next(iter(found.values()))
    if index is not None and all(isinstance(one, pd.Series) for one in found.values()):
        return pd.DataFrame(found)
    return found


def _column(name: str, value: Any, index: Any) -> Any:
    if isinstance(value, pd.Series) and index is not None and not value.index.equals(index):
        raise ValueError(f"{snake(name)} must have the index of the other columns")
    if isinstance(value, pd.Timestamp):
        value = pd.DatetimeIndex([value])
    if isinstance(value, pd.DatetimeIndex):
        if value.tz is None:
            raise TypeError(f"{snake(name)} must have a time zone, got times without one")
        return value.tz_convert("UTC").as_unit("us").asi8 / 1000
    return numbers(value if isinstance(value, pd.Series) else pd.Series(np.asarray(value).ravel()), snake(name))
