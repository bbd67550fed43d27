"""The direction of metered systems by pvanalytics' PVWatts fit, beside what is published of them: the table of docs/explanation/own-meter.md.

    pip install pvanalytics==0.2.2 pvlib==0.16.1 pandas==2.2.3
    python research/validate-meter.py FOLDER

FOLDER has a truth.csv (id, lat, lon, alt_m, tilt, azimuth, step_min) and meters ID-….csv.gz of time and W. Stamps are taken as the beginnings of
their intervals; the days are those that `fixed_nrel` calls sunny, the light is pvlib's clear sky.
"""

import sys
import time
import warnings
from pathlib import Path

import numpy as np
import pandas as pd
import pvlib
from pvanalytics import system
from pvanalytics.features import daytime, orientation

warnings.filterwarnings("ignore")
MOST_ROWS = 20_000


def normal(tilt, azimuth):
    tilt, azimuth = np.radians(tilt), np.radians(azimuth)
    return np.array([np.sin(tilt) * np.sin(azimuth), np.sin(tilt) * np.cos(azimuth), np.cos(tilt)])


def power_of(path, step):
    table = pd.read_csv(path)
    times = pd.to_datetime(table.iloc[:, 0], utc=True)
    power = pd.Series(pd.to_numeric(table.iloc[:, 1], errors="coerce").values, index=times)
    power = power[~power.index.duplicated()]
    return power.reindex(pd.date_range(power.index[0], power.index[-1], freq=f"{step}min"))


def direction_of(power, place, step):
    zone = round(place.longitude / 15)
    local = power.tz_convert(f"Etc/GMT{-zone:+d}")
    lit = daytime.power_or_irradiance(local.fillna(0), freq=f"{step}min")
    sunny = orientation.fixed_nrel(local.fillna(0), lit) & lit & (local > 0)
    middles = power.index[sunny.values] + pd.Timedelta(minutes=step / 2)
    sun = place.get_solarposition(middles)
    sky = place.get_clearsky(middles, solar_position=sun)
    rows = np.flatnonzero(sun.apparent_zenith < 80)
    if len(rows) > MOST_ROWS:
        rows = np.sort(np.random.default_rng(0).choice(rows, MOST_ROWS, replace=False))
    sun, sky = sun.iloc[rows], sky.iloc[rows]
    measured = pd.Series(power[sunny.values].values[rows], index=sun.index)
    tilt, azimuth, _ = system.infer_orientation_fit_pvwatts(
        measured, sky.ghi, sky.dhi, sky.dni, sun.apparent_zenith, sun.azimuth
    )
    return tilt, azimuth


def main(folder):
    angles = []
    for truth in pd.read_csv(folder / "truth.csv").itertuples():
        files = [path for path in folder.glob(f"{truth.id}-*.csv.gz") if "weather-" not in path.name]
        tilt = pd.to_numeric(truth.tilt, errors="coerce")
        if not files or np.isnan(tilt):
            continue
        place = pvlib.location.Location(truth.lat, truth.lon, altitude=truth.alt_m, tz="UTC")
        began = time.process_time()
        found = direction_of(power_of(files[0], truth.step_min), place, truth.step_min)
        angles.append(np.degrees(np.arccos(min(1, normal(*found) @ normal(tilt, float(truth.azimuth))))))
        seconds = time.process_time() - began
        print(f"{truth.id}: {found[0]:.1f}/{found[1]:.1f}, {angles[-1]:.1f} degrees between normals, {seconds:.1f} s")
    print(f"median {np.median(angles):.1f}")


main(Path(sys.argv[1]))
