"""Every text is there in every language, for all that can be shown."""

from __future__ import annotations

import json
import re
from pathlib import Path

from homeassistant.const import __version__
from homeassistant.loader import async_get_integration

from custom_components.irradiance_engine import api, config_flow, sensor

HOME = Path(__file__).parents[1]
FOLDER = HOME / "custom_components/irradiance_engine"


def texts(path: Path) -> dict[str, str]:
    """Texts by the path of their keys."""

    def walk(node, names):
        if isinstance(node, str):
            yield ".".join(names), node
        else:
            for name, inner in node.items():
                yield from walk(inner, [*names, name])

    return dict(walk(json.loads(path.read_text("utf-8")), []))


def test_languages_have_the_same_texts_with_the_same_places_for_values():
    ours = texts(FOLDER / "strings.json")
    assert texts(FOLDER / "translations/en.json") == ours
    german = texts(FOLDER / "translations/de.json")
    assert list(german) == list(ours)
    for key, text in ours.items():
        assert sorted(re.findall(r"{\w+}", german[key])) == sorted(re.findall(r"{\w+}", text)), key
        assert german[key] and (german[key] != text or len(text) < 8), key


def test_all_that_can_be_shown_has_a_text():
    ours = texts(FOLDER / "strings.json")
    icons = texts(FOLDER / "icons.json")
    for one in sensor.SENSORS:
        assert f"entity.sensor.{one.key}.name" in ours and f"entity.sensor.{one.key}.default" in icons
    source = (FOLDER / "api.py").read_text() + (FOLDER / "config_flow.py").read_text()
    reasons = set(api.REASONS.values()) | set(re.findall(r'NoAnswer\("(\w+)"', source)) | {"invalid_address", "refused"}
    assert reasons == {key.split(".")[2] for key in ours if key.startswith("config.error.")}
    schemas = {"user": config_flow.SERVER, "place": config_flow.PLACE, "plane": config_flow.PLANE}
    for step, schema in schemas.items():
        for field in schema.schema:
            assert f"config.step.{step}.data.{field}" in ours


async def test_home_assistant_reads_the_manifest(hass):
    found = await async_get_integration(hass, "irradiance_engine")
    assert (found.integration_type, found.iot_class, found.config_flow) == ("service", "local_polling", True)
    keys = list(found.manifest)
    written = list(json.loads((FOLDER / "manifest.json").read_text()))
    assert written == ["domain", "name", *sorted(set(written) - {"domain", "name"})] and set(written) <= set(keys)
    least = json.loads((HOME / "hacs.json").read_text())["homeassistant"]
    assert tuple(map(int, __version__.split(".")[:2])) >= tuple(map(int, least.split(".")[:2]))
