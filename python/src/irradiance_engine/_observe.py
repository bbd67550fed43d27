"""Light and power of a plane, interval by interval."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pandas as pd

from ._engine import call
from ._errors import camel, told
from ._frames import Grid, Label, ours, series_of, table, theirs

if TYPE_CHECKING:
    from collections.abc import Sequence

_MINUTES = {1: "1_minute", 5: "5_minutes", 10: "10_minutes", 15: "15_minutes", 30: "30_minutes", 60: "1_hour"}
_PERIODS = {
    "D": "1_day",
    "MS": "1_month",
    "YS": "1_year",
    "ME": "1_month",
    "YE": "1_year",
    "M": "1_month",
    "Y": "1_year",
}
_HOUR = 3_600_000


def observe(
    weather: pd.DataFrame,
    latitude: float,
    longitude: float,
    *,
    altitude: float | None = None,
    surface_tilt: float = 0.0,
    surface_azimuth: float = 180.0,
    tracking_mode: str | None = None,
    parameters: str | Sequence[str] = "all",
    extra: Sequence[str] = (),
    freq: str | None = None,
    label: Label = "left",
    horizon: Sequence[float] | None = None,
    models: dict[str, Any] | None = None,
    **context: Any,
) -> pd.DataFrame:
    """Irradiance and PV output as means over intervals, as `computeColumns` of the library gives them: the same bits.

    weather: columns such as ghi, dni, dhi (W/m²), temp_air (°C), wind_speed (m/s), snow_depth (mm), under pvlib's names or the
        engine's, at equal steps of an index with a time zone; NaN is missing
    latitude, longitude: degrees north and east
    altitude: metres; without it that of a coarse map, with a notice
    surface_tilt, surface_azimuth: degrees; azimuth from north, clockwise
    tracking_mode: "1_axis" for a tracker, which `tracker={"max_angle": 60}` describes
    parameters: "all" or names, such as ["poa_global", "pv_production"]
    extra: more columns, such as ["apparent_zenith", "aoi"]
    freq: "1min", "5min", "10min", "15min", "30min", "1h", or "D", "MS", "YS" for sums of light in the zone of the index; default:
        the weather's own steps
    label: where in its interval a time stands. "instant": a value is that of its time, not a mean
    horizon: 360 elevations of the horizon line in degrees, from north, clockwise
    models: such as {"transposition": "reindl", "decomposition": "erbs_driesse"}
    context: what else `ObservationContext` of the library has: albedo, linke_turbidity, temperature, closure, rows, snow, exact, …

    Returns columns under pvlib's names (ghi, poa_global, …; what it has no name for keeps the engine's: W/m², °C, mm, and W/kWp of
    pv_production), labelled as the weather is. `attrs` has `notices`, `counts` of corrected rows and `meta`.
    Raises EngineError (a ValueError) or TypeError that names what is wrong.
    """
    series, columns, grid, unused = series_of(weather, latitude, longitude, altitude, label)
    frequency = frequency_of(freq, grid)
    query: dict[str, Any] = {
        "lat": series["place"]["latitude"],
        "lon": series["place"]["longitude"],
        "frequency": frequency,
        "parameters": "all" if parameters == "all" else _names(parameters),
        "surface_tilt": surface_tilt,
        "surface_azimuth": surface_azimuth,
        "start": _utc(grid.start),
        "end": _utc(grid.start + grid.count * grid.step),
    }
    if tracking_mode is not None:
        query["tracking_mode"] = tracking_mode
    if horizon is not None:
        query["horizon"] = "auto"
        context["horizon"] = list(horizon)
    is_period = frequency in _PERIODS.values()
    if is_period:
        query["time_zone"] = _zone(grid)
    else:
        context.setdefault("grid_offset", _offset(frequency, grid))
    plain = context_of(context)
    if models is not None:
        plain["models"] = _models(models)
    plain["extra"] = [ours(name) for name in extra]
    answer, taken = call("observe", {"series": series, "query": query, "context": plain}, columns)
    if is_period:
        index = _period_index(answer["edges"], grid)
    else:
        index = grid.index(answer["start"], answer["interval"] * 1000, answer["count"])
    found = table(taken, [theirs(name) for name in answer["names"]], index)
    found.attrs.update(notices=told(unused + answer["notices"]), counts=answer["counts"], meta=answer["meta"])
    return found


def _names(parameters: str | Sequence[str]) -> str:
    names = parameters.replace(" ", "").split(",") if isinstance(parameters, str) else parameters
    return ",".join(ours(name) for name in names)


def frequency_of(freq: str | None, grid: Grid) -> str:
    known = f"one of {', '.join([*_MINUTES.values(), *dict.fromkeys(_PERIODS.values())])} (15min, 1h, D, MS, YS)"
    if freq is None:
        minutes = grid.step / 60_000
        if minutes in _MINUTES:
            return _MINUTES[int(minutes)]
        raise ValueError(f"freq must be given, {known}: the weather's steps of {grid.step / 1000:g} s are none of them")
    if freq in _MINUTES.values() or freq in _PERIODS.values():
        return freq
    if freq in _PERIODS:
        return _PERIODS[freq]
    try:
        minutes = pd.Timedelta(pd.tseries.frequencies.to_offset(freq)).total_seconds() / 60  # type: ignore[arg-type]
    except (TypeError, ValueError):
        minutes = 0
    if minutes in _MINUTES:
        return _MINUTES[int(minutes)]
    raise ValueError(f"freq must be {known}, got {freq!r}")


def _offset(frequency: str, grid: Grid) -> int:
    """Seconds after whole hours of UTC at which intervals begin: with the rows, or with the hours of the zone where they are longer."""
    step = next(60_000 * minutes for minutes, name in _MINUTES.items() if name == frequency)
    if step <= grid.step:
        return int(grid.start % min(step, _HOUR) // 1000)
    ahead = pd.Timestamp(grid.start, unit="ms", tz="UTC").tz_convert(grid.zone).utcoffset()
    return int(-(ahead.total_seconds() if ahead else 0) % (step // 1000))


def _utc(time: float) -> str:
    return pd.Timestamp(int(time), unit="ms").strftime("%Y-%m-%dT%H:%M:%SZ")


def _zone(grid: Grid) -> str:
    """Name or offset of the index's zone."""
    name = getattr(grid.zone, "key", None) or getattr(grid.zone, "zone", None)
    if name is not None:
        return str(name)
    ahead = pd.Timestamp(grid.start, unit="ms", tz="UTC").tz_convert(grid.zone).utcoffset()
    minutes = round((ahead.total_seconds() if ahead else 0) / 60)
    return "UTC" if minutes == 0 else f"{'+' if minutes > 0 else '-'}{abs(minutes) // 60:02d}:{abs(minutes) % 60:02d}"


def _period_index(edges: list[float], grid: Grid) -> pd.DatetimeIndex:
    chosen = edges[1:] if grid.label == "right" else edges[:-1]
    return pd.DatetimeIndex(pd.to_datetime(chosen, unit="ms", utc=True)).tz_convert(grid.zone)


def _models(models: Any) -> dict[str, Any]:
    if not isinstance(models, dict):
        raise TypeError(f'models must be a dict such as {{"transposition": "reindl"}}, got {models!r}')
    return {camel(str(family)): _model(choice) for family, choice in models.items()}


def _model(choice: Any) -> Any:
    """A model by pvlib's name, or {"model": name, "options": {…}}."""
    if isinstance(choice, str):
        return camel(choice)
    if isinstance(choice, dict) and "model" in choice:
        return {"model": _model(choice["model"]), "options": camel_keys(choice.get("options", {}))}
    raise TypeError(f'a model must be a name, or {{"model": name, "options": {{…}}}}, got {choice!r}')


def context_of(context: Any) -> dict[str, Any]:
    """Options of the chain. Raises TypeError for those that would change nothing here, and for what is no dict."""
    if not isinstance(context, dict):
        raise TypeError(f'context must be a dict such as {{"albedo": 0.2}}, got {context!r}')
    idle = next((name for name in ("decimals", "now", "registry", "software") if name in context), None)
    if idle is not None:
        raise TypeError(f"there is no option {idle}: it does nothing in Python")
    return {name: value for name, value in camel_keys(context).items() if value is not None}


def camel_keys(value: Any) -> Any:
    """Options with the names of the library."""
    return {camel(str(key)): camel_keys(item) for key, item in value.items()} if isinstance(value, dict) else value
