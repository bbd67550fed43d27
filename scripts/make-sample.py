"""Makes the embedded sample weather and the fixtures of the TMY3 reader from the two TMY3 files in pvlib's wheel.

Run with the packages of fixtures/weather/requirements.txt installed:

    python scripts/make-sample.py

Origin: NREL, National Solar Radiation Data Base 1991-2005, TMY3, stations 723170 and 703165. Work of the United States
government, public domain. pvlib's own reader does the parsing here, so it is an independent check of ours.

Writes src/data/weather/sample.generated.ts and fixtures/weather/tmy3-*.
"""

import base64
import gzip
import json
from pathlib import Path

import numpy as np
import pandas as pd
import pvlib

ROOT = Path(__file__).parent.parent
DATA = Path(pvlib.__file__).parent / "data"
YEAR = 2023
MISSING = -32768

# Our column, pvlib's column, multiplier to our unit, divisor that makes the file's decimals whole numbers.
COLUMNS = [
    ("global_horizontal_irradiance", "ghi", 1, 1),
    ("direct_normal_irradiance", "dni", 1, 1),
    ("diffuse_horizontal_irradiance", "dhi", 1, 1),
    ("temperature", "temp_air", 1, 10),
    ("dew_point_temperature", "temp_dew", 1, 10),
    ("relative_humidity", "relative_humidity", 1, 1),
    ("pressure", "pressure", 100, 1),
    ("wind_speed", "wind_speed", 1, 10),
    ("precipitable_water", "precipitable_water", 1, 10),
]


def read(name):
    """The file as hour-beginning UTC rows of the nominal year, its ends wrapped."""
    data, meta = pvlib.iotools.read_tmy3(DATA / name, coerce_year=YEAR)
    begin = pd.DatetimeIndex(data.index).tz_convert("UTC") - pd.Timedelta(hours=1)
    year = pd.Timedelta(days=365)
    first = pd.Timestamp(f"{YEAR}-01-01", tz="UTC")
    begin = pd.DatetimeIndex([t - year if t >= first + year else t + year if t < first else t for t in begin])
    data = data.set_axis(begin).sort_index()
    assert list(data.index) == list(pd.date_range(first, periods=8760, freq="h"))
    place = {"latitude": meta["latitude"], "longitude": meta["longitude"], "altitude": meta["altitude"],
             "timeZone": meta["TZ"]}
    return data, {key: int(value) if float(value).is_integer() else value for key, value in place.items()}


def write_sample(data, place):
    packed = []
    for _, name, _, divisor in COLUMNS:
        values = data[name].to_numpy(dtype=float)
        whole = np.round(values * divisor)
        assert np.array_equal(whole / divisor, values), name
        assert np.all(np.abs(whole) < 32767), name
        packed.append(np.where(np.isnan(whole), MISSING, whole).astype("<i2"))
    text = base64.b64encode(gzip.compress(np.concatenate(packed).tobytes(), 9, mtime=0)).decode()
    start = int(data.index[0].timestamp() * 1000)
    columns = "\n".join(
        f'    {{ name: "{ours}", multiplier: {multiplier}, divisor: {divisor} }},'
        for ours, _, multiplier, divisor in COLUMNS
    )
    places = ", ".join(f"{key}: {value}" for key, value in place.items())
    (ROOT / "src/data/weather/sample.generated.ts").write_text(f"""\
// Made by scripts/make-sample.py: do not edit.
//
// Typical meteorological year of Greensboro Piedmont Triad Intl, North Carolina: TMY3 station 723170 of the National
// Renewable Energy Laboratory's National Solar Radiation Data Base 1991-2005. A work of the United States government,
// in the public domain. Copied from the wheel of pvlib {pvlib.__version__} (pvlib/data/723170TYA.CSV).
//
// Little-endian int16, column after column, {MISSING} = missing, gzip, base64.
export const SAMPLE = {{
  start: {start},
  interval: 3600,
  count: {len(data)},
  place: {{ {places} }},
  columns: [
{columns}
  ],
  data: "{text}" as string,
}} as const;
""")
    print(f"sample: {len(text)} characters")


def excerpt(name, days, path):
    """Whole days of the file as they are, under its two header lines."""
    lines = (DATA / name).read_text().splitlines(keepends=True)
    kept = lines[:2] + [line for line in lines[2:] if line[:5] in days]
    (ROOT / "fixtures/weather" / path).write_text("".join(kept))


def encode(values):
    return [None if np.isnan(value) else value for value in values.tolist()]


def fixture(data, place, path, days):
    """What pvlib reads: sums and counts over the year, and the UTC days wanted, hour by hour."""
    columns = {ours: data[theirs].astype(float) * multiplier for ours, theirs, multiplier, _ in COLUMNS}
    document = {
        "source": "pvlib.iotools.read_tmy3, shifted to the start of the hour and to UTC",
        "version": pvlib.__version__,
        "place": place,
        "sums": {name: float(column.sum()) for name, column in columns.items()},
        "days": {
            day: {name: encode(column.loc[f"{YEAR}-{day}"].to_numpy()) for name, column in columns.items()}
            for day in days
        },
    }
    (ROOT / "fixtures/weather" / path).write_text(json.dumps(document, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    greensboro, site = read("723170TYA.CSV")
    write_sample(greensboro, site)
    excerpt("723170TYA.CSV", ("01/01", "06/21", "06/22", "12/31"), "tmy3-greensboro-excerpt.csv")
    # With the local days above, these UTC days are complete: 1 January wraps to the evening of 31 December.
    fixture(greensboro, site, "tmy3-greensboro.json", ("01-01", "06-22"))
    sand_point, site = read("703165TY.csv")
    excerpt("703165TY.csv", ("07/01", "07/02"), "tmy3-sand-point-excerpt.csv")
    fixture(sand_point, site, "tmy3-sand-point.json", ("07-02",))
