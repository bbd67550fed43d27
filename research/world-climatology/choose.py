"""Why the recipe is as it is: other ways beside it, judged where they have not seen the truth. Prints Markdown.

    .venv/bin/python research/world-climatology/choose.py [PLACES.json]

PLACES.json: months and days of measured and typical years, from `node research/validate-world-climate.mjs --json=FILE
...`. Without it only the cities and the filling are judged. research/world-climate.md has what it said.
"""

import json
import sys

import fields
import numpy as np
import originals as given
from originals import DAYS


def rms(values):
    return float(np.sqrt(np.mean(np.square(values))))


def year_of(months):
    return months @ DAYS / 365


# --- seasons of temperature: each city from those of other countries
# -------------------------------------------------------


def cities_by_others():
    latitude, longitude, country, months = given.cities()
    _, _, most, least = given.gldas()
    span = fields.nearest(most - least, latitude, longitude)
    anomaly = months - year_of(months)[:, None]
    scales = {
        "span, with hemispheres apart": span,
        "span x sine of latitude": fields.season_scale(span, latitude),
        "none": np.ones(len(span)),
    }
    print("\n| seasons over | km per degree + km, power | K rms | beyond 50 degrees | south |\n|---|---|---|---|---|")
    for name, scale in scales.items():
        for across, softening, power in ((60, 150, 3), (0, 150, 3), (100, 300, 4), (60, 600, 6)):
            found = np.array(
                [
                    by_others(k, anomaly / scale[:, None], latitude, longitude, country, across, softening, power)
                    * scale[k]
                    for k in range(len(span))
                ]
            )
            error = found - anomaly
            kelvin = [f"{rms(part):.2f}" for part in (error, error[np.abs(latitude) > 50], error[latitude < 0])]
            print(f"| {name} | {across} + {softening}, {power} | {' | '.join(kelvin)} |")


def by_others(k, shape, latitude, longitude, country, across, softening, power):
    arc = fields.great_circle(latitude[k], longitude[k], latitude, longitude) + across * np.abs(latitude - latitude[k])
    weight = ((arc + softening) / 1000) ** -power * ((latitude < 0) == (latitude[k] < 0)) * (country != country[k])
    return weight @ shape / weight.sum()


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
    cities_by_others()
    cells_from_afar()
    if len(sys.argv) > 1:
        with open(sys.argv[1], encoding="utf8") as file:
            irradiance_at(json.load(file))


if __name__ == "__main__":
    main()
