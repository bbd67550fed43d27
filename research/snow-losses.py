"""What PVWatts 8 takes for snow from years with snow depth, percent of the year: rows of `PLACES` in research/fit-snow.mjs.

    python research/snow-losses.py FILE…

FILE: EPW, SAM's CSV, or hours of Open-Meteo's archive with snow_depth (m). Versions: fixtures/peers/requirements.txt. South at 15, 30 and
45°; a depth that is missing counts as none, as in SAM.
"""

import csv
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import PySAM.Pvwattsv8 as pvwatts

EPW = {6: "tdry", 14: "dn", 15: "df", 21: "wspd", 30: "snow"}
SAM = {"DNI": "dn", "DHI": "df", "Tdry": "tdry", "Wspd": "wspd", "Snow Depth": "snow"}
OPEN_METEO = {
    "direct_normal_irradiance": "dn", "diffuse_radiation": "df", "temperature_2m": "tdry", "wind_speed_10m": "wspd", "snow_depth": "snow",
}  # fmt: skip


def read(path):
    if path.suffix == ".epw":
        place = dict(zip(["lat", "lon", "tz", "elev"], map(float, path.read_text(errors="replace").split("\n")[0].split(",")[6:10])))
        table = pd.read_csv(path, skiprows=8, header=None, usecols=list(EPW)).rename(columns=EPW)
        return place, table.assign(snow=table["snow"].where(table["snow"] < 999))
    head, values = list(csv.reader(path.open()))[:2]
    fields = dict(zip(head, values))
    if "Latitude" in fields:
        place = {"lat": "Latitude", "lon": "Longitude", "tz": "Time Zone", "elev": "Elevation"}
        return {key: float(fields[name]) for key, name in place.items()}, pd.read_csv(path, skiprows=2).rename(columns=SAM)
    place = {"lat": float(fields["latitude"]), "lon": float(fields["longitude"]), "elev": float(fields["elevation"])}
    place["tz"] = round(place["lon"] / 15)
    table = pd.read_csv(path, skiprows=3, index_col=0, parse_dates=True)
    table.columns = [name.split(" ")[0] for name in table.columns]
    # Values are means of the hour before the stamp.
    table.index += pd.Timedelta(hours=place["tz"] - 1)
    table = table[table.index.year == table.index.year[len(table) // 2]].rename(columns=OPEN_METEO)
    return place, table.assign(snow=100 * table["snow"])


def taken(place, table, tilt):
    stamps = pd.date_range("2023-01-01", periods=8760, freq="h")
    given = {key: table[key].fillna(0).tolist()[:8760] for key in ["dn", "df", "tdry", "wspd", "snow"]}
    time = {key: list(getattr(stamps, key)) for key in ["year", "month", "day", "hour"]} | {"minute": [30] * 8760}
    energy = []
    for snow in (0, 1):
        model = pvwatts.new()
        model.SolarResource.assign({"solar_resource_data": place | time | given, "use_wf_albedo": 0, "albedo": [0.2] * 12})
        model.SystemDesign.assign({
            "system_capacity": 1, "module_type": 0, "dc_ac_ratio": 1.2, "array_type": 0, "azimuth": 180, "tilt": tilt,
            "gcr": 0.01, "inv_eff": 96, "losses": 14.075660688264469, "en_snowloss": snow})  # fmt: skip
        model.AdjustmentFactors.assign({"adjust_constant": 0})
        model.execute()
        energy.append(np.sum(model.Outputs.ac))
    return round(float(100 * (1 - energy[1] / energy[0])), 1)


for name in sys.argv[1:]:
    place, table = read(Path(name))
    print(Path(name).stem, place, [taken(place, table, tilt) for tilt in (15, 30, 45)])
