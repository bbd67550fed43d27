"""Makes the embedded climatology grids from the files in the pinned pvlib wheel.

    python3 -m venv .venv && .venv/bin/pip install -r fixtures/climatology/requirements.txt
    .venv/bin/python scripts/make-climatology.py

Writes src/data/climatology/*.generated.ts (grids: predicted from their neighbours, deflated by zopfli, base64; and what each misses where it
is steep) and fixtures/climatology/points.json (values of the original grids at random points and at
random steep ones, to measure the embedded ones against).
Origin and licence: NOTICE.md.
"""

import base64
import json
import pathlib

import h5py
import numpy as np
import pvlib
import zopfli.zlib

ROOT = pathlib.Path(__file__).resolve().parent.parent
DATA = pathlib.Path(pvlib.__file__).parent / "data"
assert pvlib.__version__ == "0.15.0"

# Both originals: 2160 rows from 90 N to 90 S, 4320 columns from 180 W to 180 E; a cell's value stands at its centre.
CELLS_PER_DEGREE = 12

# Coasts and mountains: cells that hold land, and in which the grid misses a part by more than `steep` in the mean of the
# layers, get what it misses, in parts x parts, in steps of `step` (both in the original's steps).
TURBIDITY_DETAIL = {"parts": 3, "steep": 4, "step": 2}  # of 1 degree; 1/20
ALTITUDE_DETAIL = {"parts": 6, "steep": 9, "step": 4}  # of 0.5 degrees; 28 m


def coarsen(grid, factor):
    """Means of factor x factor cells; the last axes stay."""
    rows, columns = grid.shape[:2]
    blocks = grid.reshape(rows // factor, factor, columns // factor, factor, *grid.shape[2:])
    return blocks.mean(axis=(1, 3))


def refined(grid, factor):
    """The grid at the centres of factor x factor parts of its cells, bilinear, as src/data/climatology/grids.ts interpolates."""
    rows, columns = grid.shape[:2]
    y = np.clip((np.arange(rows * factor) + 0.5) / factor - 0.5, 0, rows - 1)
    x = (np.arange(columns * factor) + 0.5) / factor - 0.5
    row = np.minimum(np.floor(y).astype(int), rows - 2)
    left = np.floor(x).astype(int)
    down, right = (y - row)[:, None, None], (x - left)[None, :, None]
    upper = grid[row][:, left % columns] * (1 - right) + grid[row][:, (left + 1) % columns] * right
    lower = grid[row + 1][:, left % columns] * (1 - right) + grid[row + 1][:, (left + 1) % columns] * right
    return upper * (1 - down) + lower * down


def detail(original, coarse, land, parts, steep, step):
    """Which cells are steep, and what the grid misses in their parts: cell, part's row, part's column, layer."""
    rows, columns, layers = coarse.shape
    per_cell = len(original) // rows
    missed = coarsen(original, per_cell // parts) - refined(coarse.astype(float), parts)
    of_cells = missed.reshape(rows, parts, columns, parts, layers).transpose(0, 2, 1, 3, 4)
    worst = np.abs(of_cells).mean(axis=4).max(axis=(2, 3))
    chosen = (worst > steep) & (coarsen(land.astype(float), per_cell) > 0)
    return chosen, np.rint(of_cells[chosen] / step).astype(np.int8)


def predicted(layer):
    """What is left of each value once its western, northern and north-western neighbours have spoken: W + N - NW."""
    padded = np.pad(layer.astype(int), ((1, 0), (1, 0)))
    guess = padded[1:, :-1] + padded[:-1, 1:] - padded[:-1, :-1]
    return ((layer.astype(int) - guess) % 256).astype(np.uint8)


def packed(layers):
    raw = b"".join(predicted(layer).tobytes() for layer in layers)
    return base64.b64encode(zopfli.zlib.compress(raw)).decode()


def module(name, doc, rows, columns, layers, text):
    lines = [text[i : i + 116] for i in range(0, len(text), 116)]
    body = " +\n".join(f'  "{line}"' for line in lines)
    (ROOT / "src/data/climatology" / f"{name}.generated.ts").write_text(
        f"/** {doc} Made by scripts/make-climatology.py; see NOTICE.md. */\n"
        f"export const {name.upper()} = {{\n"
        f"  rows: {rows},\n  columns: {columns},\n  layers: {layers},\n"
        f"  /** zlib, base64. */\n  data:\n{body.replace(chr(10), chr(10) + '  ')},\n}} as const;\n"
    )


def detail_module(name, doc, chosen, missed):
    # Layer by layer as the change from the layer before, modulo 256.
    changes = np.diff(missed.astype(int), axis=3, prepend=0).astype(np.int8)
    raw = np.packbits(chosen).tobytes() + changes.transpose(3, 0, 1, 2).tobytes()
    text = base64.b64encode(zopfli.zlib.compress(raw)).decode()
    lines = [text[i : i + 116] for i in range(0, len(text), 116)]
    body = " +\n    ".join(f'"{line}"' for line in lines)
    (ROOT / f"src/data/climatology/{name}-detail.generated.ts").write_text(
        f"/**\n * {doc}\n"
        " * Made by scripts/make-climatology.py; see NOTICE.md.\n */\n"
        f"export const {name.upper()}_DETAIL = {{\n"
        f"  cells: {len(missed)},\n  parts: {missed.shape[1]},\n"
        f"  /** zlib, base64: a bit per cell of the grid, then layer, cell, row and column of the part. */\n  data:\n    {body},\n"
        "} as const;\n"
    )
    print(f"{name}'s detail", len(missed), "cells", len(text) * 3 // 4, "bytes")


def main():
    turbidity = h5py.File(DATA / "LinkeTurbidities.h5")["LinkeTurbidity"][:]  # 20 x Linke turbidity, 12 months
    altitude = h5py.File(DATA / "Altitude.h5")["Altitude"][:]  # (altitude + 450 m) / 28 m, 255 = no data

    coarse = np.rint(coarsen(turbidity, 12)).astype(np.uint8)  # 1 degree
    # Month by month as the change from the month before: turbidity repeats itself.
    months = [coarse[:, :, 0]] + [(coarse[:, :, m].astype(int) - coarse[:, :, m - 1]) % 256 for m in range(1, 12)]
    text = packed(months)
    module("turbidity", "Monthly Linke turbidity times 20, 1 degree.", 180, 360, 12, text)
    print("turbidity", len(text) * 3 // 4, "bytes")

    land = altitude != 255
    steep, missed = detail(turbidity, coarse, land, **TURBIDITY_DETAIL)
    doc = "What the grid of turbidity misses at coasts and in mountains: Linke turbidity times 10, thirds of a degree."
    detail_module("turbidity", doc, steep, missed)

    heights = np.where(altitude == 255, 450 / 28, altitude)  # no data counts as sea level, as in pvlib
    coarse_heights = np.rint(coarsen(heights, 6)).astype(np.uint8)  # 0.5 degrees
    text = packed([coarse_heights])
    module("altitude", "Altitude, (metres + 450) / 28, 0.5 degrees.", 360, 720, 1, text)
    print("altitude", len(text) * 3 // 4, "bytes")

    free = land & (np.arange(len(land))[:, None] < 150 * CELLS_PER_DEGREE)  # south of 60 S the ice's height counts
    hilly, missed = detail(heights[..., None], coarse_heights[..., None], free, **ALTITUDE_DETAIL)
    detail_module("altitude", "What the grid of altitude misses in mountains: metres over 112, 5'.", hilly, missed)

    random = np.random.default_rng(20240601)
    points, steep_points, hilly_points = [], [], []
    # Evenly over the sphere, away from the poles' last row.
    latitudes = np.degrees(np.arcsin(random.uniform(-0.985, 0.985, 1500)))
    longitudes = random.uniform(-180, 180, 1500)

    def point(row, column):
        raw = int(altitude[row, column])
        return {
            # The centre of the cell, so that nothing but our grid's coarseness is measured.
            "latitude": round(90 - (row + 0.5) / CELLS_PER_DEGREE, 6),
            "longitude": round((column + 0.5) / CELLS_PER_DEGREE - 180, 6),
            "turbidity": [int(v) for v in turbidity[row, column]],
            "altitude": 0 if raw == 255 else raw * 28 - 450,
        }

    for latitude, longitude in zip(latitudes, longitudes):
        points.append(point(int((90 - latitude) * CELLS_PER_DEGREE), int((longitude + 180) * CELLS_PER_DEGREE)))
    # On land in steep cells.
    for chosen, size, found in ((steep, 12, steep_points), (hilly, 6, hilly_points)):
        cells = np.argwhere(chosen)
        for cell in cells[random.choice(len(cells), 300, replace=False)]:
            row, column = cell * size + random.integers(0, size, 2)
            if land[row, column]:
                found.append(point(row, column))
    (ROOT / "fixtures/climatology/points.json").write_text(
        json.dumps(
            {
                "source": f"pvlib {pvlib.__version__} data files",
                "scale": 20,
                "points": points,
                "steep": steep_points,
                "hilly": hilly_points,
            }
        )
        + "\n"
    )


main()
