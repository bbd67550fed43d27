"""Clients of Open-Meteo, nothing changed but the address: open-meteo-solar-forecast and openmeteo-requests, beside /v1 itself."""

import asyncio
from datetime import datetime, timedelta, timezone
from importlib.metadata import version
from zoneinfo import ZoneInfo

import numpy as np
import openmeteo_requests
from judging import KEY, NOW, PLACE, URL, ask, check, end
from open_meteo_solar_forecast import OpenMeteoSolarForecast

ZONE = ZoneInfo("Europe/Berlin")
WHERE = {"latitude": PLACE["lat"], "longitude": PLACE["lon"]}
TODAY = NOW.astimezone(ZONE).date()
DOOR = f"{URL}/open-meteo"
PLANE = {"tilt": 35, "azimuth": -20}
LIGHT = {
    "shortwave_radiation": "global_horizontal_irradiance",
    "direct_radiation": "direct_horizontal_irradiance",
    "diffuse_radiation": "diffuse_horizontal_irradiance",
    "direct_normal_irradiance": "direct_normal_irradiance",
    "global_tilted_irradiance": "global_tilted_irradiance",
}


def fetch(**query):
    status, answer = ask("/open-meteo/v1/forecast", query)
    check("the door answers", status == 200, answer if status != 200 else "")
    return answer


def ours(path, **query):
    plane = {"surface_tilt": PLANE["tilt"], "surface_azimuth": PLANE["azimuth"] + 180}
    return ask(f"/v1/{path}", {**PLACE, **plane, **query})[1]


def seconds(text):
    return datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp()


def light_as_ours():
    """Each value of the door is that of /v1 for the interval that ends at its stamp."""
    shared = {**WHERE, **PLANE, "timezone": str(ZONE), "timeformat": "unixtime", "past_days": 2, "forecast_days": 6}
    for part, frequency in [("minutely_15", "15_minutes"), ("hourly", "1_hour")]:
        answer = fetch(**shared, **{part: ",".join(LIGHT)})[part]
        names = ",".join(LIGHT.values())
        begin = (NOW - timedelta(days=3)).isoformat()
        pieces = [
            ours("forecast/precision", parameters=names, frequency=frequency, start="-20hours", end="+7days"),
            ours("observation/realtime", parameters=names, frequency=frequency, start=begin, end="now"),
        ]
        worst, compared, apart = 0.0, 0, []
        for name, own in LIGHT.items():
            known = {}
            for piece in pieces:
                found = zip(piece["end_times"], piece["values"][own])
                known.update({seconds(time): value for time, value in found if value is not None})
            for time, value in zip(answer["time"], answer[name]):
                if (value is None) != (time not in known):
                    apart.append((name, time))
                elif value is not None:
                    worst, compared = max(worst, abs(value - known[time])), compared + 1
        check(f"{part}: there is a value where /v1 has one", not apart, apart[:3])
        check(f"{part}: {compared} values are those of /v1", compared > 500 and worst < 1e-6, f"{worst:.1e} W/m²")


def days_as_ours():
    """The light of a day by the door's dates is that of the day in the place's zone."""
    answer = fetch(
        **WHERE,
        minutely_15="shortwave_radiation",
        daily="sunrise,sunset",
        timezone="auto",
        past_days=3,
        forecast_days=2,
    )
    offset = timedelta(seconds=answer["utc_offset_seconds"])
    check("the offset is that of now", offset == NOW.astimezone(ZONE).utcoffset(), offset)
    begins = [TODAY + timedelta(days=day) for day in range(-3, 2)]
    check("a day has each date of the place", answer["daily"]["time"] == [str(day) for day in begins], answer["daily"]["time"])
    sums = {}
    for stamp, value in zip(answer["minutely_15"]["time"], answer["minutely_15"]["shortwave_radiation"]):
        day = (datetime.fromisoformat(stamp) - timedelta(minutes=15)).date()
        sums[day] = sums.get(day, 0) + (value or 0) / 4
    own = ours("observation/realtime", time_zone=str(ZONE), frequency="1_day", start=str(begins[0]), end=str(TODAY),
               parameters="global_horizontal_irradiance")
    for start, total in zip(own["start_times"], own["values"]["global_horizontal_irradiance"]):
        day = datetime.fromisoformat(start).date()
        check(f"{day} has its light", abs(sums[day] - total) < 1, f"{sums[day]:.2f} and {total:.2f} Wh/m²")
    for rise, sunset, day in zip(answer["daily"]["sunrise"], answer["daily"]["sunset"], answer["daily"]["time"]):
        check(f"the sun of {day} rises and sets on it", rise[:10] == day == sunset[:10] and rise < sunset, f"{rise} {sunset}")


async def solar_forecast(latitude, longitude, what):
    options = dict(latitude=latitude, longitude=longitude, declination=35, azimuth=0, dc_kwp=8, ac_kwp=6)
    options |= dict(base_url=DOOR, api_key=KEY, past_days=2, forecast_days=7, damping_morning=0.2, damping_evening=0.2)
    async with OpenMeteoSolarForecast(**options) as client:
        found = await client.estimate()
    zone = ZoneInfo(ask("/v1/sources", {"lat": latitude, "lon": longitude})[1]["time_zone_name"])
    today = NOW.astimezone(zone).date()
    wanted = {today + timedelta(days=day) for day in range(-2, 7)}
    check(f"open-meteo-solar-forecast, {what}: has all days", wanted <= set(found.wh_days), sorted(found.wh_days)[0])
    return found.wh_days[today]


def power_of_ours():
    """What the library makes of a day of our light: Ross cells, 0.0342 K·m²/W, −0.4 %/°C."""
    query = dict(**WHERE, tilt=35, azimuth=0, timezone="auto", timeformat="unixtime", past_days=1, forecast_days=2)
    rows = fetch(**query, minutely_15="global_tilted_irradiance,temperature_2m")
    tz = timezone(timedelta(seconds=rows["utc_offset_seconds"]))
    values = rows["minutely_15"]
    energy = 0.0
    for k in range(1, len(values["time"])):
        start = datetime.fromtimestamp(values["time"][k] - 900, tz)
        light, *air = values["global_tilted_irradiance"][k], *values["temperature_2m"][k - 1 : k + 1]
        if start.date() == TODAY and None not in (light, *air):
            cell = sum(air) / 2 + 0.0342 * light
            energy += min(8 * light * (1 - 0.004 * (cell - 25)), 6000) / 4
    return energy


async def solar_forecasts():
    options = dict(**WHERE, declination=35, azimuth=0, dc_kwp=8, ac_kwp=6, base_url=DOOR, api_key=KEY, past_days=1, forecast_days=2)
    async with OpenMeteoSolarForecast(**options) as client:
        today = (await client.estimate()).wh_days[TODAY]
    own = power_of_ours()
    check("open-meteo-solar-forecast: today's energy is that of our light", abs(today - own) < 0.01 * own, f"{today:.0f}, {own:.0f} Wh")
    await solar_forecast(*PLACE.values(), "with damping")
    await solar_forecast(78.2, 15.6, "in Longyearbyen")
    await solar_forecast(-77.85, 166.67, "at McMurdo")
    await solar_forecast(1.87, -157.4, "on Kiritimati, 14 hours ahead")


def flat_as_json():
    """FlatBuffers have the numbers and times of the JSON."""
    query = {**WHERE, "hourly": ["shortwave_radiation", "temperature_2m"], "daily": ["sunrise", "sunset"], "timezone": "auto"}
    query |= {"minutely_15": "global_tilted_irradiance_instant", "tilt": 35, "apikey": KEY}
    (flat,) = openmeteo_requests.Client().weather_api(f"{DOOR}/v1/forecast", params=query)
    lists = {name: ",".join(value) if isinstance(value, list) else value for name, value in query.items()}
    plain = fetch(**lists, timeformat="unixtime")
    check("openmeteo-requests: zone", (flat.Timezone().decode(), flat.UtcOffsetSeconds()) == (plain["timezone"], plain["utc_offset_seconds"]))
    for part, found in [("hourly", flat.Hourly()), ("minutely_15", flat.Minutely15())]:
        times = list(range(found.Time(), found.TimeEnd(), found.Interval()))
        check(f"openmeteo-requests: {part}, times", times == plain[part]["time"], len(times))
        names = [name for name in plain[part] if name != "time"]
        for k, name in enumerate(names):
            theirs = np.array(plain[part][name], dtype=np.float32)
            check(f"openmeteo-requests: {name}", np.array_equal(found.Variables(k).ValuesAsNumpy(), theirs, equal_nan=True))
    rises = flat.Daily().Variables(0).ValuesInt64AsNumpy().tolist()
    check("openmeteo-requests: sunrise", rises == plain["daily"]["sunrise"], rises[:1])
    try:
        openmeteo_requests.Client().weather_api(f"{DOOR}/v1/forecast", params={**WHERE, "hourly": "cloud_colour", "apikey": KEY})
        check("openmeteo-requests: an unknown variable is refused", False)
    except openmeteo_requests.OpenMeteoRequestsError as error:
        check("openmeteo-requests: an unknown variable is refused by name", "cloud_colour" in str(error))


print("open-meteo-solar-forecast", version("open-meteo-solar-forecast"), "openmeteo-requests", version("openmeteo-requests"))
light_as_ours()
days_as_ours()
asyncio.run(solar_forecasts())
flat_as_json()
end()
