"""What may be shown to others: neither key nor place, and no message, as some name the place."""

from __future__ import annotations

from typing import Any

from homeassistant.components.diagnostics import async_redact_data
from homeassistant.const import CONF_ADDRESS, CONF_API_KEY, CONF_LATITUDE, CONF_LONGITUDE
from homeassistant.core import HomeAssistant

from .const import CONF_STORED
from .coordinator import Entry

SECRET = {CONF_ADDRESS, CONF_API_KEY, CONF_LATITUDE, CONF_LONGITUDE, CONF_STORED}


async def async_get_config_entry_diagnostics(hass: HomeAssistant, entry: Entry) -> dict[str, Any]:
    """The entry without its secrets, and what the last answer was made of."""
    coordinator = entry.runtime_data
    forecast = coordinator.data
    return {
        "entry": async_redact_data(dict(entry.data), SECRET),
        "last_answer_came": coordinator.last_update_success,
        "issued": forecast.issued.isoformat(),
        "synthetic": forecast.synthetic,
        "sources": list(forecast.sources),
        "notices": [code for code, _ in forecast.notices],
        "rows": len(forecast.rows),
        "rows_unknown": sum(row.power is None for row in forecast.rows),
        "days": {str(date): day.energy for date, day in forecast.days.items()},
    }
