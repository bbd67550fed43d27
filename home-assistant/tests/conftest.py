"""Our component in Home Assistant's harness, and the servers that the judge has started (scripts/judge-home.mjs)."""

from __future__ import annotations

import os
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from aiohttp import ClientSession, web

sys.path.insert(0, str(Path(__file__).parents[1]))
import custom_components  # noqa: F401  ours, before the harness brings its own

DEMO = "demo0000-0000-0000-0000-000000000000"
# No one else's numbers: they must be found in no diagnostics.
PLACE = {"latitude": 50.12345, "longitude": 10.54321}
PLANES = [
    {"surface_tilt": 35, "surface_azimuth": 100, "kwp": 4},
    {"surface_tilt": 20, "surface_azimuth": 250, "kwp": 5.5},
]
SYSTEM = {"planes": PLANES, "inverter": {"ac_power": "7 kW"}}
# When it is for the servers that stand still. On two of the days the clocks of Berlin change; one is nearly over.
TIMES = {"CALM": "2026-06-21T12:17:09Z", "AUTUMN": "2026-10-25T22:20:00Z", "SPRING": "2027-03-28T09:05:00Z"}


def address(name: str) -> str:
    return os.environ[f"SERVER_{name}"]


@pytest.fixture(autouse=True)
async def house(recorder_mock, enable_custom_integrations, socket_enabled, hass):
    """A house in Berlin's time that loads our component and may speak with this machine."""
    await hass.config.async_set_time_zone("Europe/Berlin")
    hass.config.latitude, hass.config.longitude = PLACE["latitude"], PLACE["longitude"]


class Relay:
    """Stands before a server: passes questions on, or does what `instead` says."""

    def __init__(self, behind: str) -> None:
        self.behind = behind
        self.asked = 0
        self.instead = None
        self.query: dict[str, str] = {}
        self.address = ""

    async def answer(self, request: web.Request) -> web.StreamResponse:
        self.asked += 1
        if self.instead is not None:
            return self.instead(request)
        async with (
            ClientSession() as session,
            session.request(
                request.method,
                f"{self.behind}{request.path}",
                params=dict(request.query) | self.query,
                data=await request.read(),
                headers={
                    name: request.headers[name] for name in ("Authorization", "Content-Type") if name in request.headers
                },
            ) as answer,
        ):
            return web.Response(status=answer.status, body=await answer.read(), content_type="application/json")


@pytest.fixture
async def relay(socket_enabled) -> AsyncIterator[Relay]:
    """One before the server of the calm day."""
    one = Relay(address("CALM"))
    app = web.Application()
    app.router.add_route("*", "/{path:.*}", one.answer)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    one.address = f"http://127.0.0.1:{runner.addresses[0][1]}"
    yield one
    await runner.cleanup()


@pytest.fixture
def at(freezer, request) -> str:
    """Home Assistant's time is the server's, before the fixture that makes tokens."""
    freezer.move_to(TIMES[request.param])
    return request.param


@pytest.fixture
def key() -> str:
    """Of the account of the server SYNTHETIC."""
    return os.environ["KEY_SYNTHETIC"]


@pytest.fixture
def add(hass):
    """Adds an entry and sets it up; gives it back, whatever came of it."""
    from pytest_homeassistant_custom_component.common import MockConfigEntry

    async def added(server: str, key: str = DEMO, **system):
        data = {"address": server, "api_key": key} | (system or PLACE | {"system": SYSTEM})
        entry = MockConfigEntry(domain="irradiance_engine", title="roof", data=data)
        entry.add_to_hass(hass)
        await hass.config_entries.async_setup(entry.entry_id)
        await hass.async_block_till_done()
        return entry

    return added


async def ask(server: str, path: str, key: str = DEMO, method: str = "GET", body=None, **query):
    """What the server itself says, asked past Home Assistant."""
    headers = {"Authorization": f"Bearer {key}"}
    async with (
        ClientSession() as session,
        session.request(method, f"{server}{path}", params=query, json=body, headers=headers) as answer,
    ):
        assert answer.status < 300, await answer.text()
        return await answer.json()


async def forecast(server: str, **query):
    """The forecast of SYSTEM from now on, in Berlin's days."""
    place = {"lat": PLACE["latitude"], "lon": PLACE["longitude"], "time_zone": "Europe/Berlin"}
    whole = {"start": "-26hours", "end": "+8days", "quantiles": "p10,p50,p90"}
    return await ask(server, "/v1/forecast/pv", method="POST", body=SYSTEM, **place, **whole, **query)
