"""Asks for the forecast every quarter of an hour, and keeps the last answer while there is no new one."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from homeassistant.config_entries import ConfigEntry
from homeassistant.const import CONF_ADDRESS, CONF_API_KEY
from homeassistant.core import HomeAssistant
from homeassistant.exceptions import ConfigEntryAuthFailed
from homeassistant.helpers import issue_registry as ir
from homeassistant.helpers.aiohttp_client import async_get_clientsession
from homeassistant.helpers.update_coordinator import DataUpdateCoordinator, UpdateFailed
from homeassistant.util import dt as dt_util

from .api import Client, NoAnswer
from .const import DOMAIN, INTERVAL
from .forecast import Forecast

type Entry = ConfigEntry[Coordinator]

# A server that asks for patience for longer is asked once a day.
LONGEST = timedelta(days=1)


class Coordinator(DataUpdateCoordinator[Forecast]):
    """`data` is the last forecast that came, however old: its rows have times, and reach eight days."""

    def __init__(self, hass: HomeAssistant, entry: Entry) -> None:
        super().__init__(
            hass, logging.getLogger(__name__), config_entry=entry, name=entry.title, update_interval=INTERVAL
        )
        self.entry = entry
        self._client = Client(async_get_clientsession(hass), entry.data[CONF_ADDRESS], entry.data[CONF_API_KEY])
        # It outlives this coordinator: a setup that failed is tried again within seconds, by a new one.
        self._not_before: dict[str, datetime] = hass.data.setdefault(DOMAIN, {})

    async def _async_update_data(self) -> Forecast:
        now = dt_util.utcnow()
        self.update_interval = INTERVAL
        if (until := self._not_before.get(self.entry.entry_id, now)) > now:
            self.update_interval = until - now + timedelta(seconds=1)
            raise UpdateFailed(f"the server is not to be asked before {until.isoformat()}")
        try:
            answer = await self._client.forecast(self.entry.data, self.hass.config.time_zone)
            forecast = Forecast.read(answer)
        except NoAnswer as none:
            if none.reason == "invalid_auth":
                raise ConfigEntryAuthFailed(str(none)) from none
            if none.retry_after is not None:
                self._wait(now, timedelta(seconds=min(none.retry_after, LONGEST.total_seconds())))
            raise UpdateFailed(str(none)) from none
        except ValueError as error:
            raise UpdateFailed(str(error)) from error
        self._tell_of_synthetic(forecast)
        return forecast

    def _wait(self, now: datetime, pause: timedelta) -> None:
        self._not_before[self.entry.entry_id] = now + pause
        self.update_interval = max(pause + timedelta(seconds=1), INTERVAL)

    def _tell_of_synthetic(self, forecast: Forecast) -> None:
        if not forecast.synthetic:
            return ir.async_delete_issue(self.hass, DOMAIN, self.issue)
        return ir.async_create_issue(
            self.hass,
            DOMAIN,
            self.issue,
            is_fixable=False,
            severity=ir.IssueSeverity.WARNING,
            translation_key="synthetic",
            translation_placeholders={"title": self.entry.title},
        )

    @property
    def issue(self) -> str:
        """Name of the repair issue that says the weather is made up."""
        return f"synthetic_{self.entry.entry_id}"
