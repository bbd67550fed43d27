"""Processor time of a year of quarters of an hour, here and in pvlib, in one process: `python versus_pvlib.py`.

Both split GHI, transpose, and compute the clear sky, cell temperature and power. pvlib takes one instant a row; here the sun moves within each.
"""

from __future__ import annotations

import time
import warnings

import numpy as np
import pandas as pd
import pvlib

import irradiance_engine as ie

LATITUDE, LONGITUDE, ALTITUDE = 47.4, 8.5, 473
STEP = pd.Timedelta("15min")
SAPM = pvlib.temperature.TEMPERATURE_MODEL_PARAMETERS["sapm"]["open_rack_glass_polymer"]


def weather() -> pd.DataFrame:
    index = pd.date_range("2024-01-01", "2025-01-01", freq=STEP, inclusive="left", tz="UTC")
    sun = pvlib.solarposition.get_solarposition(index + STEP / 2, LATITUDE, LONGITUDE)
    clearness = np.clip(0.55 + 0.25 * np.random.default_rng(1).standard_normal(len(index)), 0.05, 0.95)
    light = 1040 * np.clip(np.cos(np.radians(sun.zenith.to_numpy())), 0, None) * clearness
    return pd.DataFrame({"ghi": light, "temp_air": 10.0, "wind_speed": 2.0}, index=index)


def with_pvlib(given: pd.DataFrame) -> np.ndarray:
    location = pvlib.location.Location(LATITUDE, LONGITUDE, altitude=ALTITUDE)
    index, ghi = given.index + STEP / 2, given.ghi.to_numpy()
    sun = location.get_solarposition(index)
    split = pvlib.irradiance.erbs_driesse(ghi, sun.zenith.to_numpy(), index)
    dni, dhi = np.nan_to_num(split["dni"]), np.nan_to_num(split["dhi"])
    zenith, azimuth = sun.apparent_zenith.to_numpy(), sun.azimuth.to_numpy()
    location.get_clearsky(index, model="ineichen", solar_position=sun)
    plane = pvlib.irradiance.get_total_irradiance(
        *(30, 180, zenith, azimuth, dni, ghi, dhi),
        dni_extra=pvlib.irradiance.get_extra_radiation(index).to_numpy(),
        airmass=pvlib.atmosphere.get_relative_airmass(zenith),
        model="perez-driesse",
    )
    light = np.nan_to_num(plane["poa_global"])
    cell = pvlib.temperature.sapm_cell(light, 10.0, 2.0, **SAPM)
    return pvlib.inverter.pvwatts(pvlib.pvsystem.pvwatts_dc(light, cell, 1000, -0.0037), 1000 / 0.96)


def cpu(run, times: int) -> float:
    """Least processor time of a run, ms."""
    for _ in range(4):
        run()
    spent = []
    for _ in range(times):
        start = time.process_time()
        run()
        spent.append(time.process_time() - start)
    return 1000 * min(spent)


if __name__ == "__main__":
    warnings.filterwarnings("ignore")
    given = weather()
    place = {"latitude": LATITUDE, "longitude": LONGITUDE, "altitude": ALTITUDE, "surface_tilt": 30}
    theirs = cpu(lambda: with_pvlib(given), 5)
    for what, parameters in (("21 columns", "all"), ("plane and power", ["poa_global", "pv_production"])):
        ours = cpu(lambda parameters=parameters: ie.observe(given, **place, parameters=parameters), 15)
        print(f"{what}: {ours:.1f} ms, pvlib {theirs:.1f} ms of processor time, {theirs / ours:.1f} times")
