"""The curve of the Energy dashboard, and the sensors, hold what /v1/forecast/pv says."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from conftest import PLACE, SYSTEM, TIMES, address, ask, forecast
from homeassistant.config_entries import ConfigEntryState
from homeassistant.helpers import entity_registry as er
from homeassistant.helpers import issue_registry as ir
from homeassistant.setup import async_setup_component
from homeassistant.util import dt as dt_util

LENGTHS = {"CALM": {24}, "AUTUMN": {25, 24}, "SPRING": {23, 24}}


async def dashboard(hass, hass_ws_client, entry):
    """What the dashboard is sent."""
    assert await async_setup_component(hass, "energy", {})
    client = await hass_ws_client(hass)
    source = {"type": "solar", "stat_energy_from": "sensor.pv", "config_entry_solar_forecast": [entry.entry_id]}
    await client.send_json({"id": 1, "type": "energy/info"})
    assert (await client.receive_json())["result"]["solar_forecast_domains"] == ["irradiance_engine"]
    await client.send_json({"id": 2, "type": "energy/save_prefs", "energy_sources": [source]})
    assert (await client.receive_json())["success"]
    await client.send_json({"id": 3, "type": "energy/solar_forecast"})
    return (await client.receive_json())["result"][entry.entry_id]["wh_hours"]


@pytest.mark.parametrize("at", TIMES, indirect=True)
async def test_hours_of_the_dashboard_add_up_to_the_days(hass, at, hass_ws_client, add):
    entry = await add(address(at))
    assert entry.state is ConfigEntryState.LOADED
    hours = await dashboard(hass, hass_ws_client, entry)
    today = str(dt_util.now().date())
    whole = [day for day in (await forecast(address(at)))["days"] if day["date"] >= today][:8]
    lengths = set()
    for day in whole:
        start, end = (datetime.fromisoformat(day[bound]) for bound in ("start", "end"))
        inside = {key: wh for key, wh in hours.items() if start <= datetime.fromisoformat(key) < end}
        assert sum(inside.values()) / 1000 == pytest.approx(day["energy"], abs=1e-3), day["date"]
        # By its text, too, as Home Assistant's own page groups them.
        assert {key[:10] for key in inside} == {day["date"]}
        assert (end - start) / timedelta(hours=1) == len(inside)
        lengths.add(len(inside))
        assert day["energy"] > 5
    assert (len(whole), lengths) == (8, LENGTHS[at])


async def test_sensors_say_what_the_answer_says(hass, freezer, add):
    freezer.move_to(TIMES["CALM"])
    await add(address("CALM"))
    answer = await forecast(address("CALM"))
    powers = answer["values"]["ac_power"]
    rows = dict(zip(answer["start_times"], powers, strict=True))
    today, tomorrow = answer["days"][1:3]
    assert today["date"] == "2026-06-21"
    assert number(hass, "power_now") == pytest.approx(rows["2026-06-21T14:15:00+02:00"])
    assert number(hass, "energy_today") == pytest.approx(answer["energy"]["today"])
    assert number(hass, "energy_remaining_today") == pytest.approx(
        remaining(rows, "2026-06-21T14:17:09+02:00", today["end"])
    )
    assert number(hass, "energy_tomorrow") == pytest.approx(answer["energy"]["tomorrow"])
    assert number(hass, "energy_tomorrow_p10") == pytest.approx(tomorrow["quantiles"]["p10"])
    assert number(hass, "energy_tomorrow_p90") == pytest.approx(tomorrow["quantiles"]["p90"])
    assert number(hass, "energy_tomorrow_p10") < number(hass, "energy_tomorrow") < number(hass, "energy_tomorrow_p90")
    for day, key in ((today, "peak_time_today"), (tomorrow, "peak_time_tomorrow")):
        best = max((time for time in rows if time[:10] == day["date"]), key=lambda time: rows[time])
        assert datetime.fromisoformat(state(hass, key).state) == datetime.fromisoformat(best)
    assert datetime.fromisoformat(state(hass, "issued").state) == datetime.fromisoformat(answer["issued"])
    weather = state(hass, "weather")
    assert weather.state == "everywhere/run, everywhere/history"
    assert weather.attributes["notices"] == [notice["message"] for notice in answer["notices"]]
    assert not ir.async_get(hass).issues


async def test_several_planes_share_the_inverter(hass, freezer, add):
    freezer.move_to(TIMES["CALM"])
    small = SYSTEM | {"inverter": {"ac_power": "2 kW"}}
    entry = await add(address("CALM"), **PLACE, system=small)
    powers = [row.power for row in entry.runtime_data.data.rows]
    assert max(powers) == pytest.approx(2000)
    answer = await forecast(address("CALM"))
    assert max(answer["values"]["ac_power"]) > 3000 and len(answer["planes"]) == 2


async def test_a_stored_system_stands_for_place_and_planes(hass, add, key):
    server = address("SYNTHETIC")
    body = {"lat": PLACE["latitude"], "lon": PLACE["longitude"], "system": SYSTEM}
    await ask(server, "/v1/systems/roof", key, "PUT", body)
    by_name, described = await add(server, key, stored="roof"), await add(server, key)
    # Between the two questions a quarter of an hour may begin.
    same = set(by_name.runtime_data.data.rows) & set(described.runtime_data.data.rows)
    assert len(same) >= len(described.runtime_data.data.rows) - 2
    assert by_name.state is ConfigEntryState.LOADED


async def test_synthetic_weather_is_said_wherever_one_looks(hass, add, key):
    entry = await add(address("SYNTHETIC"), key)
    found = [one for one in hass.states.async_all("sensor") if one.entity_id.startswith("sensor.roof")]
    assert len(found) == 10 and all(one.attributes["synthetic"] is True for one in found)
    (issue,) = ir.async_get(hass).issues.values()
    assert (issue.translation_key, issue.severity) == ("synthetic", ir.IssueSeverity.WARNING)
    assert await hass.config_entries.async_unload(entry.entry_id)
    assert not ir.async_get(hass).issues
    assert {one.state for one in hass.states.async_all("sensor")} == {"unavailable"}


def state(hass, key):
    (entry,) = hass.config_entries.async_entries("irradiance_engine")
    entity = er.async_get(hass).async_get_entity_id("sensor", "irradiance_engine", f"{entry.entry_id}_{key}")
    return hass.states.get(entity)


def number(hass, key):
    return float(state(hass, key).state)


def remaining(rows, now, end):
    """kWh from a moment to another, from quarters of an hour."""
    now, end, quarter = datetime.fromisoformat(now), datetime.fromisoformat(end), timedelta(minutes=15)
    times = {datetime.fromisoformat(time): power for time, power in rows.items()}
    shares = {time: max(timedelta(), min(time + quarter, end) - max(time, now)) for time in times}
    return sum(power * (shares[time] / timedelta(hours=1)) for time, power in times.items()) / 1000
