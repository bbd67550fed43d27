"""The forecast of a PV system from one's own irradiance-server."""

from __future__ import annotations

from datetime import datetime

from homeassistant.const import Platform
from homeassistant.core import HomeAssistant, callback
from homeassistant.helpers import issue_registry as ir
from homeassistant.helpers.event import async_track_time_change

from .const import DOMAIN
from .coordinator import Coordinator, Entry

PLATFORMS = [Platform.SENSOR]


async def async_setup_entry(hass: HomeAssistant, entry: Entry) -> bool:
    """Asks once; without an answer Home Assistant tries again by itself."""
    coordinator = Coordinator(hass, entry)
    await coordinator.async_config_entry_first_refresh()
    entry.runtime_data = coordinator

    @callback
    def next_row(_now: datetime) -> None:
        coordinator.async_update_listeners()

    # States follow the clock through the rows, also while the server is away.
    entry.async_on_unload(async_track_time_change(hass, next_row, minute=(0, 15, 30, 45), second=0))
    await hass.config_entries.async_forward_entry_setups(entry, PLATFORMS)
    return True


async def async_unload_entry(hass: HomeAssistant, entry: Entry) -> bool:
    """Nothing of it stays."""
    ir.async_delete_issue(hass, DOMAIN, entry.runtime_data.issue)
    return await hass.config_entries.async_unload_platforms(entry, PLATFORMS)
