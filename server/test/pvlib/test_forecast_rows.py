"""Forecasts by pvlib's own client from a server whose clock stands still at TIME: how many rows there are depends on the minute."""

import os

import numpy as np
import pandas as pd
from requests import HTTPError
from test_client import ClientTest, basic, get, minutes, precision, run

TIME = pd.Timestamp(os.environ["TIME"])
ON_THE_HOUR = TIME == TIME.floor("h")
PLACE = (50, 10)


class ForecastRows(ClientTest):
    def test_basic_from_the_next_hour_on(self):
        data, meta = get(basic, "+1hours", TIME + pd.Timedelta(hours=6), place=PLACE, parameters="ghi")
        self.assert_steps(data.index, 5 if ON_THE_HOUR else 6, minutes(60))
        self.assertEqual(data.index[0], TIME.floor("h") + minutes(90))
        self.assertEqual(meta["frequency"], "1_hour")

    def test_precision_by_quarters_of_an_hour(self):
        data, meta = get(precision, "now", "+3hours", place=PLACE, parameters="ghi", time_step="15min")
        self.assert_steps(data.index, 12 if ON_THE_HOUR else 13, minutes(15))
        self.assertEqual(data.index[0], TIME.floor("15min") + minutes(7.5))
        self.assertEqual(meta["frequency"], "15_minutes")

    def test_precision_by_minutes_and_hours(self):
        for step, rows in [("1min", 180 if TIME.second == 0 else 181), ("1h", 3 if ON_THE_HOUR else 4)]:
            data, _ = get(precision, "now", "+3hours", place=PLACE, parameters=["poa", "temp_air"], time_step=step)
            self.assertEqual(len(data), rows)

    def test_the_light_closes(self):
        data, _ = get(precision, "now", "+3hours", place=PLACE)
        self.assert_light(data)

    def test_a_horizon_of_its_own(self):
        for function in (basic, precision):
            data, _ = get(function, "now", "+3hours", place=PLACE, horizon=list(np.full(360, 80)))
            self.assertEqual(data["direct_horizontal_irradiance_with_shading"].max(), 0)
            self.assertGreater(data["bhi"].max(), 0)

    def test_errors(self):
        for function, arguments, options in [
            (basic, ("now", "+15days"), {}),
            (precision, ("now", "+15days"), {}),
            (precision, ("-25hours", "now"), {}),
            (precision, ("now", "+3hours"), {"time_step": "5min"}),
            (basic, ("now", "+3hours"), {"horizon": [90] * 360}),
        ]:
            with self.assertRaisesRegex(HTTPError, "^Meteonorm API returned an error: parameter "):
                get(function, *arguments, place=PLACE, **options)


if __name__ == "__main__":
    run()
