"""The same bits as the library in Node."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import numpy as np
from conftest import PLACE

import irradiance_engine as ie

HERE = Path(__file__).parent
SYSTEM = {"planes": [{"surfaceTilt": 30, "surfaceAzimuth": 180, "kwp": 8}]}


def test_a_year_of_quarters_has_the_bits_of_node(year, tmp_path):
    year.iloc[500:520, 0] = np.nan
    names = ["global_horizontal_irradiance", "temperature", "wind_speed"]
    query = {"parameters": "all", "frequency": "15_minutes", "surface_tilt": 30, "surface_azimuth": 180}
    asked = {"query": query, "names": names, "count": len(year), "start": int(year.index[0].timestamp() * 1000)}
    files = [tmp_path / name for name in ("asked.json", "in", "out")]
    files[0].write_text(json.dumps({**asked, "interval": 900, "place": PLACE, "system": SYSTEM}))
    year.to_numpy().T.astype("<f8").tofile(files[1])
    node = subprocess.run(["node", HERE / "bits.mjs", *files], capture_output=True, text=True, check=True)

    found = ie.observe(year, **PLACE, surface_tilt=30)
    ours = np.ascontiguousarray(found.to_numpy().T).ravel()
    assert ours.size == 21 * 35136
    assert np.array_equal(ours.view("u8"), np.fromfile(files[2], "<u8"))

    answer = json.loads(node.stdout)
    result = ie.yield_of(year, SYSTEM, **PLACE)
    assert result.annual["energy"] == answer["annual"]["energy"] > 1000
    assert ie.check(year, **PLACE).verdict == answer["verdict"]
    codes = [notice["code"] for notice in result.notices]
    assert len(codes) >= answer["notices"] > 0
