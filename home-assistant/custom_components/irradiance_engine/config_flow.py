"""Asks for a server and a system, and tries them before it believes them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import voluptuous as vol
from homeassistant.config_entries import SOURCE_RECONFIGURE, ConfigFlow, ConfigFlowResult
from homeassistant.const import CONF_ADDRESS, CONF_API_KEY, CONF_LATITUDE, CONF_LONGITUDE
from homeassistant.helpers import selector
from homeassistant.helpers.aiohttp_client import async_get_clientsession
from yarl import URL

from .api import Client, NoAnswer
from .const import CONF_STORED, CONF_SYSTEM, DOMAIN
from .forecast import Forecast

# Fields of the forms, which are no keys of an entry.
TILT, AZIMUTH, KWP, INVERTER, ANOTHER = "tilt", "azimuth", "kwp", "inverter", "another"
# What a first plane may be like: south, at a usual slope.
FIRST_PLANE = {TILT: 30, AZIMUTH: 180}
# Of one system. The server may take more; nobody types them.
MOST_PLANES = 20


def number(least: float, most: float, unit: str) -> selector.NumberSelector:
    return selector.NumberSelector(
        selector.NumberSelectorConfig(min=least, max=most, step="any", unit_of_measurement=unit, mode="box")
    )


PASSWORD = selector.TextSelector(selector.TextSelectorConfig(type=selector.TextSelectorType.PASSWORD))
SERVER = vol.Schema({vol.Required(CONF_ADDRESS): str, vol.Required(CONF_API_KEY): PASSWORD})
KEY = vol.Schema({vol.Required(CONF_API_KEY): PASSWORD})
PLACE = vol.Schema(
    {
        vol.Required(CONF_LATITUDE): number(-90, 90, "°"),
        vol.Required(CONF_LONGITUDE): number(-180, 180, "°"),
        vol.Optional(INVERTER): number(0.05, 1_000_000, "kW"),
    }
)
PLANE = vol.Schema(
    {
        vol.Required(TILT): number(0, 90, "°"),
        vol.Required(AZIMUTH): number(0, 360, "°"),
        vol.Required(KWP): number(0.01, 1_000_000, "kWp"),
        vol.Required(ANOTHER, default=False): bool,
    }
)


class Flow(ConfigFlow, domain=DOMAIN):
    """server → (a stored system | place → plane → plane …) → entry."""

    VERSION = 1

    def __init__(self) -> None:
        self._server: dict[str, Any] = {}
        self._names: list[str] = []
        self._place: dict[str, Any] = {}
        self._planes: list[dict[str, Any]] = []

    async def async_step_user(self, user_input: dict[str, Any] | None = None) -> ConfigFlowResult:
        """The server and the key."""
        return await self._ask_server("user", user_input, {CONF_ADDRESS: "http://192.168.1.2:8080"})

    async def async_step_reconfigure(self, user_input: dict[str, Any] | None = None) -> ConfigFlowResult:
        """The same forms, filled with what the entry has."""
        data = self._get_reconfigure_entry().data
        return await self._ask_server("reconfigure", user_input, data)

    async def _ask_server(self, step: str, given: dict[str, Any] | None, known: Mapping[str, Any]) -> ConfigFlowResult:
        if given is None:
            return self._form(step, SERVER, known)
        self._server = {
            CONF_ADDRESS: given[CONF_ADDRESS].strip().rstrip("/"),
            CONF_API_KEY: given[CONF_API_KEY].strip(),
        }
        if not is_address(self._server[CONF_ADDRESS]):
            return self._form(step, SERVER, given, "invalid_address")
        try:
            self._names = await self._client().systems()
        except NoAnswer as none:
            return self._form(step, SERVER, given, none.reason, str(none))
        return await (self.async_step_kind() if self._names else self.async_step_place())

    async def async_step_kind(self, user_input: dict[str, Any] | None = None) -> ConfigFlowResult:
        """A system that the account has stored, or one to describe here."""
        return self.async_show_menu(step_id="kind", menu_options=[CONF_STORED, "place"])

    async def async_step_stored(self, user_input: dict[str, Any] | None = None) -> ConfigFlowResult:
        """Its name stands for place and planes."""
        names = selector.SelectSelector(selector.SelectSelectorConfig(options=self._names))
        schema = vol.Schema({vol.Required(CONF_STORED): names})
        if user_input is None:
            return self._form(CONF_STORED, schema, {})
        if none := await self._tried(user_input):
            return self._form(CONF_STORED, schema, user_input, none.reason, str(none))
        return self._finish(user_input[CONF_STORED], user_input)

    async def async_step_place(self, user_input: dict[str, Any] | None = None) -> ConfigFlowResult:
        """Where, and what the inverter gives at most. All planes share it."""
        if user_input is None:
            return self._form("place", PLACE, self._known_place())
        self._place, self._planes = user_input, []
        return self._form("plane", PLANE, self._known_planes()[0])

    async def async_step_plane(self, user_input: dict[str, Any]) -> ConfigFlowResult:
        """One plane after the other. A system that is refused begins again at its place."""
        azimuth = user_input[AZIMUTH] % 360
        self._planes.append({"surface_tilt": user_input[TILT], "surface_azimuth": azimuth, "kwp": user_input[KWP]})
        if user_input[ANOTHER] and len(self._planes) < MOST_PLANES:
            known = self._known_planes()[len(self._planes) :]
            return self._form("plane", PLANE, known[0] if known else {})
        system: dict[str, Any] = {"planes": self._planes}
        if (inverter := self._place.get(INVERTER)) is not None:
            system["inverter"] = {"ac_power": f"{inverter:.6f} kW"}
        data = {name: self._place[name] for name in (CONF_LATITUDE, CONF_LONGITUDE)} | {CONF_SYSTEM: system}
        if none := await self._tried(data):
            return self._form("place", PLACE, self._place, none.reason, str(none))
        return self._finish(f"PV {sum(plane['kwp'] for plane in self._planes):g} kWp", data)

    async def async_step_reauth(self, entry_data: Mapping[str, Any]) -> ConfigFlowResult:
        """The server refuses the key."""
        return await self.async_step_reauth_confirm()

    async def async_step_reauth_confirm(self, user_input: dict[str, Any] | None = None) -> ConfigFlowResult:
        """A new one, for the same system."""
        entry = self._get_reauth_entry()
        if user_input is None:
            return self._form("reauth_confirm", KEY, {})
        self._server = {CONF_ADDRESS: entry.data[CONF_ADDRESS], CONF_API_KEY: user_input[CONF_API_KEY].strip()}
        if none := await self._tried(entry.data):
            return self._form("reauth_confirm", KEY, {}, none.reason, str(none))
        return self.async_update_reload_and_abort(entry, data_updates=self._server)

    def _client(self) -> Client:
        return Client(async_get_clientsession(self.hass), self._server[CONF_ADDRESS], self._server[CONF_API_KEY])

    async def _tried(self, data: Mapping[str, Any]) -> NoAnswer | None:
        """Why there is no forecast of this system."""
        try:
            Forecast.read(await self._client().forecast(data, self.hass.config.time_zone))
        except NoAnswer as none:
            return none
        except ValueError as error:
            return NoAnswer("not_irradiance", str(error))
        return None

    def _finish(self, title: str, system: Mapping[str, Any]) -> ConfigFlowResult:
        data = self._server | dict(system)
        if self.source == SOURCE_RECONFIGURE:
            return self.async_update_reload_and_abort(self._get_reconfigure_entry(), title=title, data=data)
        self._async_abort_entries_match(data)
        return self.async_create_entry(title=title, data=data)

    def _known_place(self) -> dict[str, Any]:
        config = self.hass.config
        known: dict[str, Any] = {CONF_LATITUDE: config.latitude, CONF_LONGITUDE: config.longitude}
        data = self._described()
        known |= {name: data[name] for name in known if name in data}
        if power := data.get(CONF_SYSTEM, {}).get("inverter", {}).get("ac_power"):
            known[INVERTER] = float(power.removesuffix(" kW"))
        return known

    def _known_planes(self) -> list[dict[str, Any]]:
        planes = self._described().get(CONF_SYSTEM, {}).get("planes", [])
        known = [{TILT: one["surface_tilt"], AZIMUTH: one["surface_azimuth"], KWP: one["kwp"]} for one in planes]
        last = len(known) - 1
        return [plane | {ANOTHER: k < last} for k, plane in enumerate(known)] or [FIRST_PLANE]

    def _described(self) -> Mapping[str, Any]:
        return self._get_reconfigure_entry().data if self.source == SOURCE_RECONFIGURE else {}

    def _form(
        self, step: str, schema: vol.Schema, known: Mapping[str, Any], reason: str | None = None, message: str = ""
    ) -> ConfigFlowResult:
        return self.async_show_form(
            step_id=step,
            data_schema=self.add_suggested_values_to_schema(schema, known),
            errors=None if reason is None else {"base": reason},
            description_placeholders={"message": message, "number": str(len(self._planes) + 1)},
        )


def is_address(text: str) -> bool:
    """http or https, a host, perhaps a port and a path; a name and password belong in no address."""
    try:
        url = URL(text)
    except ValueError:
        return False
    return url.scheme in ("http", "https") and bool(url.host) and not (url.user or url.query_string or url.fragment)
