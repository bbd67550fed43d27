"""Solcast's own SDK, and the requests that home programs send for rooftop sites: nothing is changed but the address."""

import os
from importlib.metadata import version

from judging import KEY, NOW, PLACE, PLANE, URL, ask, check, close, end, frozen, power

# Read when it is imported.
os.environ.update(SOLCAST_API_BASE_URL=f"{URL}/solcast", SOLCAST_API_KEY=KEY)
from solcast import forecast, historic, live  # noqa: E402

SYSTEM = {"planes": [PLANE], "inverter": {"ac_power": 6}}
HALVES = {"frequency": "30_minutes", "quantiles": "p10,p50,p90"}


def rows_of(name, answer, key):
    check(f"{name}: answered", answer.code == 200, answer.exception)
    return answer.to_dict()[key] if answer.code == 200 else []


def kwh(rows, key):
    return sum(row[key] for row in rows) / 2


def sdk():
    where = (PLACE["lat"], PLACE["lon"])
    roof = {"tilt": 35, "azimuth": 180, "capacity": 8, "hours": 48}
    own = power({**HALVES, "end": "+48hours"}, {"planes": [PLANE]})
    names = ["pv_power_rooftop", "pv_power_rooftop10", "pv_power_rooftop90"]
    rows = rows_of("power", forecast.rooftop_pv_power(*where, output_parameters=names, **roof), "forecasts")
    close("power: energy", kwh(rows, names[0]), sum(own["values"]["ac_power"]) / 2000)
    close("power: p10", kwh(rows, names[1]), sum(own["quantiles"]["ac_power"]["p10"]) / 2000)
    close("power: p90", kwh(rows, names[2]), sum(own["quantiles"]["ac_power"]["p90"]) / 2000)
    check("power: first end", rows[0]["period_end"] > NOW.isoformat()[:19], rows[0])
    check("power: rows", len(rows) == len(own["end_times"]) >= 96, len(rows))
    light = forecast.radiation_and_weather(*where, output_parameters=["ghi", "dni", "dhi", "air_temp"], hours=24)
    status, own = ask(
        "/v1/forecast/precision",
        {**PLACE, "end": "+24hours", "frequency": "30_minutes", "parameters": "global_horizontal_irradiance"},
    )
    rows = rows_of("light", light, "forecasts")
    close("light", kwh(rows, "ghi") / 1000, sum(own["values"]["global_horizontal_irradiance"]) / 2000)
    rows = rows_of("live", live.radiation_and_weather(*where, output_parameters=["ghi", "gti"], hours=24, tilt=30), "estimated_actuals")
    check("live: ended", max(row["period_end"] for row in rows) <= NOW.isoformat()[:19] + "Z", rows[-1:])
    span = {"start": "2024-06-01T00:00Z", "end": "2024-06-02T00:00Z"}
    rows = rows_of("history", historic.radiation_and_weather(*where, output_parameters=["ghi"], **span), "estimated_actuals")
    check("history: a day", len(rows) == 48, len(rows))
    clouds = forecast.radiation_and_weather(*where, output_parameters=["ghi", "cloud_opacity"])
    check("clouds are refused by name", clouds.code == 400 and "cloud_opacity" in clouds.exception, clouds.exception)
    wrong = forecast.radiation_and_weather(*where, output_parameters=["ghi"], api_key="nobodys")
    check("a wrong key", wrong.code == 401 and "key" in wrong.exception, wrong.exception)


def sites():
    status, _ = ask("/v1/systems/roof", {}, {**PLACE, "system": SYSTEM}, method="PUT")
    check("a site is stored", status == 201, status)
    status, found = ask("/solcast/rooftop_sites", {"format": "json"})
    check("sites", [site["resource_id"] for site in found["sites"]] == ["roof"], found)
    status, found = ask("/solcast/rooftop_sites/roof/forecasts", {"format": "json", "hours": 168})
    own = power({**HALVES, "end": "+168hours"}, SYSTEM)
    close("a site's energy", kwh(found["forecasts"], "pv_estimate"), sum(own["values"]["ac_power"]) / 2000)
    status, found = ask("/solcast/rooftop_sites/roof/estimated_actuals", {"format": "json", "hours": 168})
    status, own = ask("/v1/observation/pv", {"system": "roof", "start": "-168hours", "frequency": "30_minutes"})
    known = [watts for watts in own["values"]["ac_power"] if watts is not None]
    close("a site's past", kwh(found["estimated_actuals"], "pv_estimate"), sum(known) / 2000)
    check("a site's past is a week", len(found["estimated_actuals"]) >= 330, len(found["estimated_actuals"]))


print("solcast", version("solcast"))
with frozen():
    sdk()
    sites()
end()
