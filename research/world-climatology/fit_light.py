"""
Fits light.json, and judges it where it has not seen the truth: every place from those beyond APART. Prints Markdown.

    .venv/bin/python research/world-climatology/fit_light.py [--residuals=FILE] [--apart=KM] PLACES.json...

PLACES.json: months of measured and typical years, a list as `node research/validate-world-climate.mjs --json=FILE ...`
writes it or an object with such `places`, each with latitude, longitude, altitude, ghi (12 means, W/m2). --residuals:
truth, today and prediction without the place and all within KM (by default APART), by place. The Red Book's places (RED_BOOK) are always among them.
"""

import json
import pathlib
import sys

import countries
import fields
import light
import numpy as np
import originals as given
from originals import DAYS

RED_BOOK = pathlib.Path(__file__).parents[2] / "fixtures/world-climate/red-book.json"
# Nearer places are the same place, km.
APART = 60
# Noise of a single or typical year: of the year, of a month.
NOISE, MONTH_NOISE = 0.035, 0.0525
# Of a country's mean in the Global Solar Atlas (its own bias, one region with the next), and of what is one cell there.
COUNTRY_NOISE = 0.025
# Residuals count in full up to here (Huber), and what is spread around is no more than these.
OUTLIER, MOST_YEAR, MOST_MONTH, MOST_COUNTRY = 0.1, 0.08, 0.2, 0.15
RIDGE = 0.05


def read(paths):
    """The places of the files, and the Red Book's; a mean of thirty years stands in for what is as near as APART."""
    places = [
        {
            "list": pathlib.Path(path).stem,
            "name": p["name"],
            "latitude": p.get("latitude", p.get("lat")),
            "longitude": p.get("longitude", p.get("lon")),
            "altitude": p.get("altitude"),
            "ghi": p["ghi"],
        }
        for path in paths
        for given_ in [json.loads(pathlib.Path(path).read_text())]
        for p in (given_ if isinstance(given_, list) else given_["places"])
    ]
    long = red_book()
    where = np.array([(p["latitude"], p["longitude"]) for p in long]).T
    apart = [fields.great_circle(p["latitude"], p["longitude"], *where).min() for p in places]
    return [p for p, km in zip(places, apart) if km > APART] + long


def red_book():
    rows = json.loads(RED_BOOK.read_text())["places"]
    names = ("name", "latitude", "longitude", "ghi")
    found = [dict(zip(names, row)) | {"list": RED_BOOK.stem, "altitude": None} for row in rows]
    return [p | {"ghi": [day * countries.TO_WATTS for day in p["ghi"]]} for p in found]


def linear(design, target, weight):
    """Ridge regression with Huber's weights; the first constant is free."""
    trust = np.ones(len(target))
    penalty = RIDGE * np.diag([0, *np.ones(design.shape[1] - 1)])
    for _ in range(20):
        w = weight * trust
        constants = np.linalg.solve(design.T @ (w[:, None] * design) + penalty, design.T @ (w * target))
        trust = np.minimum(1, OUTLIER / np.maximum(np.abs(target - design @ constants), 1e-9))
    return constants


def base_at(latitude, longitude):
    """Before any correction, W/m2; what sunshine leaves of it; what the constants multiply."""
    months, _, ratio = fields.uncorrected()
    at = lambda a, b: np.minimum(
        fields.bilinear(months, 3, a, b) * fields.bilinear(ratio[..., None], 1, a, b), fields.MOST_MONTH
    )
    before = at(latitude, longitude)
    shade = np.exp(light.shadowed(latitude, longitude, light.cell_heights(latitude, longitude), at))[:, None]
    sun = given.extraterrestrial(latitude)
    design = light.design(latitude, longitude, before * shade, np.zeros(len(latitude), bool))
    return before * sun, before * shade * sun, design


class Countries:
    """The year's light of countries, and what they share with each other and with places."""

    def __init__(self, latitude, longitude):
        _, a, b, self.truth = countries.countries()
        _, base, design = base_at(a.ravel(), b.ravel())
        self.base, self.design = base.reshape(*a.shape, 12), design.reshape(*a.shape, 12, -1)
        self.shared = np.array([light.alike_countries(*of).mean(0) for of in zip(a, b)])
        self.with_places = light.alike_countries(latitude, longitude)

    def left(self, constants):
        return np.log(self.truth / year(self.base * np.exp(self.design @ constants)).mean(1))


class Fit:
    def __init__(self, places):
        column = lambda name: np.array([p[name] for p in places], float)
        self.latitude, self.longitude, self.truth = column("latitude"), column("longitude"), column("ghi")
        self.sun = given.extraterrestrial(self.latitude)
        self.today, self.base, self.design = base_at(self.latitude, self.longitude)
        self.countries = Countries(self.latitude, self.longitude)
        self.apart = light.kilometres(self.latitude, self.longitude, self.latitude, self.longitude)
        self.known = (self.sun > 40) & (self.truth > 4)
        self.target = np.log(np.maximum(self.truth, 1e-9) / np.maximum(self.base, 1e-9))
        crowd = (self.apart < 400).sum(1) ** -0.5
        self.weight = crowd[:, None] * (self.sun / year(self.sun)[:, None]) ** 2 * self.known

    def of(self, used):
        """The constants, and the weights of the used places."""
        flat = lambda a: a[used].reshape(-1, *a.shape[2:])
        constants = linear(flat(self.design), flat(self.target), flat(self.weight))
        model = self.base[used] * np.exp(self.design[used] @ constants)
        truth = self.truth[used]
        left = np.log(year(truth) / year(model))
        season = np.log(np.maximum(truth, 1) / np.maximum(model * np.exp(left)[:, None], 1))
        season = np.where(self.known[used], np.clip(season, -MOST_MONTH, MOST_MONTH), 0)
        near = light.alike(self.apart[np.ix_(used, used)])
        across = self.countries.with_places[used]
        both = np.block([[near, across], [across.T, self.countries.shared]])
        noise = np.repeat((NOISE, COUNTRY_NOISE), (len(near), len(across.T)))
        most = np.repeat((MOST_YEAR, MOST_COUNTRY), (len(near), len(across.T)))
        of_all = np.clip(np.concatenate([left, self.countries.left(constants)]), -most, most)
        of_year = np.linalg.solve(both + np.diag(noise**2), of_all)
        of_season = np.linalg.solve(near + MONTH_NOISE**2 * np.eye(len(near)), season)
        return constants, of_year[: len(near), None] + of_season, of_year[len(near) :]

    def left_out(self, kilometres):
        out = np.empty_like(self.truth)
        for k in range(len(out)):
            used = self.apart[k] > kilometres
            constants, weights, of_countries = self.of(used)
            near = light.alike(self.apart[k, used]) @ weights + self.countries.with_places[k] @ of_countries
            change = self.design[k] @ constants + near
            out[k] = np.minimum(self.base[k] * np.exp(change), fields.MOST_MONTH * self.sun[k])
        return out


def year(months):
    return months @ DAYS / 365


def row(name, found, truth):
    error = year(found) / year(truth) - 1
    months = np.sqrt(((found - truth) ** 2).mean(1)) / year(truth)
    rms = np.sqrt((error**2).mean())
    print(f"| {name} | {len(error)} | {100 * error.mean():+.1f} | {100 * rms:.2f} | {100 * months.mean():.2f} |")


def main():
    residuals = [a.removeprefix("--residuals=") for a in sys.argv[1:] if a.startswith("--residuals=")]
    apart = [int(a.removeprefix("--apart=")) for a in sys.argv[1:] if a.startswith("--apart=")] or [APART]
    places = read(a for a in sys.argv[1:] if not a.startswith("--"))
    fit = Fit(places)
    found = fit.left_out(apart[0])
    lists = np.array([p["list"] for p in places])
    print("| irradiance | places | year % bias | rms | months % |\n|---|---|---|---|---|")
    for name in dict.fromkeys(lists):
        for what, months in (("uncorrected", fit.today), ("corrected, left out", found)):
            row(f"{name}, {what}", months[lists == name], fit.truth[lists == name])
    if residuals:
        described = [
            {
                "list": p["list"],
                "name": p["name"],
                "lat": p["latitude"],
                "lon": p["longitude"],
                "altitude": p["altitude"],
                "truth": np.round(fit.truth[k], 2).tolist(),
                "predicted": np.round(found[k], 2).tolist(),
                "today": np.round(fit.today[k], 2).tolist(),
            }
            for k, p in enumerate(places)
        ]
        what = f"GHI, W/m2. predicted: by a field made without the place and all within {apart[0]} km."
        pathlib.Path(residuals[0]).write_text(json.dumps({"what": what, "places": described}))
    constants, weights, of_countries = fit.of(np.ones(len(places), bool))
    print("constants", np.round(constants, 4).tolist())
    spread = [
        {
            "latitude": round(p["latitude"], 3),
            "longitude": round(p["longitude"], 3),
            "weights": np.round(weights[k], 2).tolist(),
        }
        for k, p in enumerate(places)
    ]
    lines = ",\n".join(json.dumps(p) for p in spread)
    light.CORRECTIONS.write_text(
        f'{{ "constants": {np.round(constants, 4).tolist()},\n"countries": {np.round(of_countries, 2).tolist()},\n"places": [\n{lines}\n] }}\n'
    )


if __name__ == "__main__":
    main()
