"""Yields, examinations, meters."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from conftest import PLACE, weather_of

import irradiance_engine as ie

SYSTEM = {"planes": [{"surface_tilt": 30, "surface_azimuth": 180, "kwp": 8}]}


@pytest.fixture(scope="module")
def hours() -> pd.DataFrame:
    return weather_of(pd.date_range("2024-01-01", "2025-01-01", freq="1h", inclusive="left", tz="Etc/GMT-1"))


def test_a_yield_is_the_sum_of_its_series_and_of_its_months(hours):
    found = ie.yield_of(hours, SYSTEM, **PLACE, freq="1h")
    assert found.series.index.equals(hours.index)
    assert found.series.ac.sum() / 1000 == pytest.approx(found.total["energy"], rel=1e-9)
    assert found.months.energy.sum() == pytest.approx(found.annual["energy"], rel=1e-9)
    assert found.losses.loc["horizontal", "factor"] == 1
    assert 0.6 < found.annual["performance_ratio"] < 1


def test_dead_light_is_found_and_counts_as_missing(hours):
    dead = hours.copy()
    dead.loc["2024-06-01":"2024-06-20", "ghi"] = 0.0
    looked = ie.check(dead, **PLACE)
    assert looked.flags.dead.sum() > 200
    assert "dead" in [finding["code"] for finding in looked.findings]
    assert "dead" in [notice["code"] for notice in ie.yield_of(dead, SYSTEM, **PLACE).notices]
    assert "dead" not in [notice["code"] for notice in ie.yield_of(dead, SYSTEM, **PLACE, examine=False).notices]


def test_a_wrong_clock_is_refused_in_words_of_this_package(hours):
    shifted = hours.shift(2, freq="1h")
    with pytest.raises(ie.EngineError, match="move the index 2 hours back.*trust_clock=True"):
        ie.yield_of(shifted, SYSTEM, **PLACE)
    assert ie.yield_of(shifted, SYSTEM, **PLACE, trust_clock=True).total["energy"] > 0


def test_products_by_name_and_what_is_wrong_with_a_system(hours):
    named = {**SYSTEM, "module": {"name": "Canadian Solar Inc. CS5P-220M"}}
    assert ie.yield_of(hours, named, **PLACE, examine=False).annual["energy"] > 0
    with pytest.raises(ValueError, match='no "Nope"'):
        ie.yield_of(hours, {**SYSTEM, "module": {"name": "Nope"}}, **PLACE, examine=False)
    with pytest.raises(TypeError, match="planes must be a list"):
        ie.yield_of(hours, {"planes": []}, **PLACE)
    with pytest.raises(ValueError, match='options has no "foo"'):
        ie.yield_of(hours, SYSTEM, **PLACE, foo=1)
    with pytest.raises(ie.EngineError, match="no light"):
        ie.check(hours[["temp_air"]], **PLACE)


def test_a_system_is_learnt_from_its_meter():
    index = pd.date_range("2024-01-01", "2025-01-01", freq="30min", inclusive="left", tz="Europe/Zurich")
    weather = pd.DataFrame({"ghi": 0.0, "temp_air": 10.0, "wind_speed": 1.0}, index=index)
    clear = ie.observe(weather, **PLACE, parameters=["ghi_clear"]).ghi_clear
    random = np.random.default_rng(2)
    cloudy = random.uniform(0, 1, 366)[index.day_of_year - 1] < 0.6
    weather["ghi"] = clear.where(~cloudy, clear * random.uniform(0.1, 0.9, len(index)))
    plane = {"planes": [{"surface_tilt": 30, "surface_azimuth": 180, "kwp": 8}]}
    power = ie.yield_of(weather, plane, **PLACE, freq="30min", examine=False).series.ac
    learnt = ie.learn(power, **PLACE, unit="W")
    found = learnt.system["planes"][0]
    assert found["surface_tilt"] == pytest.approx(30, abs=4)
    assert found["surface_azimuth"] == pytest.approx(180, abs=3)
    assert learnt.expected.index.equals(index)
    assert ie.learn(power / 2, **PLACE, unit="Wh").system == learnt.system
    assert ie.yield_of(weather, learnt.system, **PLACE, examine=False).total["energy"] > 0
    short = ie.learn(power.iloc[:480], **PLACE, unit="W")
    assert short.system is None and "it takes 60" in short.refusal
    with pytest.raises(ValueError, match="unit must be"):
        ie.learn(power, **PLACE, unit="watts")
    with pytest.raises(TypeError, match=r"power\.index must have a time zone"):
        ie.learn(power.tz_localize(None), **PLACE, unit="W")
