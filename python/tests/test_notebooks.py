"""Notebooks run, cell after cell, and are committed without what they printed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

NOTEBOOKS = sorted((Path(__file__).parents[1] / "notebooks").glob("*.ipynb"))


def test_there_are_notebooks():
    assert len(NOTEBOOKS) == 3


@pytest.mark.parametrize("page", NOTEBOOKS, ids=lambda page: page.stem)
def test_a_notebook_runs(page, tmp_path, monkeypatch):
    cells = [cell for cell in json.loads(page.read_text("utf-8"))["cells"] if cell["cell_type"] == "code"]
    assert [cell for cell in cells if cell["outputs"] or cell["execution_count"] is not None] == []
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    for k, cell in enumerate(cells):
        exec(compile("".join(cell["source"]), f"{page.name}, cell {k}", "exec"), names)
