"""Weather looked at before it is believed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from ._engine import call
from ._errors import EngineError, in_words
from ._frames import Label, series_of


@dataclass(frozen=True)
class Examination:
    """What was found: `verdict` is "fine", "look" or "unusable"; `flags` has a column of booleans for each finding of rows."""

    verdict: str
    findings: list[dict[str, Any]]
    flags: pd.DataFrame
    answer: dict[str, Any]

    @property
    def months(self) -> pd.DataFrame:
        """Light, clear-sky light (kWh/m²), and shares missing and lost."""
        return pd.DataFrame(self.answer["months"]).set_index(["year", "month"])


def check(
    weather: pd.DataFrame,
    latitude: float,
    longitude: float,
    *,
    altitude: float | None = None,
    label: Label = "left",
    typical_year: bool = False,
) -> Examination:
    """Clock, values and components of weather, held against the sun and the climate of the place.

    Arguments as of `observe`. Raises EngineError where nothing can be looked at: no light, or steps longer than three hours.
    """
    series, columns, _, _ = series_of(weather, latitude, longitude, altitude, label)
    side = {"left": "start", "right": "end"}.get(label, "center")
    answer, taken = call("check", {"series": series, "label": side, "typicalYear": typical_year}, columns)
    found = answer["examination"]
    if found is None:
        raise EngineError("weather cannot be examined: it has no light, or steps longer than three hours")
    for finding in found["findings"]:
        finding.update(message=in_words(finding["message"]), remedy=in_words(finding["remedy"]))
    bits = taken[0].astype(np.uint32)
    of_rows = {code: (bits >> k & 1).astype(bool) for k, code in enumerate(answer["codes"]) if (bits >> k & 1).any()}
    return Examination(found["verdict"], found["findings"], pd.DataFrame(of_rows, index=weather.index), found)
