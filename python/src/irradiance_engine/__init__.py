"""Solar irradiance and PV output as means over intervals: pandas in, pandas out, the engine in this process.

>>> import irradiance_engine as ie
>>> found = ie.observe(weather, latitude=47.4, longitude=8.5, surface_tilt=30)  # doctest: +SKIP
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from ._errors import EngineError, EngineTypeError
from ._version import __version__

if TYPE_CHECKING:
    from . import models, node
    from ._check import Examination, check
    from ._learn import Learning, learn
    from ._observe import observe
    from ._yield import Yield, yield_of

__all__ = [
    "EngineError",
    "EngineTypeError",
    "Examination",
    "Learning",
    "Yield",
    "__version__",
    "check",
    "learn",
    "models",
    "node",
    "observe",
    "yield_of",
]

# pandas and the engine are loaded by the first name that needs them.
_HOMES = {
    **{"observe": "_observe", "yield_of": "_yield", "Yield": "_yield", "check": "_check", "Examination": "_check"},
    **{"learn": "_learn", "Learning": "_learn"},
}


def __getattr__(name: str) -> Any:
    if name in ("models", "node"):
        return import_module(f".{name}", __name__)
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(import_module(f".{_HOMES[name]}", __name__), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
