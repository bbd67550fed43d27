"""Processes: what an import loads, and that every program ends."""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

HERE = Path(__file__).parent
# More of them show a program that hangs or crashes at its end now and then: RUNS=100. One that learns did so one time of four.
RUNS = int(os.environ.get("RUNS", "1"))
WAYS = ["plain", "threads", "daemon", "loop", "spawn", "learn"] + (["fork", "child"] if hasattr(os, "fork") else [])


def ended(*words: str) -> subprocess.CompletedProcess[str]:
    # From 3.12 on Python warns of forks beside threads, which is what is tested.
    command = [sys.executable, "-W", "ignore::DeprecationWarning", *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)


def test_an_import_loads_neither_pandas_nor_the_engine():
    code = "import irradiance_engine, sys; print(sorted({'pandas', 'numpy', 'py_mini_racer'} & set(sys.modules)))"
    assert ended("-c", code).stdout.strip() == "[]"


@pytest.mark.parametrize("how", WAYS)
def test_programs_end(how):
    with ThreadPoolExecutor(2) as two:
        for run in two.map(
            lambda _: ended(str(HERE / "program.py"), how), range(max(RUNS, 4 if how == "learn" else 1))
        ):
            assert run.stdout.strip() == f"ended {how}", run.stderr
            assert run.returncode == 0
            assert run.stderr == ""
