"""A PV system learnt from the power that its meter has recorded."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import pandas as pd

from ._engine import call
from ._errors import in_words
from ._frames import Label, grid_of, numbers, place_of

Unit = Literal["W", "kW", "MW", "Wh", "kWh", "MWh"]
_KILO = {"": 0.001, "k": 1.0, "M": 1000.0}


@dataclass(frozen=True)
class Learning:
    """`system` is the description that `yield_of` takes, None where `refusal` says why nothing is learnt; `expected` is its power
    (kW) under a clear sky; `report` is all of it: clock, findings, health."""

    system: dict[str, Any] | None
    refusal: str | None
    expected: pd.Series | None
    report: dict[str, Any]


def learn(
    power: pd.Series,
    latitude: float,
    longitude: float,
    *,
    unit: Unit,
    altitude: float | None = None,
    label: Label = "left",
) -> Learning:
    """Planes, limit, shade and health of a PV system, from its own meter and without any weather.

    power: AC power at equal steps of up to an hour, of at least 60 days, better a year; NaN is missing
    unit: "W", "kW", "MW", or "Wh", "kWh", "MWh" of each interval
    """
    if not isinstance(power, pd.Series):
        raise TypeError(f"power must be a Series, got {type(power).__name__}")
    if unit not in ("W", "kW", "MW", "Wh", "kWh", "MWh"):
        raise ValueError(f"unit must be W, kW, MW, Wh, kWh or MWh, got {unit!r}")
    grid = grid_of(power.index, label, "power")
    factor = _KILO[unit.split("W")[0]] * (3_600_000 / grid.step if unit.endswith("h") else 1)
    place = place_of(latitude, longitude, altitude)
    asked = {"start": grid.start, "step": grid.step, "count": grid.count, "place": place}
    answer, taken = call("learn", asked, [numbers(power, "power") * factor])
    report = answer["report"]
    refusal, system = report["refusal"], report.get("system")
    expected = None
    if taken:
        expected = pd.Series(
            taken[0], index=grid.index(answer["start"], answer["step"], taken[0].size), name="expected"
        )
    return Learning(system and system["description"], refusal and in_words(refusal["message"]), expected, report)
