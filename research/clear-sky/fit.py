"""The constants of src/physics/models/clear-sky/ineichen-altitude.ts.

    pip install -r fixtures/clearsky/requirements-transfer.txt
    node research/clear-sky/rows.mjs FILE@LAT,LON,ALT… > rows.jsonl
    python research/clear-sky/fit.py rows.jsonl

Least cost of two things. From 1,500 m up: the relative error to radiative transfer (fixtures/clearsky/transfer.py) of random skies of
every altitude. Below: the error and the bias at the stations' clear minutes, at the climatology's turbidity of clear minutes, with the
mean bias to radiative transfer and to MAC2 (its bias to the same skies, printed by test/physics/clear-sky/transfer.test.ts) within LIMIT
at each altitude. Then the same without each station in turn, judged on it.
"""

import json
import sys
from pathlib import Path

import numpy as np
import pvlib
from scipy.optimize import minimize

CLEARSKY = Path(__file__).parents[2] / "fixtures" / "clearsky"
sys.path.insert(0, str(CLEARSKY))
import transfer  # noqa: E402

HEIGHTS = range(1500, 5001, 500)
SKIES = 250
LIMIT = 1.9
# Errors of the former default at the same stations: GHI, DNI; RMSE and mean absolute bias in %.
FORMER = {"ghi": (3.37, 1.38), "dni": (8.55, 2.98)}
# Mean bias of MAC2 to transfer.json by altitude, %.
MAC2 = np.array([0.6, 0.5, 0.3, 0.1, -0.1, -0.6, -1.1, -1.6])
# Weight of the bias beside the RMSE, of the altitudes beside the stations, and of a breach of LIMIT.
BIAS, HIGH, BREACH = 0.3, 0.2, 20
START = {"ghi": [0.933, 0.0013, 0.073, 4.8, 0.036, 6.6], "dni": [0.82, 0.0237, 0.0824, 4.74]}


def turbidity(water, aod550):
    """Kasten's formula at air mass 2 (src/physics/models/atmosphere/linke-turbidity.ts)."""
    return 11.2 * (-0.101 + 0.235 * 2**-0.16 + 0.112 * 2**-0.55 * water**0.34 + aod550 * (550 / 700) ** 1.14)


def ghi(c, km, m, excess):
    """Share of the extraterrestrial horizontal."""
    return (c[0] + c[1] * km) * np.exp(-m * (c[2] * np.exp(-km / c[3]) + c[4] * np.exp(km / c[5]) * excess))


def dni(c, km, m, excess):
    """Beam, share of the extraterrestrial; up to 1 km its loss per air mass is that of sea level."""
    return (c[0] + c[1] * km) * np.exp(-m * c[2] * np.exp(np.maximum(km - 1, 0) / c[3]) * excess)


MODEL = {"ghi": ghi, "dni": dni}


def random_skies(altitude, rng):
    pressure, thin = transfer.standard_pressure(altitude), np.exp(-altitude / transfer.SCALE_HEIGHT)
    rows = []
    for _ in range(SKIES):
        water = np.exp(rng.uniform(np.log(0.35), np.log(5))) * thin
        aod = np.exp(rng.uniform(np.log(0.02), np.log(0.45))) * thin
        # Whole degrees and a bit: CDISORT refuses the few zeniths that are its own directions.
        zenith = np.floor(np.degrees(np.arccos(rng.uniform(0.17, 1)))) + 0.37
        total, beam, _ = transfer.clear_sky(zenith, pressure, water, rng.uniform(0.25, 0.4), aod)
        airmass = pvlib.atmosphere.get_relative_airmass(zenith) * pressure / 101325
        rows.append([airmass, turbidity(water, aod) - 1, np.cos(np.radians(zenith)), total, beam])
    m, excess, mu, total, beam = np.array(rows).T
    return {"km": altitude / 1000, "m": m, "excess": excess, "mu": mu, "ghi": total, "dni": beam}


def oracle():
    table = json.loads((CLEARSKY / "transfer.json").read_text())["columns"]
    c = {name: np.array(values) for name, values in table.items()}
    c["mu"] = np.cos(np.radians(c["zenith"]))
    c["m"] = pvlib.atmosphere.get_relative_airmass(c["zenith"]) * transfer.standard_pressure(c["altitude"]) / 101325
    c["excess"] = turbidity(c["precipitableWater"], c["aod550"]) - 1
    return c


def stations(path):
    for line in Path(path).read_text().splitlines():
        row = json.loads(line)
        s = {key: np.array(value) if isinstance(value, list) else value for key, value in row.items()}
        s["km"], s["m"], s["excess"] = s["altitude"] / 1000, s["airmass"], s["turbidity"] - 1
        yield s


def errors(kind, c, s):
    """Bias and RMSE, % of the measured mean."""
    level = s["mu"] if kind == "ghi" else 1
    wrong = s["extra"] * level * MODEL[kind](c, s["km"], s["m"], s["excess"]) - s[kind]
    return 100 * wrong.sum() / s[kind].sum(), 100 * np.sqrt(np.mean(wrong**2)) / s[kind].mean()


def biases(kind, c, table):
    level = table["mu"] if kind == "ghi" else 1
    got = 1361 * level * MODEL[kind](c, table["altitude"] / 1000, table["m"], table["excess"])
    at = [table["altitude"] == altitude for altitude in transfer.ALTITUDES]
    return np.array([100 * (got[k].sum() / table[kind][k].sum() - 1) for k in at])


def cost(kind, c, sites, skies, table):
    if not (0.5 < c[-1] < 20 and 0.5 < c[3] < 20):
        return 1e9
    each = np.array([errors(kind, c, s) for s in sites])
    rmse, bias = FORMER[kind]
    low = each[:, 1].mean() / rmse + BIAS * np.abs(each[:, 0]).mean() / bias
    high = np.mean([errors(kind, c, {**s, "extra": 1361})[1] for s in skies])
    breach = 0
    if kind == "ghi":
        found = biases(kind, c, table)
        breach = sum((np.maximum(0, np.abs(off) - LIMIT) ** 2).sum() for off in (found, found - MAC2))
    return low + HIGH * high + BREACH * breach


def fitted(kind, sites, skies, table):
    c = np.array(START[kind])
    for _ in range(3):
        c = minimize(
            lambda at: cost(kind, at, sites, skies, table),
            c,
            method="Nelder-Mead",
            options={"maxiter": 500, "xatol": 1e-6, "fatol": 1e-6, "adaptive": True},
        ).x
    return c


def main(path):
    rng = np.random.default_rng(1)
    skies, table, sites = [random_skies(h, rng) for h in HEIGHTS], oracle(), list(stations(path))
    for kind in ("ghi", "dni"):
        c = fitted(kind, sites, skies, table)
        print(kind, c.round(5).tolist(), "by altitude, %:", biases(kind, c, table).round(1).tolist())
        for s in sites:
            without = fitted(kind, [other for other in sites if other is not s], skies, table)
            with_it, left_out = errors(kind, c, s), errors(kind, without, s)
            print(f"  {s['name']}: {with_it[0]:+.1f} / {with_it[1]:.1f}; left out {left_out[0]:+.1f} / {left_out[1]:.1f}")


if __name__ == "__main__":
    main(sys.argv[1])
