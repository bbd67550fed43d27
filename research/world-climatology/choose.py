"""Why the recipe is as it is: other ways beside it, judged where they have not seen the truth. Prints Markdown.

    .venv/bin/python research/world-climatology/choose.py [PLACES.json]

PLACES.json: months and days of measured and typical years, from `node research/validate-world-climate.mjs --json=FILE
...`. Without it only the cities and the filling are judged. Cities: `pip install world-temperature-data==0.1.0`, which the
climatology itself does not need. research/world-climate.md has what it said.
"""

import csv
import json
import sys

import fields
import numpy as np
import originals as given
from originals import DAYS

MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]


def rms(values):
    return float(np.sqrt(np.mean(np.square(values))))


def year_of(months):
    return months @ DAYS / 365


# --- temperature: nothing is fitted to places but two numbers, GLDAS's weight and the lapse in valleys
# ---------------------------------------------------------------------------------------------------


def temperature_at(sets):
    """Mean over places of the root mean square over months, K, for sets of latitude, longitude, altitude, months."""
    months = given.era5() + fields.LAPSE * fields.ground_of_nodes()[..., None]
    over = fields.gldas_over(months.mean(-1))[..., None]
    cells = np.maximum(given.heights(), 0).reshape(360, 2, 720, 2).mean(axis=(1, 3))
    print(f"\n| GLDAS's weight | K/km in valleys | {' | '.join(sets)} |\n|---|---|" + "---|" * len(sets))
    for weight in (0, 0.5, 1):
        for valley in (6.5, 5, 4, 3):
            found = []
            for latitude, longitude, altitude, truth in sets.values():
                level = fields.bilinear(months + weight * over, 0.25, latitude, longitude)
                depth = np.maximum(of_cells(cells, latitude, longitude) - altitude, 0)
                metres = fields.LAPSE * (altitude + depth) - valley / 1000 * depth
                found.append(np.sqrt(((level - metres[:, None] - truth) ** 2).mean(1)).mean())
            print(f"| {weight} | {valley} | {' | '.join(f'{kelvin:.2f}' for kelvin in found)} |")


def of_cells(cells, latitude, longitude):
    """Bilinear between the centres of cells of half a degree, as src/data/climatology/grid.ts."""
    y, x = (90 - latitude) * 2 - 0.5, (longitude + 180) * 2 - 0.5
    i, j = np.floor(y).astype(int), np.floor(x).astype(int)
    down, right = y - i, x - j
    row = lambda k: cells[k, j % 720] * (1 - right) + cells[k, (j + 1) % 720] * right
    return row(i) * (1 - down) + row(i + 1) * down


def cities():
    """CHELSA 1981-2010 at 270 cities, of world-temperature-data 0.1.0, for measuring alone; heights of their 5'."""
    with open(given.folder("world_temperature_data") / "world-temperature.csv", encoding="utf8") as file:
        rows = list(csv.DictReader(file))
    latitude, longitude = (np.array([float(row[name]) for row in rows]) for name in ("lat", "lon"))
    cells = np.floor((90 - latitude) * 12).astype(int), np.floor((longitude + 180) * 12).astype(int)
    altitude = np.maximum(given.heights_of_5_minutes()[cells], 0)
    return latitude, longitude, altitude, np.array([[float(row[f"{m}_c"]) for m in MONTHS] for row in rows])


def with_altitude(places):
    chosen = [p for p in places if p.get("altitude") is not None]
    column = lambda name: np.array([p[name] for p in chosen])
    return column("latitude"), column("longitude"), column("altitude"), column("temperature")


# --- filling: cells from those that are far away
# ---------------------------------------------------------------------------


def cells_from_afar():
    latitudes, longitudes, clearness, _ = fields.merra_cells()
    sun = given.extraterrestrial(latitudes)
    chosen = np.random.default_rng(20240601).choice(len(latitudes), 300, replace=False)
    print(
        "\n| across, power | year % rms from 500 km | months % | year from 1500 km | months % |\n|---|---|---|---|---|"
    )
    for across, power in ((1, 2), (1, 4), (2, 4), (4, 3), (4, 4), (8, 4)):
        cells = []
        for gap in (500, 1500):
            year, months = [], []
            for k in chosen:
                arc = fields.great_circle(latitudes[k], longitudes[k], latitudes, longitudes)
                apart = fields.distance(latitudes[k], longitudes[k], latitudes, longitudes, across)
                weight = ((apart + 100) / 1000) ** -power * (arc > gap)
                known = np.isfinite(clearness)
                found = weight @ np.where(known, clearness, 0) / np.maximum(weight @ known, 1e-300)
                own = known[k]
                truth = year_of(np.where(own, clearness[k] * sun[k], 0))
                difference = np.where(own, (found - np.where(own, clearness[k], 0)) * sun[k], 0)
                year.append(year_of(difference) / truth)
                months.append(rms(difference) / truth)
            cells += [f"{100 * rms(year):.1f}", f"{100 * rms(months):.1f}"]
        print(f"| {across}, {power} | {' | '.join(cells)} |")


# --- places with measured or typical years
# ---------------------------------------------------------------------------------


def irradiance_at(places):
    latitude = np.array([p["latitude"] for p in places])
    longitude = np.array([p["longitude"] for p in places])
    truth = np.array([p["ghi"] for p in places])
    sun = given.extraterrestrial(latitude)
    months, days, ratio = fields.irradiance()
    merra = fields.bilinear(months, 3, latitude, longitude) * sun
    ghi, *_ = given.gldas()
    own = fields.nearest(ghi, latitude, longitude)
    scaled = fields.bilinear(ratio[..., None], 1, latitude, longitude)
    ways = {
        "MERRA-2 alone": merra,
        "the year of the nearest cell of 0.25 degrees": merra * (own / year_of(merra))[:, None],
        "the ratio of years on 1 degree (chosen)": merra * scaled,
        "its power 0.78 times 0.97, fitted to the other places": shrunk(merra, scaled, truth),
    }
    print("\n| irradiance | year % bias | rms | months % |\n|---|---|---|---|")
    for name, found in ways.items():
        error = year_of(found) / year_of(truth) - 1
        monthly = np.sqrt(((found - truth) ** 2).mean(1)) / year_of(truth)
        print(f"| {name} | {100 * error.mean():.1f} | {100 * rms(error):.1f} | {100 * monthly.mean():.1f} |")
    days = fields.bilinear(days.reshape(*days.shape[:2], -1), 3, latitude, longitude).reshape(len(places), 12, -1)
    judge_days(places, merra * scaled, sun, days)


def shrunk(merra, ratio, truth):
    logarithm = np.log(year_of(truth) / year_of(merra))
    design = np.stack([np.ones(len(merra)), np.log(ratio[:, 0])], 1)
    out = np.empty_like(merra)
    for k in range(len(merra)):
        others = np.arange(len(merra)) != k
        out[k] = merra[k] * np.exp(design[k] @ np.linalg.lstsq(design[others], logarithm[others], rcond=None)[0])
    return out


def judge_days(places, months, sun, days):
    """Shapes of days as packed are narrowed by SPREAD; here they are widened back and narrowed anew."""
    top = fields.MOST_CLEARNESS
    samples = [[np.sort(d) for d in p["days"]] for p in places]
    truth = np.array([p["ghi"] for p in places])
    centre = np.trapezoid(days, fields.LEVELS, axis=-1)[..., None]

    def narrowed(spread):
        return np.clip(centre + (days - centre) * spread / fields.SPREAD, 0.02, 1)

    def powers(shape, means):
        mean = np.clip(means / sun / top, 0.02, 0.99)
        low, high = np.full(mean.shape, 1e-3), np.full(mean.shape, 60.0)
        for _ in range(60):
            middle = (low + high) / 2
            more = np.trapezoid(shape ** middle[..., None], fields.LEVELS, axis=-1) > mean
            low, high = np.where(more, middle, low), np.where(more, high, middle)
        return shape ** low[..., None] * top * sun[..., None]

    def factors(shape, means):
        return shape * (means / np.trapezoid(shape, fields.LEVELS, axis=-1))[..., None]

    def distances(nodes):
        return np.array(
            [
                np.mean([kolmogorov(samples[k][m], nodes[k, m]) for m in range(12) if sun[k, m] > fields.LEAST_SUN])
                for k in range(len(places))
            ]
        )

    print("\n| days | D, own months | D, the climatology's months |\n|---|---|---|")
    found = {}
    for law, stretch in (("factor", factors), ("power", powers)):
        for spread in (0.7, 0.8, 0.85, 0.9, 1.0):
            found[law, spread] = [distances(stretch(narrowed(spread), means)) for means in (truth, months)]
            own, model = (f"{d.mean():.3f}" for d in found[law, spread])
            print(f"| {law}, deviations times {spread} | {own} | {model} |")
    unseen = [min(found.items(), key=lambda item: np.delete(item[1][1], k).mean())[1][1][k] for k in range(len(places))]
    print(f"| chosen at each place by all others | | {np.mean(unseen):.3f} |")


def kolmogorov(ordered, nodes):
    below = np.interp(ordered, np.maximum.accumulate(nodes), fields.LEVELS, left=0, right=1)
    rank = np.arange(len(ordered)) / len(ordered)
    return max(np.abs(below - rank).max(), np.abs(below - rank - 1 / len(ordered)).max())


def main():
    places = []
    if len(sys.argv) > 1:
        with open(sys.argv[1], encoding="utf8") as file:
            places = json.load(file)
    temperature_at({**({"places": with_altitude(places)} if places else {}), "270 cities": cities()})
    cells_from_afar()
    if places:
        irradiance_at(places)


if __name__ == "__main__":
    main()
