"""Reads files of years with pvlib and compares them with the JSON of the same years: prints a name and its problems for each (year-files.mjs).

    python year_files.py CASES.json
"""

import json
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pvlib

READERS = {"epw": pvlib.iotools.read_epw, "sam": pvlib.iotools.read_nsrdb_psm4, "tmy3": pvlib.iotools.read_tmy3}
# Where in its interval the stamp of a row is.
PLACE = {"epw": 0.0, "sam": 0.5, "tmy3": 1.0}
# Half of the last digit that the formats write.
DIGITS = {"ghi": ("global_horizontal_irradiance", 0.05), "temp_air": ("temperature", 0.005)}


def expected_of(case):
    """The JSON's rows in the steps of the file, without the empty 29 February that no format of 365 days has."""
    known = json.loads(Path(case["json"]).read_text())
    weather = known["weather"]
    values = {name: np.array(column, dtype=float) for name, column in weather["columns"].items()}
    count = len(next(iter(values.values())))
    if "source_times" in known:
        times = pd.DatetimeIndex(known["source_times"])
    else:
        times = pd.date_range(weather["start"], periods=count, freq=f"{weather['interval']}s")
    table = pd.DataFrame(values, index=times)
    step = weather["interval"]
    if case["format"] != "sam" and step < 3600:
        rows = 3600 // step
        table = table.groupby(np.arange(count) // rows).mean().set_axis(times[::rows])
        step = 3600
    local = table.index + pd.Timedelta(hours=weather["place"]["timeZone"])
    return table[~((local.month == 2) & (local.day == 29))], step, weather["place"]


def problems_of(case):
    data, meta = READERS[case["format"]](case["file"])
    table, step, place = expected_of(case)
    if len(data) != len(table):
        yield f"{len(data)} rows, expected {len(table)}"
        return
    for name, (column, half) in DIGITS.items():
        worst = np.abs(data[name].to_numpy() - table[column].to_numpy()).max()
        if not worst <= half * 1.000001:
            yield f"{name} is {worst} off"
    for name in ("dni", "dhi"):
        part = data[name].to_numpy()
        if not (part.min() >= 0 and part.max() > 100):
            yield f"{name} from {part.min()} to {part.max()}"
    if not (data["dhi"] <= data["ghi"] + 0.2).all():
        yield "more diffuse than global"
    stamps = table.index + pd.Timedelta(seconds=step * PLACE[case["format"]])
    # pvlib moves 29 February to 1 March in TMY3: so, too, the midnight at the end of the 28th of a leap year.
    local = stamps + pd.Timedelta(hours=place["timeZone"])
    moved = (local.month == 2) & (local.day == 29)
    late = np.abs((data.index.tz_convert("UTC") - stamps.tz_convert("UTC")).total_seconds())[~moved].max()
    if late != 0:
        yield f"stamps are {late} s off"
    for key in ("latitude", "longitude", "altitude"):
        if float(meta[key]) != place[key]:
            yield f"{key} {meta[key]}, expected {place[key]}"
    text = Path(case["file"]).read_text()
    yield from (f'the file does not say "{word}"' for word in case["words"] if word not in text)


cases = json.loads(Path(sys.argv[1]).read_text())
print(json.dumps([[case["name"], list(problems_of(case))] for case in cases]))
