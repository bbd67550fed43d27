"""pvlib's client of PVGIS, nothing changed but the address, and a script that asks PVcalc, beside /v1 itself."""

from importlib.metadata import version

import numpy as np
import requests
from judging import KEY, NOW, PLACE, URL, ask, check, end
from pvlib import iotools

YEAR = NOW.year - 1
# With the key in the path; without one it is the demo key, for which a horizon that is not known is flat.
DOOR = f"{URL}/pvgis/{KEY}/api/v5_3/"
FREE = f"{URL}/pvgis/api/v5_3/"
SYSTEM = {"planes": [{"surface_tilt": 35, "surface_azimuth": 170, "kwp": 8}], "losses": 14}


def ours(path, body=None, **query):
    status, answer = ask(f"/v1/{path}", {**PLACE, **query}, body)
    check(f"our own {path}", status == 200, answer if status != 200 else "")
    return answer


def same(column, values, tolerance=1e-6):
    theirs, own = np.array(column, dtype=float), np.array(values, dtype=float)
    return theirs.shape == own.shape and np.allclose(theirs, own, rtol=0, atol=tolerance, equal_nan=True)


def horizon():
    line, meta = iotools.get_pvgis_horizon(*PLACE.values(), url=FREE)
    check("get_pvgis_horizon: the line of a place that nobody knows", same(line, [0] * 48) and list(line.index[:2]) == [0, 7.5])
    check("get_pvgis_horizon: which is said", "its horizon is unknown" in str(meta["notices"]), meta["notices"])


def typical_year():
    year, meta = iotools.get_pvgis_tmy(*PLACE.values(), url=DOOR)
    names = {
        "ghi": "global_horizontal_irradiance_with_shading",
        "dni": "direct_normal_irradiance_with_shading",
        "dhi": "diffuse_horizontal_irradiance_with_shading",
        "temp_air": "temperature",
        "relative_humidity": "relative_humidity",
        "wind_speed": "wind_speed",
    }
    own = ours("climate/tmy", parameters=",".join(names.values()), climate_time="utc", horizon="flat")
    for name, parameter in names.items():
        check(f"get_pvgis_tmy: {name} of /v1", len(year) == 8760 and same(year[name], own["values"][parameter]))
    check("get_pvgis_tmy: stamps at hh:30", (year.index.minute == 30).all() and str(year.index[0]) == "1990-01-01 00:30:00+00:00")
    check("get_pvgis_tmy: null is what is not given", [name for name in year if year[name].isna().all()] == ["IR(h)", "wind_direction"])
    check("get_pvgis_tmy: pressure is the standard atmosphere's of the place's height", year.pressure.between(95e3, 101.4e3).all())
    check("get_pvgis_tmy: says whose data", meta["inputs"]["meteo_data"]["radiation_db"] != "" and "means" in str(meta["notices"]))
    rolled, _meta = iotools.get_pvgis_tmy(*PLACE.values(), url=DOOR, roll_utc_offset=1)
    check("get_pvgis_tmy: rolled to a zone", same(rolled["ghi"].to_numpy()[1:], year["ghi"].to_numpy()[:-1]))


def hours():
    plane = {"surface_tilt": 35, "surface_azimuth": 170}
    asked = {"start": YEAR, "end": YEAR, **plane, "url": DOOR}
    rows, _meta = iotools.get_pvgis_hourly(*PLACE.values(), **asked, pvcalculation=True, peakpower=8, loss=14)
    whole, _meta = iotools.get_pvgis_hourly(*PLACE.values(), **asked, components=False)
    names = [f"{part}_tilted_irradiance_with_shading" for part in ("global", "direct", "diffuse")]
    period = {"start": f"{YEAR}-01-01T00:00Z", "end": f"{YEAR + 1}-01-01T00:00Z", "frequency": "1_hour", "horizon": "flat"}
    own = ours("observation/historical", **period, **plane, parameters=",".join([*names, "temperature"]))["values"]
    for name, column in zip(names, (whole.poa_global, rows.poa_direct, rows.poa_sky_diffuse)):
        check(f"get_pvgis_hourly: {name} of /v1", same(column, own[name]), f"{column.sum() / 1000:.1f} kWh/m²")
    check("get_pvgis_hourly: temperature", same(rows.temp_air, own["temperature"]))
    off = (rows.poa_direct + rows.poa_sky_diffuse + rows.poa_ground_diffuse - whole.poa_global).abs().max()
    check("get_pvgis_hourly: the parts are the whole", off < 0.02, off)
    check("get_pvgis_hourly: stamps at hh:30", str(rows.index[0]) == f"{YEAR}-01-01 00:30:00+00:00" and (rows.index.minute == 30).all())
    return rows


def pv_calc(rows):
    query = {**PLACE, "peakpower": 8, "loss": 14, "angle": 35, "aspect": -10, "outputformat": "json"}
    answer = requests.get(f"{DOOR}PVcalc", params=query, timeout=60).json()
    months, totals = answer["outputs"]["monthly"]["fixed"], answer["outputs"]["totals"]["fixed"]
    own = ours("yield", SYSTEM, horizon="flat")
    behind = [month["stages"]["losses"] for month in own["months"]]
    check("PVcalc: E_m is ours before the inverter", same([month["E_m"] for month in months], behind, 0.006))
    check("PVcalc: H(i)_m", same([month["H(i)_m"] for month in months], [month["stages"]["shading"] / 8 for month in own["months"]], 0.006))
    check("PVcalc: E_y is the sum of its months", abs(totals["E_y"] - sum(behind)) < 0.1, totals["E_y"])
    stages = {stage["name"]: stage["factor"] for stage in own["losses"]}
    check("PVcalc: l_aoi", abs(totals["l_aoi"] - 100 * (stages["incidence"] - 1)) < 0.006, totals["l_aoi"])
    check("PVcalc: l_total", abs(totals["E_y"] / totals["H(i)_y"] / 8 - 1 - totals["l_total"] / 100) < 1e-3, totals["l_total"])
    ratio = rows.P.sum() / rows[["poa_direct", "poa_sky_diffuse"]].sum().sum() / 8
    check("PVcalc and seriescalc: one system", abs(ratio - 1 - totals["l_total"] / 100) < 0.03, f"{100 * (ratio - 1):.2f} %")
    best = requests.get(f"{DOOR}PVcalc", params={**query, "optimalangles": 1}, timeout=60).json()
    found = ours("yield", tilt="best", horizon="flat")["optimum"]
    fixed = best["inputs"]["mounting_system"]["fixed"]
    check("PVcalc: the best plane is near ours", abs(fixed["slope"]["value"] - found["surface_tilt"]) <= 2, fixed["slope"])
    check("PVcalc: it yields more", best["outputs"]["totals"]["fixed"]["E_y"] >= totals["E_y"])


def refusals():
    for what, query in {
        "a year before there is history": {"start": 1900, "end": 1900},
        "a tracker that there is not": {"start": YEAR, "end": YEAR, "trackingtype": 2},
    }.items():
        try:
            iotools.get_pvgis_hourly(*PLACE.values(), **query, url=DOOR)
            check(f"refused: {what}", False)
        except requests.HTTPError as error:
            check(f"refused with a reason: {what}", 'parameter "' in str(error), error)
    asked = lambda key: requests.get(f"{URL}/pvgis/{key}/api/v5_3/printhorizon", params={**PLACE, "outputformat": "json"}, timeout=60)
    wrong, own = asked("wrong"), asked(KEY)
    check("a wrong key in the path: 401", wrong.status_code == wrong.json()["status"] == 401, wrong.text)
    known = own.status_code == 200 and "its horizon is flat here" in str(own.json()["meta"]["notices"])
    check("a right one: the flat line of a place that nobody knows, and so it says", known, own.text)


print("pvlib", version("pvlib"))
horizon()
typical_year()
pv_calc(hours())
refusals()
end()
