"""pvlib's own client for services of this kind, unchanged, against a running server at the embedded sample's place.

Told by the environment: URL (with /v1/), KEY and POOR_KEY (accounts with and without tokens), COMPATIBILITY (none, pvlib).
"""

import os
import unittest
import warnings

import numpy as np
import pandas as pd
from pvlib import iotools
from requests import HTTPError

URL = os.environ["URL"]
PVLIB = os.environ["COMPATIBILITY"] == "pvlib"
DEMO = "demo0000-0000-0000-0000-000000000000"
KEY = os.environ["KEY"]
POOR_KEY = os.environ["POOR_KEY"]
PLACE = (36.1, -79.95)
LAST_YEAR = pd.Timestamp.now(tz="UTC").year - 1
NOW = pd.Timestamp.now(tz="UTC")

realtime = iotools.get_meteonorm_observation_realtime
training = iotools.get_meteonorm_observation_training
basic = iotools.get_meteonorm_forecast_basic
precision = iotools.get_meteonorm_forecast_precision
tmy = iotools.get_meteonorm_tmy

ANGLES = {"surface_azimuth", "surface_tilt"}
SHADED = [
    f"{part}_{surface}irradiance{shading}"
    for part, surface in [
        ("global", "horizontal_"),
        ("direct", "horizontal_"),
        ("diffuse", "horizontal_"),
        ("direct", "normal_"),
        ("global", "tilted_"),
        ("direct", "tilted_"),
        ("diffuse", "tilted_"),
    ]
    for shading in ("", "_with_shading")
]
OBSERVED = {*SHADED, "pv_production", "pv_production_with_shading", "global_clear_sky_irradiance", "temperature", "snow_depth"}
CLIMATE = OBSERVED | {
    "direct_horizontal_clear_sky_irradiance",
    "diffuse_clear_sky_irradiance",
    "direct_normal_clear_sky_irradiance",
    "dew_point_temperature",
    "relative_humidity",
    "wind_speed",
    "precipitation",
}

GHI = {
    "name": "global_horizontal_irradiance",
    "description": "Global horizontal irradiance",
    "unit": {"name": "W/m**2", "description": "watt per square meter"},
    "aggregation_method": "average",
}


def get(function, *args, key=DEMO, place=PLACE, url=URL, **options):
    if function is tmy:
        return function(*place, key, url=url, **options)
    return function(*place, *args, key, url=url, **options)


def minutes(count):
    return pd.Timedelta(minutes=count)


class ClientTest(unittest.TestCase):
    def assert_columns(self, data, wanted):
        """Exactly what was asked for; by the letter of the specification the angles always come, too."""
        self.assertEqual(set(data.columns), set(wanted) if PVLIB else {*wanted, *ANGLES})
        self.assert_numbers(data)

    def assert_numbers(self, data):
        self.assertEqual([name for name in data if not pd.api.types.is_numeric_dtype(data[name])], [])
        self.assertLess(data.isna().to_numpy().mean(), 0.2)

    def assert_all_observed(self, data):
        """Of snow the sample has nothing: no column with the pvlib setting, one of nulls by the letter."""
        if not PVLIB:
            self.assertTrue(data.pop("snow_depth").isna().all())
        self.assertEqual(set(data.columns), OBSERVED - {"snow_depth"} | ANGLES)
        self.assert_numbers(data)

    def assert_light(self, data):
        """What no sky can break, whatever the weather: rows in pvlib's names."""
        np.testing.assert_allclose(data["bhi"] + data["dhi"], data["ghi"], atol=0.02)
        np.testing.assert_allclose(data["poa_direct"] + data["poa_diffuse"], data["poa"], atol=0.02)
        for name in ("ghi", "dni", "dhi", "bhi", "poa", "ghi_clear", "pv_production"):
            self.assertTrue(data[name].between(0, 1400).all(), name)

    def assert_steps(self, index, count, step, zone="UTC"):
        self.assertEqual(len(index), count)
        self.assertEqual(set(np.diff(index)), {np.timedelta64(step.value, "ns")})
        self.assertEqual(index[0].utcoffset(), pd.Timedelta(0) if zone == "UTC" else pd.Timedelta(hours=zone))


class Observation(ClientTest):
    def test_realtime_by_default(self):
        start = (NOW - pd.Timedelta(hours=5)).floor("15min")
        data, meta = get(realtime, start, start + pd.Timedelta(hours=4), map_variables=False)
        self.assert_all_observed(data)
        self.assert_steps(data.index, 16, minutes(15))
        self.assertEqual(data.index[0], start + minutes(7.5))
        self.assertEqual(meta["frequency"], "15_minutes")
        self.assertEqual({entry["name"] for entry in meta["parameters"]}, OBSERVED)

    def test_realtime_by_the_minute_has_both_unaligned_ends(self):
        start = (NOW - pd.Timedelta(hours=5)).floor("min") + pd.Timedelta(seconds=20)
        data, meta = get(
            realtime,
            start,
            start + pd.Timedelta(hours=4),
            parameters=["all"],
            surface_tilt=20,
            surface_azimuth=10,
            time_step="1min",
            horizon="flat",
            map_variables=False,
            interval_index=True,
        )
        self.assertIsInstance(data.index, pd.IntervalIndex)
        self.assertEqual(data.index.closed, "left")
        self.assertEqual(data.index[0].left, start.floor("min"))
        self.assertEqual(data.index[-1].right, (start + pd.Timedelta(hours=4)).ceil("min"))
        self.assertEqual(len(data), 241)
        self.assertEqual((meta["lat"], meta["lon"]), PLACE)
        self.assertEqual((meta["surface_tilt"], meta["surface_azimuth"]), (20, 10))
        self.assertEqual(meta["frequency"], "1_minute")

    def test_realtime_with_relative_times(self):
        data, _ = get(realtime, "-6hours", "-3hours", parameters="temp_air", time_step="1h")
        self.assert_columns(data, ["temp_air"])
        self.assert_steps(data.index, 4, minutes(60))

    def test_training_over_a_year(self):
        names = ["ghi", "global_horizontal_irradiance_with_shading"]
        data, meta = get(training, f"{LAST_YEAR}-01-01", f"{LAST_YEAR + 1}-01-01", parameters=names, time_step="1h")
        self.assert_columns(data, names)
        days = 366 if pd.Timestamp(LAST_YEAR, 1, 1).is_leap_year else 365
        self.assert_steps(data.index, 24 * days, minutes(60))
        self.assertEqual(data.index[0], pd.Timestamp(f"{LAST_YEAR}-01-01T00:30Z"))
        self.assertTrue(1400 < data["ghi"].sum() / 1000 < 1800, data["ghi"].sum())
        for key in ("version", "commit"):
            self.assertRegex(meta.pop(key), r"^\S+$")
        self.assertAlmostEqual(meta.pop("altitude"), 273, delta=10)
        shaded = {**GHI, "name": names[1], "description": "Global horizontal irradiance with shading taken into account"}
        self.assertEqual(
            meta,
            {
                "latitude": 36.1,
                "longitude": -79.95,
                "frequency": "1_hour",
                "parameters": [GHI, shaded],
                "surface_azimuth": 180,
                "surface_tilt": 0,
                "time_zone": 0 if PVLIB else -5,
            },
        )

    def test_training_by_default(self):
        data, _ = get(training, f"{LAST_YEAR}-06-20", f"{LAST_YEAR}-06-22T12:34:56")
        self.assert_steps(data.index, 2 * 96 + 51, minutes(15))
        self.assert_light(data)
        np.testing.assert_array_equal(data["poa"], data["ghi"])

    def test_a_tilted_surface_behind_a_high_horizon(self):
        day = (f"{LAST_YEAR}-06-20", f"{LAST_YEAR}-06-21")
        data, meta = get(training, *day, surface_tilt=30, surface_azimuth=90, horizon=[80] * 360)
        self.assert_light(data)
        self.assertEqual((meta["surface_tilt"], meta["surface_azimuth"]), (30, 90))
        east = data["poa_direct"].sum()
        west = get(training, *day, surface_tilt=30, surface_azimuth=270, horizon="flat")[0]["poa_direct"].sum()
        self.assertGreater(abs(east - west), 10)
        self.assertEqual(data["direct_tilted_irradiance_with_shading"].max(), 0)
        self.assertGreater(data["poa_direct"].max(), 100)

    def test_a_stamp_of_another_zone(self):
        """The client sends its digits with a Z."""
        start = pd.Timestamp(f"{LAST_YEAR}-06-20T06:00", tz="Etc/GMT-2")
        data, _ = get(training, start, start + pd.Timedelta(hours=3), parameters="ghi", time_step="1h")
        self.assertEqual(data.index[0], pd.Timestamp(f"{LAST_YEAR}-06-20T06:30Z"))

    def test_numpy_numbers_as_a_place(self):
        data, _ = get(realtime, "-3hours", "-2hours", parameters="ghi", place=(np.float64(36.1), np.float32(-79.95)))
        self.assertEqual(len(data.columns), 1 if PVLIB else 3)


class Forecast(ClientTest):
    def test_basic(self):
        start = pd.Timestamp.now(tz="UTC").floor("h") + minutes(70)
        data, meta = get(basic, start, start + pd.Timedelta(hours=5), parameters="ghi")
        self.assert_columns(data, ["ghi"])
        self.assert_steps(data.index, 6, minutes(60))
        self.assertEqual(data.index[0], start.floor("h") + minutes(30))
        self.assertEqual(meta["frequency"], "1_hour")

    def test_basic_with_all_parameters(self):
        data, meta = get(basic, "now", "+3days", map_variables=False)
        self.assert_all_observed(data)
        self.assert_steps(data.index, 73, minutes(60))
        self.assertEqual(meta["time_zone"], 0 if PVLIB else -5)

    def test_basic_with_a_horizon_of_its_own(self):
        data, _ = get(basic, "+1hours", "+6hours", parameters="ghi", horizon=list(np.full(360, 80)))
        self.assertEqual(len(data), 6)

    def test_precision(self):
        data, meta = get(precision, "now", "+3hours", parameters="ghi", time_step="15min")
        self.assert_columns(data, ["ghi"])
        self.assert_steps(data.index, 13, minutes(15))
        self.assertEqual(meta["frequency"], "15_minutes")

    def test_precision_by_default(self):
        data, _ = get(precision, "now", "+1days")
        self.assert_steps(data.index, 97, minutes(15))
        self.assert_light(data)

    def test_precision_in_other_steps(self):
        for step, name, rows in [("1min", "1_minute", 181), ("1h", "1_hour", 4)]:
            data, meta = get(precision, "now", "+3hours", parameters=["poa", "temp_air"], time_step=step)
            self.assert_columns(data, ["poa", "temp_air"])
            self.assertEqual((len(data), meta["frequency"]), (rows, name))


class TypicalYear(ClientTest):
    def test_by_default(self):
        data, meta = get(tmy)
        self.assert_steps(data.index, 8760, minutes(60), zone=-5)
        self.assertEqual(data.index[0], pd.Timestamp("2005-01-01T00:30-05:00"))
        self.assert_light(data)
        self.assertTrue(1400 < data["ghi"].sum() / 1000 < 1800, data["ghi"].sum())
        self.assertTrue((data["temp_dew"] <= data["temp_air"] + 1).all())
        self.assertEqual((meta["time_zone"], meta["frequency"]), (-5, "1_hour"))
        self.assertEqual((meta["latitude"], meta["longitude"]), PLACE)

    def test_all_columns_by_their_names_in_the_service(self):
        data, meta = get(tmy, map_variables=False)
        self.assertEqual(set(data.columns), CLIMATE - {"snow_depth", "precipitation"} | ANGLES)
        self.assert_numbers(data)
        self.assertEqual({entry["name"] for entry in meta["parameters"]}, CLIMATE)

    def test_with_everything_said(self):
        options = {
            "parameters": "dhi",
            "surface_tilt": 20,
            "surface_azimuth": 90,
            "time_step": "1h",
            "horizon": [2] * 360,
            "terrain_situation": "open",
            "albedo": 0.5,
            "turbidity": [5.2, 4, 3, 3.1, 3.0, 2.8, 3.14, 3.0, 3, 3, 4, 5],
            "random_seed": 100,
            "clear_sky_radiation_model": "solis",
            "interval_index": True,
            "map_variables": False,
        }
        data, meta = get(tmy, **options)
        self.assert_columns(data, ["diffuse_horizontal_irradiance"])
        self.assertEqual(data.index[0].left, pd.Timestamp("2005-01-01T00:00-05:00"))
        self.assertEqual(data.index[-1].right, pd.Timestamp("2006-01-01T00:00-05:00"))
        self.assertEqual((meta["surface_tilt"], meta["surface_azimuth"]), (20, 90))
        pd.testing.assert_frame_equal(get(tmy, **options)[0], data)

    def test_generated_where_there_are_no_files(self):
        for place in [(50, 10), (21, 79), (-3, -60), (51, -114), (24, 33)]:
            data, meta = get(tmy, place=place, random_seed=7)
            self.assertEqual((len(data), meta["frequency"]), (8760, "1_hour"))
            self.assert_light(data)
            self.assertTrue(900 < data["ghi"].sum() / 1000 < 2500, data["ghi"].sum())
            pd.testing.assert_frame_equal(get(tmy, place=place, random_seed=7)[0], data)
            self.assertFalse(get(tmy, place=place, random_seed=8)[0].equals(data))

    def test_what_the_client_still_takes_and_no_longer_sends(self):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            data, _ = get(tmy, parameters=["ghi", "temp_air"], data_version="latest")
        self.assert_columns(data, ["ghi", "temp_air"])

    def test_by_the_minute(self):
        data, meta = get(tmy, key=KEY, horizon="flat", parameters="ghi", time_step="1min")
        self.assertEqual((len(data), meta["frequency"]), (525_600, "1_minute"))
        hourly = get(tmy, horizon="flat", parameters="ghi")[0]["ghi"]
        means = data["ghi"].to_numpy().reshape(-1, 60).mean(axis=1)
        self.assertLess(np.abs(means - hourly).mean(), 1)


class Errors(ClientTest):
    """Each as HTTPError, with the words that callers look for."""

    def refuses(self, words, function, *args, **options):
        with self.assertRaisesRegex(HTTPError, "^Meteonorm API returned an error: .*" + words):
            get(function, *args, **options)

    def test_an_unknown_parameter(self):
        for function in (basic, precision, realtime):
            self.refuses('invalid parameter "not_a_real_parameter"', function, "now", "+3hours", parameters="not_a_real_parameter")
        self.refuses('invalid parameter "nothing"', tmy, parameters=["ghi", "nothing"])

    def test_values_out_of_range(self):
        self.refuses('parameter "surface_azimuth"', tmy, parameters="dhi", surface_azimuth=400)
        self.refuses('parameter "surface_tilt"', realtime, "-3hours", "now", surface_tilt=91)
        self.refuses('parameter "lat"', basic, "now", "+3hours", place=(91, 0))
        self.refuses('parameter "lon"', basic, "now", "+3hours", place=(0, -181))
        self.refuses('parameter "horizon"', basic, "now", "+3hours", horizon=[1] * 359)
        self.refuses('parameter "frequency"', realtime, "-3hours", "now", time_step="5min")
        self.refuses('parameter "turbidity"', tmy, turbidity=[3] * 11)
        self.refuses('parameter "clear_sky_radiation_model"', tmy, clear_sky_radiation_model="none")

    def test_periods_outside_of_the_window(self):
        self.refuses('parameter "start"', training, "1990-01-01", "1990-02-01")
        self.refuses('parameter "start"', realtime, "-30days", "now")
        self.refuses('parameter "end"', basic, "now", "+400days")
        self.refuses('parameter "(start|end)"', realtime, "now", "-3hours")
        self.refuses('parameter "start"', realtime, "yesterday-ish", "now")

    def test_keys(self):
        for key in ("wrong", "irr_00000000_00000000000000000000000000000000"):
            self.refuses("key", realtime, "-3hours", "now", key=key)

    def test_a_place_that_the_demo_key_does_not_open(self):
        self.refuses("36.1", realtime, "-3hours", "now", place=(10, 10))

    def test_no_tokens_left(self):
        self.refuses("tokens", realtime, "-3hours", "now", key=POOR_KEY, horizon="flat")

    def test_no_weather(self):
        self.refuses("weather", realtime, "-3hours", "now", key=KEY, horizon="flat", place=(10, 10), parameters="snow_depth")

    def test_a_horizon_without_terrain(self):
        self.refuses('parameter "horizon"', realtime, "-3hours", "now", key=KEY, horizon="auto")

    def test_an_address_without_its_version(self):
        self.refuses("", realtime, "-3hours", "now", url=URL.removesuffix("v1/"))


class Result(unittest.TextTestResult):
    """With subtests each test still counts once."""

    passed = 0

    def addSuccess(self, test):
        super().addSuccess(test)
        self.passed += 1


def run():
    """The tests of the file that was called, and their count."""
    outcome = unittest.main(testRunner=unittest.TextTestRunner(resultclass=Result), exit=False).result
    print(f"{outcome.passed} passed, {outcome.testsRun - outcome.passed} failed", flush=True)
    raise SystemExit(0 if outcome.wasSuccessful() and outcome.passed > 0 else 1)


if __name__ == "__main__":
    run()
