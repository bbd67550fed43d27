"""What a PV system yields."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pandas as pd

from ._engine import call
from ._errors import told
from ._frames import Label, series_of, table
from ._observe import camel_keys, context_of, frequency_of

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True)
class Yield:
    """A yield: `answer` is all of it, as every door of the engine gives it (kWh, kWh/kWp, kWh/m²)."""

    answer: dict[str, Any]
    series: pd.DataFrame | None

    @property
    def annual(self) -> dict[str, Any] | None:
        """Of twelve months; None where one is not there."""
        annual: dict[str, Any] | None = self.answer["annual"]
        return annual

    @property
    def total(self) -> dict[str, Any]:
        """Of the whole weather."""
        total: dict[str, Any] = self.answer["total"]
        return total

    @property
    def months(self) -> pd.DataFrame:
        return self._table("months", "month").drop(columns="stages", errors="ignore")

    @property
    def years(self) -> pd.DataFrame:
        return self._table("years", "year")

    @property
    def losses(self) -> pd.DataFrame:
        """Stage by stage, from the light on the horizontal to the energy fed in."""
        return self._table("losses", "name")

    @property
    def notices(self) -> list[dict[str, Any]]:
        notices: list[dict[str, Any]] = self.answer["notices"]
        return notices

    def _table(self, name: str, index: str) -> pd.DataFrame:
        rows = self.answer[name]
        return pd.DataFrame(rows).set_index(index) if rows else pd.DataFrame()


def yield_of(
    weather: pd.DataFrame,
    system: dict[str, Any],
    latitude: float,
    longitude: float,
    *,
    altitude: float | None = None,
    label: Label = "left",
    typical_year: bool = False,
    freq: str | None = None,
    horizon: Sequence[float] | None = None,
    examine: bool = True,
    trust_clock: bool = False,
    context: dict[str, Any] | None = None,
    **options: Any,
) -> Yield:
    """Energy of a PV system by month and year, its performance ratio, and its losses stage by stage.

    weather, latitude, longitude, altitude, label, horizon: as of `observe`
    system: such as {"planes": [{"surface_tilt": 30, "surface_azimuth": 180, "kwp": 8}]}, with the keys of the service's JSON
    typical_year: the weather is a typical year, nobody's history
    freq: with it `series` has the power of every interval, such as "1h"
    examine: look at the weather before it is believed: findings are notices, dead light counts as missing
    trust_clock: go on with times that the sun contradicts
    context: options of the chain as `observe` takes them, such as {"linke_turbidity": 3, "albedo": 0.2}
    options: accept_doubts, light_source, uncertainty, horizon_in_light
    Raises EngineError (a ValueError) or TypeError that names what is wrong.
    """
    series, columns, grid, unused = series_of(weather, latitude, longitude, altitude, label)
    plain = context_of(context or {})
    if horizon is not None:
        plain["horizon"] = list(horizon)
    asked = {
        **camel_keys(options),
        **{"series": series, "system": system, "context": plain, "typicalYear": typical_year},
        **{
            "check": examine,
            "trustClock": trust_clock,
            "label": {"left": "start", "right": "end"}.get(label, "center"),
        },
    }
    if freq is not None:
        asked["frequency"] = frequency_of(freq, grid)
    data = ("maps", "equipment") if "name" in repr(system) else ("maps",)
    answer, taken = call("yield", asked, columns, data=data)
    found = answer["answer"]
    found["notices"] = told(unused + found["notices"])
    if freq is None:
        return Yield(found, None)
    power = answer["series"]
    index = grid.index(power["start"], power["interval"] * 1000, len(taken[0]))
    return Yield(found, table(taken, power["names"], index))
