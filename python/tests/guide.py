"""Runs the Python of guides, block after block as a reader types it: `python guide.py PAGE…`. What a block prints is what the page shows."""

from __future__ import annotations

import contextlib
import io
import os
import re
import sys
import tempfile
import traceback
from pathlib import Path

BLOCK = re.compile(r"^```python\n(.*?)^```\n(?:\n```text\n(.*?)^```$)?", re.MULTILINE | re.DOTALL)


def run(page: Path) -> tuple[int, int]:
    names: dict[str, object] = {}
    passed = failed = 0
    for code, shown in BLOCK.findall(page.read_text("utf-8")):
        if not re.search(r"\bie\.|irradiance_engine", code):
            continue
        printed = io.StringIO()
        try:
            with contextlib.redirect_stdout(printed):
                exec(compile(code, page.name, "exec"), names)
            fault = (
                "" if not shown or printed.getvalue() == shown else f"printed\n{printed.getvalue()}instead of\n{shown}"
            )
        except Exception:  # noqa: BLE001: whatever a reader would see
            fault = traceback.format_exc()
        if fault:
            print(f"{page.name}: {fault}\n{code}")
        passed, failed = passed + (not fault), failed + bool(fault)
    return passed, failed


if __name__ == "__main__":
    pages = [Path(name).resolve() for name in sys.argv[1:]]
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        counts = [run(page) for page in pages]
        os.chdir("/")
    passed, failed = (sum(column) for column in zip(*counts, strict=True))
    print(f"{passed} passed, {failed} failed")
    sys.exit(failed > 0)
