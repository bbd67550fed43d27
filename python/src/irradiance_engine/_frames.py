"""Tables of pandas as the engine's series, and its columns as tables, under pvlib's names."""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import pandas as pd

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ._engine import Floats

Label = Literal["left", "right", "center", "instant"]

# pvlib's names of what both have; the engine's own names are taken, too.
_SHARED = {
    "ghi": "global_horizontal_irradiance",
    "dni": "direct_normal_irradiance",
    "bhi": "direct_horizontal_irradiance",
    "dhi": "diffuse_horizontal_irradiance",
    "temp_air": "temperature",
}
WEATHER = {
    **_SHARED,
    "temp_dew": "dew_point_temperature",
    **{
        name: name
        for name in (
            "wind_speed snow_depth albedo pressure relative_humidity precipitable_water aerosol_optical_depth "
            "linke_turbidity precipitation snowfall"
        ).split()
    },
}
RESULTS = {
    **_SHARED,
    "poa_global": "global_tilted_irradiance",
    "poa_direct": "direct_tilted_irradiance",
    "poa_diffuse": "diffuse_tilted_irradiance",
    "ghi_clear": "global_clear_sky_irradiance",
    "dni_clear": "clear_sky_dni",
    "dhi_clear": "clear_sky_dhi",
    "aoi": "incidence_angle",
    "dni_extra": "extraterrestrial_normal",
    "airmass_relative": "relative_airmass",
}
_WEATHER_NAMES = set(WEATHER.values())
_SHADED = "_with_shading"
_TO_PVLIB = {ours: theirs for theirs, ours in RESULTS.items()}


def theirs(name: str) -> str:
    """pvlib's name of a result, with or without shading."""
    bare = name.removesuffix(_SHADED)
    return _TO_PVLIB.get(bare, bare) + name[len(bare) :]


def ours(name: str) -> str:
    """The engine's name. Raises TypeError for what is no name."""
    if not isinstance(name, str):
        raise TypeError(f"the name of a result must be a text such as poa_global, got {name!r}")
    bare = name.removesuffix(_SHADED)
    return RESULTS.get(bare, bare) + name[len(bare) :]


@dataclass(frozen=True)
class Grid:
    """Equal intervals: start in Unix ms, step in ms, and where in an interval its label stands."""

    start: int
    step: int
    count: int
    label: Label
    rows: pd.DatetimeIndex

    @property
    def zone(self) -> Any:
        return self.rows.tz

    def index(self, start: float, step: float, count: int) -> pd.DatetimeIndex:
        """Labels of intervals, as those of this grid are set."""
        if (start, step, count) == (self.start, self.step, self.count):
            return self.rows
        share = {"left": 0.0, "right": 1.0}.get(self.label, 0.5)
        first = pd.Timestamp(int(start + share * step), unit="ms", tz="UTC")
        return pd.date_range(first, periods=count, freq=pd.Timedelta(milliseconds=step)).tz_convert(self.zone)


def grid_of(index: pd.Index, label: Label, what: str = "weather") -> Grid:
    """The intervals of an index.

    Raises TypeError for an index without times or without a zone, ValueError for steps that are not equal.
    """
    if label not in ("left", "right", "center", "instant"):
        raise ValueError(f'label must be "left", "right", "center" or "instant", got {label!r}')
    if not isinstance(index, pd.DatetimeIndex):
        raise TypeError(f"{what}.index must be a DatetimeIndex with a time zone, got {type(index).__name__}")
    if index.tz is None:
        raise TypeError(
            f'{what}.index must have a time zone, got times without one: tz_localize("UTC"), or the zone that they are in'
        )
    if index.hasnans:
        raise ValueError(f"{what}.index must have no missing times, got NaT in row {int(np.argmax(index.isna()))}")
    micros = index.tz_convert("UTC").as_unit("us").asi8
    step = _step_of(index, micros, what)
    if step % 1000 or (micros[0] % 1000):
        raise ValueError(f"{what}.index must have whole milliseconds, got {index[0]} and steps of {step} µs")
    back = {"left": 0, "right": step}.get(label, step // 2)
    return Grid(int(micros[0] - back) // 1000, int(step) // 1000, len(index), label, index)


def _step_of(index: pd.DatetimeIndex, micros: Any, what: str) -> int:
    if len(index) == 0:
        raise ValueError(f"{what} must have rows, got none")
    if len(index) == 1:
        if index.freq is None:
            raise ValueError(f"{what} of one row must have a frequency (index.freq): nothing else says how long it is")
        return int(pd.Timedelta(index.freq).total_seconds() * 1e6)  # type: ignore[arg-type]
    steps = np.diff(micros)
    other = np.flatnonzero(steps != steps[0])
    if other.size or steps[0] <= 0:
        row = int(other[0]) if other.size else 0
        raise ValueError(
            f"{what}.index must have equal, rising steps: from {index[row]} to {index[row + 1]} it is "
            f"{pd.Timedelta(int(steps[row]), 'us')}, before {pd.Timedelta(int(steps[0]), 'us')}; "
            "asfreq fills gaps with NaN, and a typical year needs one year (pvlib: coerce_year)"
        )
    return int(steps[0])


def series_of(
    weather: pd.DataFrame, latitude: float, longitude: float, altitude: float | None, label: Label
) -> tuple[dict[str, Any], list[Floats], Grid, list[dict[str, str]]]:
    """Weather as the engine takes it: what it is, its columns, its grid, and a notice of columns that are not used."""
    if not isinstance(weather, pd.DataFrame):
        raise TypeError(
            f"weather must be a DataFrame with columns such as ghi and temp_air, got {type(weather).__name__}"
        )
    grid = grid_of(weather.index, label)
    names: list[str] = []
    columns: list[Floats] = []
    unused: list[str] = []
    for k, column in enumerate(weather.columns):
        name = WEATHER.get(column, column)
        if name not in _WEATHER_NAMES:
            unused.append(str(column))
            continue
        if name in names:
            raise ValueError(f"weather must have each quantity once, got another column of {name}: {column!r}")
        names.append(name)
        columns.append(numbers(weather.iloc[:, k], f"weather[{column!r}]"))
    is_instant = label == "instant"
    series = {
        "start": grid.start + (grid.step // 2 if is_instant else 0),
        "interval": grid.step / 1000,
        "sampling": "instant" if is_instant else "average",
        "names": names,
        "count": grid.count,
        "place": place_of(latitude, longitude, altitude),
    }
    return series, columns, grid, _unused_notice(unused)


def place_of(latitude: float, longitude: float, altitude: float | None) -> dict[str, float]:
    """Raises TypeError, ValueError for what is no place."""
    place = {"latitude": _degrees("latitude", latitude, 90), "longitude": _degrees("longitude", longitude, 180)}
    return place if altitude is None else {**place, "altitude": altitude}


def _degrees(name: str, value: Any, most: int) -> float:
    if not isinstance(value, (int, float, np.number)) or isinstance(value, bool):
        raise TypeError(f"{name} must be a number of degrees, got {value!r}")
    degrees = float(value)
    if not abs(degrees) <= most:
        raise ValueError(f"{name} must be from -{most} to {most} degrees, got {value}")
    return degrees


def _unused_notice(unused: Sequence[str]) -> list[dict[str, str]]:
    if not unused:
        return []
    message = f"columns whose names are no quantity of weather are not used: {', '.join(map(_with_idea, unused))}"
    return [{"code": "unused-columns", "message": message}]


def _with_idea(name: str) -> str:
    meant = difflib.get_close_matches(name.lower(), WEATHER, 1, 0.8)
    return f"{name} (is {meant[0]} meant?)" if meant else name


def numbers(column: Any, what: str) -> Floats:
    """A column as floats, NaN where a value is missing. Raises TypeError for other things than numbers."""
    try:
        values = column.to_numpy(dtype="<f8", na_value=np.nan)
    except (TypeError, ValueError) as cause:
        raise TypeError(f"{what} must have numbers, got {column.dtype}: {cause}") from cause
    if column.dtype.kind in "mMc":
        raise TypeError(f"{what} must have numbers, got {column.dtype}")
    return np.ascontiguousarray(values)


def table(columns: Sequence[Floats], names: Sequence[str], index: pd.Index) -> pd.DataFrame:
    """Columns as one block: those of an answer lie one after the other already."""
    base = columns[0].base if columns else None
    if isinstance(base, np.ndarray) and base.size == len(columns) * len(index):
        block = base.reshape(len(columns), -1)
    else:
        block = np.array(columns).reshape(len(columns), len(index))
    return pd.DataFrame(block.T, index=index, columns=list(names), copy=False)
