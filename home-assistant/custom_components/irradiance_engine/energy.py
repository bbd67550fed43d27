"""The dashed curve of the Energy dashboard."""

from __future__ import annotations

from homeassistant.config_entries import ConfigEntryState
from homeassistant.core import HomeAssistant


async def async_get_solar_forecast(hass: HomeAssistant, config_entry_id: str) -> dict[str, dict[str, float]] | None:
    """Wh by the start of each hour, as the dashboard reads them; None while the entry is not loaded."""
    entry = hass.config_entries.async_get_entry(config_entry_id)
    if entry is None or entry.state is not ConfigEntryState.LOADED:
        return None
    return {"wh_hours": entry.runtime_data.data.wh_hours()}
