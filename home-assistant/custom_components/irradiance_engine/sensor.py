"""What the rows and days of the forecast say about now, today and tomorrow."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from homeassistant.components.sensor import (
    SensorDeviceClass,
    SensorEntity,
    SensorEntityDescription,
    SensorStateClass,
)
from homeassistant.const import CONF_ADDRESS, EntityCategory, UnitOfEnergy, UnitOfPower
from homeassistant.core import HomeAssistant
from homeassistant.helpers.device_registry import DeviceEntryType, DeviceInfo
from homeassistant.helpers.entity_platform import AddEntitiesCallback
from homeassistant.helpers.update_coordinator import CoordinatorEntity
from homeassistant.util import dt as dt_util

from .const import DOMAIN
from .coordinator import Coordinator, Entry
from .forecast import Day, Forecast

TODAY, TOMORROW = timedelta(), timedelta(days=1)
# Characters of a state.
MOST = 255

type Value = float | str | datetime | None


@dataclass(frozen=True, kw_only=True)
class Description(SensorEntityDescription):
    """`value` takes the forecast, the moment in UTC, and the house's date."""

    value: Callable[[Forecast, datetime, date], Value]


def energy(key: str, value: Callable[[Forecast, datetime, date], Value]) -> Description:
    return Description(
        key=key,
        translation_key=key,
        device_class=SensorDeviceClass.ENERGY,
        native_unit_of_measurement=UnitOfEnergy.KILO_WATT_HOUR,
        suggested_display_precision=1,
        value=value,
    )


def of_day(ahead: timedelta, value: Callable[[Forecast, Day], Value]) -> Callable[[Forecast, datetime, date], Value]:
    """The value of a day, None if the forecast does not have it (any more)."""

    def of(forecast: Forecast, _now: datetime, today: date) -> Value:
        day = forecast.days.get(today + ahead)
        return None if day is None else value(forecast, day)

    return of


def remaining(forecast: Forecast, now: datetime, today: date) -> Value:
    day = forecast.days.get(today)
    return None if day is None else forecast.remaining(day, now)


def time(key: str, value: Callable[[Forecast, datetime, date], Value], category: EntityCategory | None = None):
    return Description(
        key=key,
        translation_key=key,
        device_class=SensorDeviceClass.TIMESTAMP,
        entity_category=category,
        value=value,
    )


SENSORS = (
    Description(
        key="power_now",
        translation_key="power_now",
        device_class=SensorDeviceClass.POWER,
        native_unit_of_measurement=UnitOfPower.WATT,
        state_class=SensorStateClass.MEASUREMENT,
        suggested_display_precision=0,
        value=lambda forecast, now, today: forecast.power_at(now),
    ),
    energy("energy_today", of_day(TODAY, lambda forecast, day: day.energy)),
    energy("energy_remaining_today", remaining),
    energy("energy_tomorrow", of_day(TOMORROW, lambda forecast, day: day.energy)),
    energy("energy_tomorrow_p10", of_day(TOMORROW, lambda forecast, day: day.p10)),
    energy("energy_tomorrow_p90", of_day(TOMORROW, lambda forecast, day: day.p90)),
    time("peak_time_today", of_day(TODAY, Forecast.peak)),
    time("peak_time_tomorrow", of_day(TOMORROW, Forecast.peak)),
    time("issued", lambda forecast, now, today: forecast.issued, EntityCategory.DIAGNOSTIC),
    Description(
        key="weather",
        translation_key="weather",
        entity_category=EntityCategory.DIAGNOSTIC,
        value=lambda forecast, now, today: ", ".join(forecast.sources)[:MOST],
    ),
)


async def async_setup_entry(hass: HomeAssistant, entry: Entry, async_add_entities: AddEntitiesCallback) -> None:
    """All sensors of the table."""
    async_add_entities(ForecastSensor(entry.runtime_data, description) for description in SENSORS)


class ForecastSensor(CoordinatorEntity[Coordinator], SensorEntity):
    """A value of the last forecast that came. It is unknown, not 0, where that forecast does not have it."""

    _attr_has_entity_name = True
    _unrecorded_attributes = frozenset({"notices"})
    entity_description: Description

    def __init__(self, coordinator: Coordinator, description: Description) -> None:
        super().__init__(coordinator)
        entry = coordinator.entry
        self.entity_description = description
        self._attr_unique_id = f"{entry.entry_id}_{description.key}"
        self._attr_device_info = DeviceInfo(
            identifiers={(DOMAIN, entry.entry_id)},
            name=entry.title,
            entry_type=DeviceEntryType.SERVICE,
            configuration_url=entry.data[CONF_ADDRESS],
        )

    @property
    def available(self) -> bool:
        """Also while the server is away: the last answer reaches eight days, and `issued` says how old it is."""
        return True

    @property
    def native_value(self) -> Value:
        """Of this moment."""
        return self.entity_description.value(self.coordinator.data, dt_util.utcnow(), dt_util.now().date())

    @property
    def extra_state_attributes(self) -> dict[str, Any]:
        """Each sensor says whether its weather was made up; the one of the weather has the server's notices, too."""
        forecast = self.coordinator.data
        said: dict[str, Any] = {"synthetic": forecast.synthetic}
        if self.entity_description.key == "weather":
            said["notices"] = [message for _, message in forecast.notices]
        return said
