"""The client of forecast.solar: nothing is changed but its address."""

import asyncio
from importlib.metadata import version
from zoneinfo import ZoneInfo

import forecast_solar
from forecast_solar import ForecastSolar
from judging import KEY, NOW, PLANE, URL, check, close, end, frozen, power
from yarl import URL as Address

ZONE = ZoneInfo("Europe/Berlin")
SITE = {"latitude": 50, "longitude": 10, "declination": 35, "azimuth": 0, "kwp": 8}


def client(**more):
    made = ForecastSolar(**{**SITE, **more})
    made._base_url = Address(URL)
    return made


async def refused(name, error, asking):
    try:
        await asking
        check(name, False, "was answered")
    except error:
        check(name, True)


def days_of(body):
    today = NOW.astimezone(ZONE).date().isoformat()
    answer = power({"start": "-26hours", "end": "+4days"}, body)
    return [day for day in answer["days"] if day["date"] >= today][:4]


async def estimate(name, asked, days):
    found = await asked.estimate()
    check(f"{name}: dates", [at.date().isoformat() for at in found.wh_days] == [day["date"] for day in days], found.wh_days)
    for at, energy in found.wh_days.items():
        own = next(day for day in days if day["date"] == at.date().isoformat())
        close(f"{name}: {own['date']}", energy / 1000, own["energy"])
    close(f"{name}: today", found.energy_production_today / 1000, days[0]["energy"])
    close(f"{name}: tomorrow", found.energy_production_tomorrow / 1000, days[1]["energy"])
    close(f"{name}: periods", sum(found.wh_period.values()) / 1000, sum(found.wh_days.values()) / 1000)
    # Each period belongs to a day of the place: none of its stamps is at night, so their dates are those of their days.
    for at, energy in found.wh_days.items():
        own = [wh for stamp, wh in found.wh_period.items() if stamp.astimezone(ZONE).date() == at.date()]
        close(f"{name}: periods of {at.date()}", sum(own) / 1000, energy / 1000)
    check(f"{name}: zone", found.timezone == "Europe/Berlin", found.timezone)
    check(f"{name}: now", found.now().timestamp() == NOW.timestamp(), found.now())
    peak = found.power_highest_peak_time_tomorrow
    check(f"{name}: peak at noon", 10 <= peak.astimezone(ZONE).hour <= 15, peak)
    check(f"{name}: rate", asked.ratelimit.call_limit > 0 and asked.ratelimit.period == 60, asked.ratelimit)


async def run():
    days = days_of({"planes": [PLANE]})
    async with client(api_key=KEY, damping_morning=0.0, damping_evening=0.0) as one:
        await estimate("one plane", one, days)
        check("the plane is valid", await one.validate_plane())
        check("the key is valid", await one.validate_api_key())
    async with client(api_key=KEY, inverter=3.0) as limited:
        await estimate("an inverter", limited, days_of({"planes": [PLANE], "inverter": {"ac_power": 3}}))
    if hasattr(forecast_solar, "Plane"):
        east = forecast_solar.Plane(declination=20, azimuth=-90, kwp=4)
        both = [PLANE, {"surface_tilt": 20, "surface_azimuth": 90, "kwp": 4}]
        async with client(api_key=KEY, planes=[east]) as roof:
            await estimate("two planes", roof, days_of({"planes": both}))
    async with client(api_key="nobodys") as stranger:
        await refused("a wrong key", forecast_solar.ForecastSolarAuthenticationError, stranger.estimate())
        await refused("a wrong key's info", forecast_solar.ForecastSolarAuthenticationError, stranger.validate_api_key())
    async with client(api_key=KEY, damping=0.5) as damped:
        await refused("damping", forecast_solar.ForecastSolarConfigError, damped.estimate())
    async with client(api_key=KEY, declination=120) as steep:
        await refused("a bad plane", forecast_solar.ForecastSolarRequestError, steep.estimate())


print("forecast-solar", version("forecast-solar"))
with frozen():
    asyncio.run(run())
end()
