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
from ._errors import snake
from ._frames import numbers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

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
    inputs = {*model["inputs"], *model["optional"]}
    spelt = {_key(one): one for one in [*model["inputs"], *model["optional"], *model["options"]]}

    def function(**given: Any) -> Any:
        unknown = [one for one in given if _key(one) not in spelt]
        if unknown:
            raise TypeError(f"{name}() has no argument {unknown[0]!r}: it takes {_listed(spelt.values())}")
        named = {spelt[_key(one)]: value for one, value in given.items() if value is not None}
        missing = [one for one in model["inputs"] if one not in named]
        if missing:
            raise TypeError(f"{name}() needs {_listed(missing)}")
        columns = {one: value for one, value in named.items() if one in inputs}
        return _computed(model, columns, {one: value for one, value in named.items() if one not in inputs})

    function.__name__ = function.__qualname__ = name
    kinds = {"columns": "inputs", "may be left out": "optional", "options": "options"}
    takes = [f"{kind}: {_listed(model[key])}" for kind, key in kinds.items() if model[key]]
    function.__doc__ = "\n".join([model["doc"], "", *takes])
    return function


def _listed(names: Iterable[str]) -> str:
    return ", ".join(map(snake, names))


def _computed(model: dict[str, Any], columns: dict[str, Any], options: dict[str, Any]) -> Any:
    index = next((found for found in map(_index_of, columns.values()) if found is not None), None)
    numbers_ = {
        name: value for name, value in columns.items() if np.ndim(value) == 0 and not isinstance(value, pd.Timestamp)
    }
    arrays = {name: _column(name, value, index) for name, value in columns.items() if name not in numbers_}
    ends = np.cumsum([column.size for column in arrays.values()]).tolist()
    inputs = [
        {"name": name, "count": column.size, "at": end - column.size}
        for (name, column), end in zip(arrays.items(), ends, strict=True)
    ]
    asked = {
        "family": model["family"],
        "name": model["name"],
        "inputs": inputs,
        "numbers": numbers_,
        "options": options,
    }
    answer, taken = call("model", asked, list(arrays.values()), ())
    found = {
        snake(name): _shaped(snake(name), values, index, not arrays)
        for name, values in zip(answer["names"], taken, strict=True)
    }
    found.update({snake(name): value for name, value in answer["others"].items()})
    if len(found) == 1:
        return next(iter(found.values()))
    return pd.DataFrame(found) if all(isinstance(one, pd.Series) for one in found.values()) else found


def _index_of(value: Any) -> pd.Index | None:
    return value.index if isinstance(value, pd.Series) else value if isinstance(value, pd.DatetimeIndex) else None


def _shaped(name: str, values: Any, index: pd.Index | None, is_number: bool) -> Any:
    if is_number and values.size == 1:
        return values.item()
    return pd.Series(values, index=index, name=name) if index is not None and values.size == len(index) else values


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
