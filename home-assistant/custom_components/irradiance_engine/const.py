"""Names that the modules share."""

from datetime import timedelta

DOMAIN = "irradiance_engine"

# Keys of an entry, besides `latitude` and `longitude`. A stored system has a name, but neither place nor description.
CONF_SYSTEM = "system"
CONF_STORED = "stored"

INTERVAL = timedelta(minutes=15)
