"""Models under pvlib's names, against pvlib."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pvlib
import pytest
from conftest import PLACE

from irradiance_engine import EngineError, models

TIMES = pd.date_range("2024-06-21 05:00", periods=28, freq="30min", tz="Europe/Zurich")
LATITUDE, LONGITUDE = PLACE["latitude"], PLACE["longitude"]
SUN = pvlib.solarposition.get_solarposition(TIMES, LATITUDE, LONGITUDE)
SINGLE_DIODE = dict(alpha_sc=0.004, a_ref=1.8, I_L_ref=9.4, I_o_ref=1e-10, R_sh_ref=400, R_s=0.3)


def test_the_sun_and_what_follows_from_it():
    found = models.get_solarposition(time=TIMES, latitude=LATITUDE, longitude=LONGITUDE)
    assert isinstance(found, pd.DataFrame) and found.index.equals(TIMES)
    # pvlib takes a constant ΔT of 67 s.
    assert np.allclose(found.zenith, SUN.zenith, atol=1e-3)
    assert np.allclose(found.azimuth, SUN.azimuth, atol=2e-3)
    turned = models.singleaxis(apparent_zenith=SUN.apparent_zenith, solar_azimuth=SUN.azimuth, max_angle=60, gcr=0.3)
    theirs = pvlib.tracking.singleaxis(SUN.apparent_zenith, SUN.azimuth, max_angle=60, gcr=0.3)
    assert np.allclose(turned.tracker_theta, theirs.tracker_theta, atol=1e-6, equal_nan=True)


def test_light():
    ghi = pd.Series(900 * np.cos(np.radians(SUN.zenith)).clip(0), index=TIMES)
    split = models.erbs_driesse(ghi=ghi, zenith=SUN.zenith, day_of_year=TIMES.day_of_year.to_numpy())
    theirs = pvlib.irradiance.erbs_driesse(ghi, SUN.zenith, TIMES)
    assert np.allclose(split.dhi, theirs["dhi"], rtol=2e-3, atol=0.01)
    extra = pvlib.irradiance.get_extra_radiation(TIMES)
    plane = dict(surface_tilt=30, surface_azimuth=150, dhi=split.dhi, dni=split.dni, dni_extra=extra)
    ours = models.haydavies(**plane, solar_zenith=SUN.apparent_zenith, solar_azimuth=SUN.azimuth)
    other = pvlib.irradiance.haydavies(**plane, solar_zenith=SUN.apparent_zenith, solar_azimuth=SUN.azimuth)
    assert isinstance(ours, pd.Series)
    assert np.allclose(ours, other, rtol=1e-9)


def test_spellings_of_pvlib_and_results_of_all_kinds():
    ours = models.calcparams_desoto(effective_irradiance=np.array([200.0, 800.0]), temp_cell=40, **SINGLE_DIODE)
    theirs = pvlib.pvsystem.calcparams_desoto(np.array([200.0, 800.0]), 40, **SINGLE_DIODE)
    assert np.allclose(ours["photocurrent"], theirs[0], rtol=1e-12)
    assert np.allclose(ours["n_ns_vth"], theirs[4], rtol=1e-12)
    power = models.pvwatts_dc(effective_irradiance=800, temp_cell=40, pdc0=100, gamma_pdc=-0.004)
    assert isinstance(power, float) and power == pytest.approx(pvlib.pvsystem.pvwatts_dc(800, 40, 100, -0.004))
    assert isinstance(models.alt2pres(altitude=[0.0, 1000.0]), np.ndarray)


def test_every_model_says_what_it_takes():
    assert len(dir(models)) > 150
    for name in dir(models):
        sentence, *_, takes = getattr(models, name).__doc__.split("\n")
        assert len(sentence) > 10 and takes.startswith(("columns: ", "may be left out: ", "options: ")), name


@pytest.mark.parametrize(
    ("given", "error", "words"),
    [
        ({"ghi": 1}, TypeError, "needs zenith, day_of_year"),
        ({"ghi": 1, "zenith": 2, "day_of_year": 3, "foo": 4}, TypeError, "no argument 'foo'"),
        ({"ghi": [1, 2], "zenith": [2], "day_of_year": 3}, EngineError, "zenith"),
        ({"ghi": "x", "zenith": 2, "day_of_year": 3}, TypeError, "ghi must be a number"),
    ],
)
def test_arguments_are_refused_by_name(given, error, words):
    with pytest.raises(error, match=words):
        models.erbs(**given)


def test_names_and_indexes():
    with pytest.raises(AttributeError, match="is 'erbs' meant"):
        models.erb
    with pytest.raises(ValueError, match="the index of the other columns"):
        models.erbs(ghi=pd.Series([1.0], index=TIMES[:1]), zenith=pd.Series([1.0], index=TIMES[1:2]), day_of_year=3)
    with pytest.raises(TypeError, match="time must have a time zone|time zone"):
        models.delta_t(time=TIMES.tz_localize(None))
