"""Makes the embedded climatology grids from the files in the pinned pvlib wheel.

    python3 -m venv .venv && .venv/bin/pip install -r fixtures/climatology/requirements.txt
    .venv/bin/python scripts/make-climatology.py

Writes src/climatology/*.generated.ts (grids: predicted from their neighbours, deflated, base64) and
fixtures/climatology/points.json (values of the original grids at random points, to measure the embedded ones against).
Origin and licence: NOTICE.md.
"""

import base64
import json
import pathlib
import zlib

import h5py
import numpy as np
import pvlib

ROOT = pathlib.Path(__file__).resolve().parent.parent
DATA = pathlib.Path(pvlib.__file__).parent / "data"
assert pvlib.__version__ == "0.15.0"

# Both originals: 2160 rows from 90 N to 90 S, 4320 columns from 180 W to 180 E; a cell's value stands at its centre.
CELLS_PER_DEGREE = 12


def coarsen(grid, factor):
    """Means of factor x factor cells; the last axes stay."""
    rows, columns = grid.shape[:2]
    blocks = grid.reshape(rows // factor, factor, columns // factor, factor, *grid.shape[2:])
    return blocks.mean(axis=(1, 3))


def predicted(layer):
    """What is left of each value once its western, northern and north-western neighbours have spoken: W + N - NW."""
    padded = np.pad(layer.astype(int), ((1, 0), (1, 0)))
    guess = padded[1:, :-1] + padded[:-1, 1:] - padded[:-1, :-1]
    return ((layer.astype(int) - guess) % 256).astype(np.uint8)


def packed(layers):
    raw = b"".join(predicted(layer).tobytes() for layer in layers)
    return base64.b64encode(zlib.compress(raw, 9)).decode()


def module(name, doc, rows, columns, layers, text):
    lines = [text[i : i + 116] for i in range(0, len(text), 116)]
    body = " +\n".join(f'  "{line}"' for line in lines)
    (ROOT / "src/climatology" / f"{name}.generated.ts").write_text(
        f"/** {doc} Made by scripts/make-climatology.py; see NOTICE.md. */\n"
        f"export const {name.upper()} = {{\n"
        f"  rows: {rows},\n  columns: {columns},\n  layers: {layers},\n"
        f"  /** zlib, base64. */\n  data:\n{body.replace(chr(10), chr(10) + '  ')},\n}} as const;\n"
    )


def main():
    turbidity = h5py.File(DATA / "LinkeTurbidities.h5")["LinkeTurbidity"][:]  # 20 x Linke turbidity, 12 months
    altitude = h5py.File(DATA / "Altitude.h5")["Altitude"][:]  # (altitude + 450 m) / 28 m, 255 = no data

    coarse = np.rint(coarsen(turbidity, 12)).astype(np.uint8)  # 1 degree
    # Month by month as the change from the month before: turbidity repeats itself.
    months = [coarse[:, :, 0]] + [(coarse[:, :, m].astype(int) - coarse[:, :, m - 1]) % 256 for m in range(1, 12)]
    text = packed(months)
    module("turbidity", "Monthly Linke turbidity times 20, 1 degree.", 180, 360, 12, text)
    print("turbidity", len(text) * 3 // 4, "bytes")

    heights = np.where(altitude == 255, 450 / 28, altitude)  # no data counts as sea level, as in pvlib
    coarse_heights = np.rint(coarsen(heights, 6)).astype(np.uint8)  # 0.5 degrees
    text = packed([coarse_heights])
    module("altitude", "Altitude, (metres + 450) / 28, 0.5 degrees.", 360, 720, 1, text)
    print("altitude", len(text) * 3 // 4, "bytes")

    random = np.random.default_rng(20240601)
    points = []
    # Evenly over the sphere, away from the poles' last row.
    latitudes = np.degrees(np.arcsin(random.uniform(-0.985, 0.985, 1500)))
    longitudes = random.uniform(-180, 180, 1500)
    for latitude, longitude in zip(latitudes, longitudes):
        row = int((90 - latitude) * CELLS_PER_DEGREE)
        column = int((longitude + 180) * CELLS_PER_DEGREE)
        raw = int(altitude[row, column])
        points.append(
            {
                # The centre of the cell, so that nothing but our grid's coarseness is measured.
                "latitude": round(90 - (row + 0.5) / CELLS_PER_DEGREE, 6),
                "longitude": round((column + 0.5) / CELLS_PER_DEGREE - 180, 6),
                "turbidity": [int(v) for v in turbidity[row, column]],
                "altitude": 0 if raw == 255 else raw * 28 - 450,
            }
        )
    (ROOT / "fixtures/climatology/points.json").write_text(
        json.dumps({"source": f"pvlib {pvlib.__version__} data files", "scale": 20, "points": points}) + "\n"
    )


main()
