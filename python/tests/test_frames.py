"""Tables in and out: zones, labels, names, and what is refused."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from conftest import PLACE, weather_of

import irradiance_engine as ie

ZONES = ["Asia/Kolkata", "Asia/Kathmandu", "Europe/Zurich", "Australia/Lord_Howe", "America/St_Johns", "Etc/GMT+12"]


def observed(weather: pd.DataFrame, **options):
    return ie.observe(weather, 27.0, 85.0, altitude=100, parameters=["temp_air"], **options)


@pytest.mark.parametrize("zone", ZONES)
@pytest.mark.parametrize("label", ["left", "right", "center", "instant"])
def test_rows_keep_their_times_and_values_through_a_year_of_clock_changes(zone, label):
    index = pd.date_range("2024-01-01", "2025-01-01", freq="1h", inclusive="left", tz=zone)
    weather = pd.DataFrame({"ghi": 0.0, "temp_air": np.arange(len(index)) * 0.001}, index=index)
    found = observed(weather, label=label)
    assert found.index.equals(index)
    assert found.temp_air.equals(weather.temp_air)


@pytest.mark.parametrize(("zone", "days"), [("Asia/Kolkata", 366), ("Europe/Zurich", 366)])
def test_days_are_those_of_the_zone(zone, days):
    index = pd.date_range("2024-01-01", "2025-01-01", freq="30min", inclusive="left", tz=zone)
    weather = weather_of(index)
    found = ie.observe(weather, **PLACE, parameters=["ghi"], freq="D")
    steps = ie.observe(weather, **PLACE, parameters=["ghi"])
    assert len(found) == days
    assert (found.index == found.index.normalize()).all()
    daily = steps.ghi.groupby(steps.index.normalize()).sum() / 2
    assert np.allclose(found.ghi, daily, rtol=1e-9)


def test_coarser_steps_are_hours_of_the_zone_and_finer_ones_begin_with_the_rows():
    index = pd.date_range("2024-06-21", periods=48, freq="30min", tz="Asia/Kolkata")
    weather = weather_of(index)
    assert (ie.observe(weather, **PLACE, freq="1h").index == index[::2]).all()
    finer = ie.observe(weather, **PLACE, freq="15min").index
    assert finer[0] == index[0] and len(finer) == 96


def test_a_label_moves_the_sun(day):
    left, right = (ie.observe(day, **PLACE, extra=["apparent_zenith"], label=label) for label in ("left", "right"))
    moved = ie.observe(day.shift(-1, freq="1h"), **PLACE, extra=["apparent_zenith"])
    assert np.array_equal(right.apparent_zenith, moved.apparent_zenith)
    assert not np.allclose(left.apparent_zenith, right.apparent_zenith)


def test_missing_values_stay_missing_however_they_are_written(day):
    day.iloc[10, 0] = np.nan
    day.iloc[11, 0] = np.inf
    found = ie.observe(day, **PLACE)
    assert found.ghi.isna().to_numpy().nonzero()[0].tolist() == [10, 11]
    written = ie.observe(day.astype("Float64"), **PLACE)
    assert written.equals(found)


def test_names_of_both_are_taken_and_others_are_said(day):
    own = day.rename(columns={"ghi": "global_horizontal_irradiance", "temp_air": "temperature"})
    assert ie.observe(own, **PLACE).equals(ie.observe(day, **PLACE))
    notices = ie.observe(day.assign(wnd_speed=1, power=2), **PLACE).attrs["notices"]
    said = next(one["message"] for one in notices if one["code"] == "unused-columns")
    assert "wnd_speed (is wind_speed meant?)" in said and "power" in said


def test_an_altitude_of_the_map_is_said(day):
    codes = [one["code"] for one in ie.observe(day, 47.4, 8.5).attrs["notices"]]
    assert "altitude" in codes
    assert "altitude" not in [one["code"] for one in ie.observe(day, **PLACE).attrs["notices"]]


@pytest.mark.parametrize(
    ("change", "error", "words"),
    [
        (lambda w: w.tz_localize(None), TypeError, "weather.index must have a time zone"),
        (lambda w: w.reset_index(drop=True), TypeError, "must be a DatetimeIndex"),
        (lambda w: w.drop(w.index[5]), ValueError, "equal, rising steps: from 2024-06-21 04:00"),
        (lambda w: w.iloc[::-1], ValueError, "rising"),
        (lambda w: w.iloc[:0], ValueError, "must have rows"),
        (lambda w: w.set_axis(w.index.insert(3, pd.NaT)[:24]), ValueError, "NaT in row 3"),
        (lambda w: w.assign(global_horizontal_irradiance=1.0), ValueError, "once"),
        (lambda w: w.assign(ghi="x"), TypeError, r"weather\['ghi'\] must have numbers"),
        (lambda w: w.assign(ghi=w.index), TypeError, "must have numbers"),
        (lambda w: w.ghi, TypeError, "must be a DataFrame"),
    ],
)
def test_tables_are_refused_by_name(day, change, error, words):
    with pytest.raises(error, match=words):
        ie.observe(change(day), **PLACE)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"latitude": 91}, "latitude must be from -90 to 90"),
        ({"latitude": float("nan")}, "got nan"),
        ({"surface_tilt": 999}, "surface_tilt"),
        ({"surface_tilt": float("nan")}, "surface_tilt"),
        ({"albdo": 0.2}, "is albedo meant"),
        ({"linke_turbidity": 99}, "linke_turbidity must be a number from 1 to 15"),
        ({"label": "start"}, "label must be"),
        ({"freq": "2h"}, "freq must be one of"),
        ({"parameters": ["poa"]}, '"poa"'),
        ({"models": {"transposition": "foo"}}, "perez_driesse"),
        ({"decimals": 2}, "no option decimals"),
        ({"models": "reindl"}, "models must be a dict"),
        ({"parameters": [1]}, "must be a text"),
        ({"horizon": [1, 2]}, "360 elevations"),
        ({"closure": "__proto__"}, "__proto__"),
    ],
)
def test_options_are_refused_by_name(day, options, words):
    with pytest.raises((ValueError, TypeError), match=words):
        ie.observe(day, **{**PLACE, **options})


def test_two_hours_need_a_frequency():
    weather = weather_of(pd.date_range("2024-06-21", periods=12, freq="2h", tz="UTC"))
    with pytest.raises(ValueError, match="freq must be given"):
        ie.observe(weather, **PLACE)
    assert len(ie.observe(weather, **PLACE, freq="1h")) == 24
