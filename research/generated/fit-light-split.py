"""Fits the split of generated light (src/answers/climate/generation/diffuse.ts) and judges it at each station without it:

  node research/validate-tails.mjs … --hours > hours.csv && python research/generated/fit-light-split.py hours.csv

Columns: station, measured (1 or 0), GHI, DNI, clean sky, sine, day's sum of GHI over that of the clean sky. Least squares of DNI, each
station with the same weight (typical years half of it), and the sum of its DNI.
"""
import sys

import numpy as np
import pandas as pd
from scipy.optimize import least_squares

LEAST = 0.05
rows = pd.read_csv(sys.argv[1], header=None, names="station measured ghi dni clean sine day".split())
rows = rows[(rows.sine > 0.05) & (rows.ghi > 0) & rows.dni.notna()]


def beam(part, b):
    index = part.ghi / part.clean
    excess = np.maximum(index - 1, 0)
    x = b[0] + b[1] * index + b[2] * part.day + b[3] * part.sine + b[4] * excess
    fraction = LEAST + (1 - LEAST) / (1 + np.exp(-x))
    return (1 - fraction) * part.ghi / part.sine


def fit(training):
    groups = [(part, 1 if part.measured.iloc[0] else 0.5) for _, part in training.groupby("station")]

    def residuals(b):
        found = []
        for part, weight in groups:
            made = beam(part, b)
            found.append(weight * np.sqrt(part.sine / len(part)) * (made - part.dni) / 300)
            found.append([3 * weight * (made.sum() / part.dni.sum() - 1)])
        return np.concatenate(found)

    return least_squares(residuals, [5, -5, 0, 0, 0]).x


print("all:", fit(rows).round(2))
for name, part in rows.groupby("station"):
    without = beam(part, fit(rows[rows.station != name]))
    print(f"{name}: DNI {100 * (without.sum() / part.dni.sum() - 1):+.1f} % without it")
