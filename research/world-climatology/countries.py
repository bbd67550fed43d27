"""
The year's light of countries in the Global Solar Atlas, and cells of half a degree that stand for each, by Natural Earth's
borders (world-atlas, in node_modules). countries.json: ISO's codes and the mean, kWh/m2 a day.
"""

import json
import pathlib

import numpy as np
import originals as given
from scipy import ndimage

HERE = pathlib.Path(__file__).parent
BORDERS = HERE.parent.parent / "node_modules/world-atlas/countries-50m.json"
STEP = 0.5
# The Atlas ends here, degrees; France in it is what lies in Europe.
NORTH, SOUTH = 60, -55
HOME = {"FRA": 41}
# The Atlas has the light behind the horizon of its terrain. Where heights within three cells of a quarter of a degree spread
# by more, m, a country's mean is no plain's.
STEEP = 280
# Cells that stand for a country.
CELLS = 40
TO_WATTS = 1000 / 24


def rings(topology, geometry):
    """Of a geometry: longitudes and latitudes."""
    scale, move = topology["transform"]["scale"], topology["transform"]["translate"]
    shapes = geometry["arcs"] if geometry["type"] == "MultiPolygon" else [geometry["arcs"]]
    for ring in (ring for shape in shapes for ring in shape):
        arcs = [np.cumsum(topology["arcs"][arc if arc >= 0 else ~arc], 0)[:: 1 if arc >= 0 else -1] for arc in ring]
        yield np.concatenate(arcs) * scale + move


def inside(ring, latitudes, longitudes):
    """Cells (rows x columns) whose centres lie within a ring: an odd number of edges to the west."""
    x, y = ring.T
    out = np.zeros((len(latitudes), len(longitudes)), bool)
    for i in np.nonzero((latitudes >= y.min()) & (latitudes <= y.max()))[0]:
        cut = np.nonzero((y[:-1] > latitudes[i]) != (y[1:] > latitudes[i]))[0]
        at = x[cut] + (latitudes[i] - y[cut]) / (y[cut + 1] - y[cut]) * (x[cut + 1] - x[cut])
        out[i] = np.searchsorted(np.sort(at), longitudes) % 2 == 1
    return out


def cells(outline, south):
    """Centres of CELLS cells of a country, as many by latitude as it has ground; the middle of its largest part if it has none."""
    latitudes, longitudes = np.arange(NORTH - STEP / 2, south, -STEP), np.arange(-180 + STEP / 2, 180, STEP)
    mask = np.zeros((len(latitudes), len(longitudes)), bool)
    for ring in outline:
        mask ^= inside(ring, latitudes, longitudes)
    row, column = np.nonzero(mask)
    if len(row) == 0:
        largest = max(outline, key=lambda ring: np.ptp(ring[:, 0]) * np.ptp(ring[:, 1]))
        return np.full(CELLS, largest[:, 1].mean()), np.full(CELLS, largest[:, 0].mean())
    area = np.cumsum(np.cos(np.radians(latitudes[row])))
    chosen = np.searchsorted(area, (np.arange(CELLS) + 0.5) / CELLS * area[-1])
    return latitudes[row[chosen]], longitudes[column[chosen]]


def spread():
    """Of heights, m, over three by three cells of a quarter of a degree."""
    metres = np.maximum(given.heights(), 0)
    around = lambda values: ndimage.uniform_filter(values, 3, mode=("nearest", "wrap"))
    return np.sqrt(np.maximum(around(metres**2) - around(metres) ** 2, 0))


def countries():
    """Of countries that are not steep: codes, latitudes and longitudes (countries x CELLS), means in W/m2."""
    topology = json.loads(BORDERS.read_text())
    shapes = {}
    for geometry in topology["objects"]["countries"]["geometries"]:
        shapes.setdefault(geometry.get("id", geometry["properties"]["name"]), []).append(geometry)
    found = [
        (code, *cells([ring for g in shapes[number] for ring in rings(topology, g)], HOME.get(code, SOUTH)), mean * TO_WATTS)
        for code, number, mean in json.loads((HERE / "countries.json").read_text())["means"]
        if number in shapes
    ]
    codes, latitudes, longitudes, means = [np.array(column) for column in zip(*found)]
    rows, columns = ((90 - latitudes) * 4).astype(int), ((longitudes + 180) * 4).astype(int) % 1440
    flat = spread()[rows, columns].mean(1) < STEEP
    return codes[flat], latitudes[flat], longitudes[flat], means[flat]
