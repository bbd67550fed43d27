"""Weather that tests share: nobody's, but of the right size and course."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

PLACE = {"latitude": 47.4, "longitude": 8.5, "altitude": 473.0}


def weather_of(index: pd.DatetimeIndex) -> pd.DataFrame:
    """Light by the height of the sun in the middle of each step, with clouds."""
    utc = index.tz_convert("UTC") + (index[1] - index[0]) / 2
    day = 2 * np.pi * (utc.day_of_year - 81) / 364
    equation = (9.87 * np.sin(2 * day) - 7.53 * np.cos(day) - 1.5 * np.sin(day)) / 60
    hour = utc.hour + utc.minute / 60
    declination = np.radians(23.45 * np.sin(2 * np.pi * (284 + utc.day_of_year) / 365))
    angle, latitude = np.radians(15 * (hour + equation + 8.5 / 15 - 12)), np.radians(47.4)
    height = np.sin(latitude) * np.sin(declination) + np.cos(latitude) * np.cos(declination) * np.cos(angle)
    clouds = np.random.default_rng(1).uniform(0.2, 1, len(index))
    light = 1000 * np.clip(height, 0, None) ** 1.15 * clouds
    return pd.DataFrame({"ghi": light, "temp_air": 10 + 8 * np.cos(angle), "wind_speed": 2.0}, index=index)


@pytest.fixture(scope="session")
def year() -> pd.DataFrame:
    """2024 in quarters of an hour."""
    return weather_of(pd.date_range("2024-01-01", "2025-01-01", freq="15min", inclusive="left", tz="UTC"))


@pytest.fixture
def day() -> pd.DataFrame:
    return weather_of(pd.date_range("2024-06-21", periods=24, freq="1h", tz="Europe/Zurich"))
