"""What is shown and asked while the server is away, busy or odd."""

from __future__ import annotations

import json
from copy import deepcopy
from datetime import timedelta

import pytest
from aiohttp import web
from conftest import DEMO, PLACE, TIMES, address, forecast
from homeassistant.config_entries import ConfigEntryState
from homeassistant.util import dt as dt_util
from pytest_homeassistant_custom_component.common import async_fire_time_changed
from test_energy import number, state

from custom_components.irradiance_engine.diagnostics import async_get_config_entry_diagnostics
from custom_components.irradiance_engine.energy import async_get_solar_forecast
from custom_components.irradiance_engine.forecast import Forecast

QUARTER = timedelta(minutes=15)


async def later(hass, freezer, time=QUARTER):
    freezer.tick(time + timedelta(seconds=1))
    async_fire_time_changed(hass)
    await hass.async_block_till_done(wait_background_tasks=True)


def gone(_request):
    raise ConnectionResetError


def busy(_request):
    body = {"error": {"code": "too_many_requests", "message": "later"}}
    return web.json_response(body, status=429, headers={"Retry-After": "7200"})


async def test_the_last_answer_stays_and_follows_the_clock(hass, freezer, add, relay):
    freezer.move_to(TIMES["CALM"])
    entry = await add(relay.address)
    rows = {row.start: row.power for row in entry.runtime_data.data.rows}
    issued, asked = state(hass, "issued").state, relay.asked
    relay.instead = gone
    for _ in range(3):
        before = number(hass, "power_now")
        await later(hass, freezer)
        assert not entry.runtime_data.last_update_success
        now = min(start for start in rows if start <= dt_util.utcnow() < start + QUARTER)
        assert number(hass, "power_now") == pytest.approx(rows[now])
        assert number(hass, "power_now") != before
        assert state(hass, "issued").state == issued
    assert relay.asked >= asked + 3
    assert len((await async_get_solar_forecast(hass, entry.entry_id))["wh_hours"]) > 24 * 8
    relay.instead = None
    await later(hass, freezer)
    assert entry.runtime_data.last_update_success


async def test_values_beyond_the_last_answer_are_unknown_and_not_zero(hass, freezer, add, relay):
    freezer.move_to(TIMES["CALM"])
    await add(relay.address)
    relay.instead = gone
    await later(hass, freezer, timedelta(days=9))
    for key in ("power_now", "energy_today", "energy_remaining_today", "energy_tomorrow", "peak_time_today"):
        assert state(hass, key).state == "unknown", key


async def test_a_server_that_asks_for_patience_gets_it(hass, freezer, add, relay):
    freezer.move_to(TIMES["CALM"])
    entry = await add(relay.address)
    relay.instead = busy
    await later(hass, freezer)
    asked = relay.asked
    for _ in range(7):
        await later(hass, freezer)
    await entry.runtime_data.async_refresh()
    assert relay.asked == asked
    relay.instead = None
    await later(hass, freezer, 2 * QUARTER)
    assert relay.asked == asked + 1 and entry.runtime_data.last_update_success
    await later(hass, freezer)
    assert relay.asked == asked + 2


async def test_patience_holds_for_a_setup_that_is_tried_again(hass, freezer, add, relay):
    freezer.move_to(TIMES["CALM"])
    relay.instead = busy
    entry = await add(relay.address)
    assert (entry.state, relay.asked) == (ConfigEntryState.SETUP_RETRY, 1)
    assert await async_get_solar_forecast(hass, entry.entry_id) is None
    relay.instead = None
    await later(hass, freezer, timedelta(minutes=10))
    assert (entry.state, relay.asked) == (ConfigEntryState.SETUP_RETRY, 1)
    await later(hass, freezer, timedelta(hours=2))
    assert entry.state is ConfigEntryState.LOADED


ODD = {
    "a page": b"<html>",
    "a list": b"[]",
    "deep": b"[" * 100_000,
    "long": b" " * (5 << 20) + b"{}",
    "another form": b'{"values":{}}',
}


@pytest.mark.parametrize("name", ODD)
async def test_what_is_no_forecast_is_no_answer(hass, freezer, add, relay, name):
    freezer.move_to(TIMES["CALM"])
    entry = await add(relay.address)
    before = entry.runtime_data.data
    relay.instead = lambda _request: web.Response(body=ODD[name])
    await entry.runtime_data.async_refresh()
    assert entry.runtime_data.data is before and not entry.runtime_data.last_update_success


FORMS = {
    "a time without offset": lambda one: one["start_times"].__setitem__(3, "2026-06-21T14:00:00"),
    "NaN": lambda one: one["values"]["ac_power"].__setitem__(3, float("nan")),
    "a text for a number": lambda one: one["values"]["ac_power"].__setitem__(3, "7"),
    "rows out of order": lambda one: one["start_times"].__setitem__(3, one["start_times"][9]),
    "a row less": lambda one: one["values"]["ac_power"].pop(),
    "silence about synthetic weather": lambda one: one["meta"]["weather"].pop("synthetic"),
    "no days": lambda one: one.pop("days"),
}


async def test_a_forecast_is_checked_before_it_is_believed():
    answer = await forecast(address("CALM"))
    assert Forecast.read(answer).days
    for name, spoil in FORMS.items():
        spoilt = deepcopy(answer)
        spoil(spoilt)
        with pytest.raises(ValueError):
            Forecast.read(spoilt)
            pytest.fail(f"believed {name}")


async def test_an_hour_that_is_not_wholly_known_is_left_out():
    answer = await forecast(address("CALM"))
    k = answer["start_times"].index("2026-06-22T12:15:00+02:00")
    answer["values"]["ac_power"][k] = None
    holed = Forecast.read(answer)
    whole = Forecast.read(await forecast(address("CALM")))
    assert set(whole.wh_hours()) - set(holed.wh_hours()) == {"2026-06-22T12:00:00+02:00"}
    assert holed.power_at(holed.rows[k].start) is None


async def test_a_day_that_is_not_known_has_no_energy_and_no_band():
    answer = await forecast(address("CALM"))
    answer["days"][2] |= {"energy": None, "missing": 0.3, "quantiles": None}
    one = Forecast.read(answer)
    day = one.days[min(one.days) + timedelta(days=2)]
    assert (day.energy, day.p10, day.p90, one.peak(day), one.remaining(day, day.start)) == (None,) * 5


async def test_diagnostics_have_neither_key_nor_place(hass, freezer, add):
    freezer.move_to(TIMES["CALM"])
    entry = await add(address("CALM"))
    found = await async_get_config_entry_diagnostics(hass, entry)
    text = json.dumps(found)
    assert not [one for one in (DEMO, address("CALM"), *map(str, PLACE.values()), "50.1", "10.5") if one in text]
    assert found["synthetic"] is False and found["sources"] == ["everywhere/run", "everywhere/history"]
    assert found["days"]["2026-06-21"] == pytest.approx(number(hass, "energy_today"))
