"""An answer of /v1/forecast/pv, checked once, and what it says of moments, hours and days; without Home Assistant."""

from __future__ import annotations

import math
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import pairwise
from typing import Any

HOUR = timedelta(hours=1)


@dataclass(frozen=True)
class Row:
    """The mean AC power (W) of a step; None where nobody knows it."""

    start: datetime
    end: datetime
    power: float | None


@dataclass(frozen=True)
class Day:
    """Energies in kWh, from midnight to midnight; None where too little is known. Nine days of ten exceed `p10`."""

    start: datetime
    end: datetime
    energy: float | None
    p10: float | None
    p90: float | None


@dataclass(frozen=True)
class Forecast:
    """Power by steps and days of the zone that was asked for."""

    issued: datetime
    rows: tuple[Row, ...]
    days: dict[date, Day]
    synthetic: bool
    sources: tuple[str, ...]
    notices: tuple[tuple[str, str], ...]

    @classmethod
    def read(cls, answer: dict[str, Any]) -> Forecast:
        """Raises ValueError, which says what is wrong, for anything but a forecast."""
        try:
            return cls(
                issued=_time(answer["issued"]),
                rows=_rows(answer["start_times"], answer["end_times"], answer["values"]["ac_power"]),
                days={date.fromisoformat(day["date"]): _day(day) for day in answer["days"]},
                synthetic=_yes_or_no(answer["meta"]["weather"]["synthetic"]),
                sources=tuple(f"{one['source']}/{one['dataset']}" for one in answer["meta"]["weather"]["sources"]),
                notices=tuple((str(one["code"]), str(one["message"])) for one in answer["notices"]),
            )
        except (KeyError, TypeError, AttributeError) as error:
            raise ValueError(f"the answer has another form than a forecast: {error!r}") from error

    def power_at(self, moment: datetime) -> float | None:
        """W, the mean of the step that the moment is in."""
        return next((row.power for row in self.rows if row.start <= moment < row.end), None)

    def remaining(self, day: Day, now: datetime) -> float | None:
        """kWh from now to the end of the day. A step without a value counts nothing, as in the energy of the day."""
        shares = [(max(timedelta(), min(row.end, day.end) - max(row.start, now)), row.power) for row in self.rows]
        if day.energy is None or sum((share for share, _ in shares), timedelta()) != day.end - now:
            return None
        return sum((power or 0.0) / 1000 * (share / HOUR) for share, power in shares)

    def peak(self, day: Day) -> datetime | None:
        """When the step of the day's highest power begins; None if the day is dark, or too little of it is known."""
        rows = [row for row in self.rows if day.start <= row.start < day.end]
        best = max(rows, key=lambda row: row.power or 0.0, default=None)
        return best.start if day.energy is not None and best is not None and best.power else None

    def wh_hours(self) -> dict[str, float]:
        """Wh by the start of each hour, with its offset. An hour that is not wholly known is left out."""
        hours: dict[datetime, float | None] = {}
        for row in self.rows:
            hour = row.start.replace(minute=0, second=0, microsecond=0)
            before = hours.get(hour, 0.0)
            known = before is not None and row.power is not None
            hours[hour] = before + row.power * ((row.end - row.start) / HOUR) if known else None
        first, last = self.rows[0].start, self.rows[-1].end
        return {
            hour.isoformat(): energy
            for hour, energy in hours.items()
            if energy is not None and first <= hour and hour + HOUR <= last
        }


def _rows(starts: list[str], ends: list[str], powers: list[Any]) -> tuple[Row, ...]:
    rows = tuple(
        Row(_time(start), _time(end), _number(power)) for start, end, power in zip(starts, ends, powers, strict=True)
    )
    if not rows:
        raise ValueError("the forecast has no rows")
    bounds = [bound for row in rows for bound in (row.start, row.end)]
    if any(later < earlier for earlier, later in pairwise(bounds)) or any(row.start == row.end for row in rows):
        raise ValueError("the rows of the forecast are not in the order of time")
    return rows


def _day(day: dict[str, Any]) -> Day:
    bands = day["quantiles"] or {}
    energy, p10, p90 = (_number(value) for value in (day["energy"], bands.get("p10"), bands.get("p90")))
    return Day(_time(day["start"]), _time(day["end"]), energy, p10, p90)


def _time(text: str) -> datetime:
    time = datetime.fromisoformat(text)
    if time.tzinfo is None:
        raise ValueError(f"a time of the forecast has no offset: {text!r}")
    return time


def _number(value: Any) -> float | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        raise ValueError(f"the forecast has {value!r} for a number")
    return float(value)


def _yes_or_no(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError(f"the forecast does not say whether its weather is synthetic: {value!r}")
    return value
