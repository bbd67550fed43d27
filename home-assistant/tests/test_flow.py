"""The forms: what they make, and what they say when a server does not answer as it should."""

from __future__ import annotations

import os
from secrets import token_hex

import pytest
from aiohttp import ClientSession, web
from conftest import DEMO, PLACE, PLANES, SYSTEM, address, ask
from homeassistant.config_entries import SOURCE_REAUTH, ConfigEntryState
from homeassistant.data_entry_flow import FlowResultType

DOMAIN = "irradiance_engine"
FORMS = [{"tilt": one["surface_tilt"], "azimuth": one["surface_azimuth"], "kwp": one["kwp"]} for one in PLANES]


async def begin(hass, server, key=DEMO):
    flow = await hass.config_entries.flow.async_init(DOMAIN, context={"source": "user"})
    return await answer(hass, flow, {"address": server, "api_key": key})


async def answer(hass, flow, given):
    return await hass.config_entries.flow.async_configure(flow["flow_id"], given)


async def describe(hass, flow, inverter=7):
    """Place and two planes."""
    flow = await answer(hass, flow, PLACE | {"inverter": inverter})
    flow = await answer(hass, flow, FORMS[0] | {"another": True})
    assert (flow["step_id"], flow["description_placeholders"]["number"]) == ("plane", "2")
    return await answer(hass, flow, FORMS[1] | {"another": False})


async def test_a_described_system(hass):
    made = await describe(hass, await begin(hass, address("CALM") + "/"))
    assert (made["type"], made["title"]) == (FlowResultType.CREATE_ENTRY, "PV 9.5 kWp")
    described = SYSTEM | {"inverter": {"ac_power": "7.000000 kW"}}
    assert made["data"] == PLACE | {"address": address("CALM"), "api_key": DEMO, "system": described}
    await hass.async_block_till_done()
    assert made["result"].state is ConfigEntryState.LOADED
    again = await describe(hass, await begin(hass, address("CALM")))
    assert again["reason"] == "already_configured"


async def test_a_stored_system(hass, key):
    server = address("SYNTHETIC")
    # Names of its own: the releases of Home Assistant are judged side by side, with one account.
    kept, deleted = (f"flow-{token_hex(4)}" for _ in range(2))
    for name in (kept, deleted):
        body = {"lat": PLACE["latitude"], "lon": PLACE["longitude"], "system": SYSTEM}
        await ask(server, f"/v1/systems/{name}", key, "PUT", body)
    flow = await begin(hass, server, key)
    assert (flow["type"], flow["menu_options"]) == (FlowResultType.MENU, ["stored", "place"])
    flow = await answer(hass, flow, {"next_step_id": "stored"})
    await gone(server, deleted, key)
    flow = await answer(hass, flow, {"stored": deleted})
    assert flow["errors"] == {"base": "unknown_system"}
    made = await answer(hass, flow, {"stored": kept})
    assert made["title"] == kept
    assert made["data"] == {"address": server, "api_key": key, "stored": kept}
    await gone(server, kept, key)


async def gone(server, name, key):
    async with ClientSession() as session:
        await session.delete(f"{server}/v1/systems/{name}", headers={"Authorization": f"Bearer {key}"})


def page(_request):
    return web.Response(body=b"<html>")


def elsewhere(_request):
    raise web.HTTPFound("http://127.0.0.1:9/")


@pytest.mark.parametrize(
    ("server", "key", "error"),
    [
        ("CALM", "wrong", "invalid_auth"),
        ("CALM", "wrong\r\nHost: x", "invalid_auth"),
        ("http://127.0.0.1:9", DEMO, "cannot_connect"),
        ("192.168.1.2:8080", DEMO, "invalid_address"),
        ("http://", DEMO, "invalid_address"),
        ("http://me:secret@192.168.1.2", DEMO, "invalid_address"),
        (page, DEMO, "not_irradiance"),
        (elsewhere, DEMO, "not_irradiance"),
    ],
)
async def test_what_is_wrong_with_the_server_is_said(hass, relay, server, key, error):
    if callable(server):
        relay.instead, server = server, relay.address
    flow = await begin(hass, address(server) if server.isupper() else server, key)
    assert (flow["step_id"], flow["errors"]) == ("user", {"base": error})
    assert "secret" not in flow["description_placeholders"]["message"]
    # The form is not lost: the next answer goes on.
    flow = await answer(hass, flow, {"address": address("CALM"), "api_key": DEMO})
    assert flow["step_id"] == "place"


async def test_a_system_that_the_server_refuses(hass, relay):
    relay.query = {"lat": "91"}
    flow = await describe(hass, await begin(hass, relay.address))
    assert (flow["step_id"], flow["errors"]) == ("place", {"base": "refused"})
    assert '"lat" must be a number from -90 to 90, got "91"' in flow["description_placeholders"]["message"]
    relay.query = {}
    assert (await describe(hass, flow))["type"] is FlowResultType.CREATE_ENTRY
    flow = await describe(hass, await begin(hass, address("EMPTY"), os.environ["KEY_EMPTY"]))
    assert (flow["step_id"], flow["errors"]) == ("place", {"base": "no_weather"})


async def test_a_key_that_is_refused_is_asked_for_again(hass, add):
    entry = await add(address("CALM"), "wrong")
    assert entry.state is ConfigEntryState.SETUP_ERROR
    (flow,) = hass.config_entries.flow.async_progress_by_handler(DOMAIN)
    assert flow["context"]["source"] == SOURCE_REAUTH
    assert (await answer(hass, flow, {"api_key": "still wrong"}))["errors"] == {"base": "invalid_auth"}
    assert (await answer(hass, flow, {"api_key": DEMO}))["reason"] == "reauth_successful"
    await hass.async_block_till_done()
    assert (entry.state, entry.data["api_key"]) == (ConfigEntryState.LOADED, DEMO)


async def test_reconfigure_changes_the_system(hass, add):
    entry = await add(address("CALM"))
    flow = await entry.start_reconfigure_flow(hass)
    flow = await answer(hass, flow, {"address": address("CALM"), "api_key": DEMO})
    assert suggested(flow) == PLACE | {"inverter": 7}
    flow = await answer(hass, flow, suggested(flow) | {"inverter": 3})
    assert suggested(flow) == FORMS[0] | {"another": True}
    flow = await answer(hass, flow, FORMS[0] | {"another": False})
    assert flow["reason"] == "reconfigure_successful"
    await hass.async_block_till_done()
    assert entry.state is ConfigEntryState.LOADED
    assert entry.data["system"] == {"planes": PLANES[:1], "inverter": {"ac_power": "3.000000 kW"}}


def suggested(flow):
    return {
        str(field): field.description["suggested_value"] for field in flow["data_schema"].schema if field.description
    }
