"""
What the world's irradiance is corrected by before it is packed. Three things, each small and stated; the evidence:
research/world-climate.md.

1. Where a city has too little sunshine for the light: Angstrom-Prescott with the coefficients of FAO-56.
2. A few constants for what MERRA-2 and GLDAS do wrong everywhere: predictors() and light.json.
3. What is left at places with measured and typical years, and in the means of countries, smoothed over REACH: weights in
   light.json, of countries in the order of countries.json.

light.json is made by fit_light.py; it holds no measured values.
"""

import json
import pathlib
from functools import cache

import countries
import fields
import numpy as np
import originals as given
from originals import DAYS
from scipy import ndimage

CORRECTIONS = pathlib.Path(__file__).parent / "light.json"
# Kilometres over which what is left at a place is alike, and its standard deviation. 300 to 1000 km judge alike.
REACH = 600
RADIUS = 6371  # of the Earth, km
SPREAD = 0.04
# Sunshine in full hours of a year; a + b of Angstrom-Prescott and its growth by height, 1/m (FAO-56, equations 35, 37).
FULL_SUNSHINE = 4383
CLEAR, CLEAR_BY_METRE = 0.75, 2e-5
# Sunshine is itself modelled and its relation to light scatters by some 5 %: less is no evidence, and four fifths of
# the rest count.
TOLERANCE, TRUST = 0.05, 0.8
# How far a city speaks, km, and what a metre of height counts as.
CITY_REACH, KM_PER_METRE = 250, 0.1
# A cell of a quarter of a degree is an island from this mean height, m.
ISLAND = 15
# Satellites over the equator see clouds up to here, in degrees north; GLDAS grows brighter beyond.
SEEN, UNSEEN = 55, 60
# No place was judged beyond the polar circle: over snow and drift ice nothing is taken off.
ARCTIC, POLAR = 66.5, 71


def kilometres(latitude, longitude, latitudes, longitudes):
    return np.stack([fields.great_circle(a, b, latitudes, longitudes) for a, b in zip(latitude, longitude)])


def year_of_clearness(clearness, latitude):
    sun = given.extraterrestrial(latitude)
    return (clearness * sun) @ DAYS / (sun @ DAYS)


def shadowed(latitude, longitude, metres, clearness_at):
    """Logarithms, never above 0: by how much places have less light than the sunshine of cities around allows."""
    latitudes, longitudes, hours = given.sunshine()
    heights = cell_heights(latitudes, longitudes)
    allowed = (0.25 + 0.5 * hours / FULL_SUNSHINE) * (1 + CLEAR_BY_METRE / CLEAR * heights)
    short = np.log(allowed / year_of_clearness(clearness_at(latitudes, longitudes), latitudes)) + TOLERANCE
    apart = kilometres(latitude, longitude, latitudes, longitudes) + KM_PER_METRE * np.abs(metres[:, None] - heights)
    weight = np.exp(-apart / CITY_REACH)
    return TRUST * (weight @ np.minimum(short, 0)) / (weight.sum(1) + 0.25)


def cell_heights(latitude, longitude):
    rows = np.clip(((90 - latitude) * 4).astype(int), 0, 719)
    return given.heights()[rows, ((longitude + 180) * 4).astype(int) % 1440]


def predictors(latitude, clearness, ice):
    """Places x months x what the logarithm of the correction is linear in, within what the places that fit it span."""
    sun = given.extraterrestrial(latitude)
    year = np.clip(year_of_clearness(clearness, latitude), 0.36, 0.7)[:, None]
    unseen = np.clip((latitude - SEEN) / (UNSEEN - SEEN), 0, 1) * np.clip((POLAR - latitude) / (POLAR - ARCTIC), 0, 1)
    unseen = np.where(ice, 0, unseen)[:, None]
    columns = (1, unseen, year - 0.55, np.clip(clearness - year, -0.12, 0.12), sun / 300 - 1)
    return np.stack([np.broadcast_to(column, sun.shape) for column in columns], -1)


def dryness(rain):
    """The same for rain, mm a month."""
    return np.clip(np.log((rain + 8) / 75), -1.5, 1.3)[..., None]


def design(latitude, longitude, clearness, ice):
    return np.concatenate([predictors(latitude, clearness, ice), dryness(rain_at(latitude, longitude))], -1)


def rain_at(latitude, longitude):
    return fields.bilinear(given.rain(), 0.25, latitude, longitude)


def alike(apart):
    return SPREAD**2 * np.exp(-apart / REACH)


def correction(latitude, longitude, clearness, ice):
    """Logarithms of what months are to be multiplied by, after `shadowed`."""
    with open(CORRECTIONS, encoding="utf8") as file:
        found = json.load(file)
    places = np.array([(p["latitude"], p["longitude"]) for p in found["places"]])
    weights = np.array([p["weights"] for p in found["places"]])
    near = alike(kilometres(latitude, longitude, *places.T)) @ weights
    of_countries = alike_countries(latitude, longitude) @ np.array(found["countries"])
    return design(latitude, longitude, clearness, ice) @ np.array(found["constants"]) + near + of_countries[:, None]


@cache
def country_cells():
    _, latitudes, longitudes, _ = countries.countries()
    return latitudes, longitudes


def alike_countries(latitude, longitude):
    """Places x countries: what a place shares with the mean of a country's cells."""
    latitudes, longitudes = country_cells()
    cells = towards(latitudes.ravel(), longitudes.ravel())
    shared = [
        alike(RADIUS * np.arccos(np.clip(towards(a, b) @ cells.T, -1, 1))).reshape(-1, *latitudes.shape).mean(-1)
        for a, b in zip(chunks(latitude), chunks(longitude))
    ]
    return np.concatenate(shared)


def towards(latitude, longitude):
    """Unit vectors."""
    a, b = np.radians(latitude), np.radians(longitude)
    return np.stack([np.cos(a) * np.cos(b), np.cos(a) * np.sin(b), np.sin(a)], -1)


def chunks(values):
    return np.array_split(values, len(values) // 500 + 1)


def near_land(step):
    """Nodes with land within `step` degrees: GLDAS's cells, and small islands that it lacks but that rise from the sea."""
    land = np.isfinite(given.gldas()[0]) | (given.heights() > ISLAND)
    near = ndimage.maximum_filter(land, 8 * step + 1, mode=("nearest", "wrap"))
    rows, columns = fields.node_grid(step)
    down, right = np.minimum((90 - rows) * 4, 719).astype(int), ((columns + 180) * 4).astype(int)
    return near[np.ix_(down, right)]


def apply(months, ratio):
    """Clearness of months (3 degrees) and ratio of years (1 degree), corrected over land and at coasts."""
    def clearness_at(latitude, longitude, ratio=ratio):
        scaled = fields.bilinear(months, 3, latitude, longitude) * fields.bilinear(ratio[..., None], 1, latitude, longitude)
        return np.minimum(scaled, fields.MOST_MONTH)

    def corrected(step):
        rows, columns = fields.node_grid(step)
        latitude, longitude = (a.ravel() for a in np.meshgrid(rows, columns, indexing="ij"))
        land = near_land(step).ravel() & (latitude > fields.ANTARCTICA)
        out = np.zeros((len(latitude), 12))
        place = latitude[land], longitude[land]
        clearness = clearness_at(*place)
        shade = shadowed(*place, np.maximum(fields.heights_of_nodes(step).ravel()[land], 0), clearness_at)[:, None]
        ice = fields.bilinear(fields.corners(given.ice_sheets())[..., None], 2, *place)[:, 0] > fields.ICE_SHEET
        change = shade + correction(*place, clearness * np.exp(shade), ice)
        out[land] = np.where(given.extraterrestrial(place[0]) > fields.LEAST_SUN, change, 0)
        light = np.maximum(clearness_at(latitude, longitude) * given.extraterrestrial(latitude), 1e-9)
        year = (light * np.exp(out)) @ DAYS / (light @ DAYS)
        return out.reshape(len(rows), len(columns), 12), year.reshape(len(rows), len(columns))

    coarse, coarse_year = corrected(3)
    _, year = corrected(1)
    return fields.at_poles(months * np.exp(coarse) / coarse_year[..., None]), fields.at_poles((ratio * year)[..., None])[..., 0]
