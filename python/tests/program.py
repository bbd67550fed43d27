"""Programs that end, for test_process.py: `python program.py HOW`."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import sys
import threading
from concurrent.futures import ProcessPoolExecutor

import pandas as pd
from conftest import PLACE, weather_of

import irradiance_engine as ie


def energy(_: int = 0) -> float:
    weather = weather_of(pd.date_range("2024-06-01", periods=240, freq="1h", tz="UTC"))
    return float(ie.observe(weather, **PLACE, surface_tilt=30).poa_global.sum())


def pool(how: str) -> list[float]:
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context(how)) as processes:
        return list(processes.map(energy, range(4)))


def threads() -> list[float]:
    found: list[float] = []
    all_threads = [threading.Thread(target=lambda: found.append(energy())) for _ in range(6)]
    for thread in all_threads:
        thread.start()
    for thread in all_threads:
        thread.join()
    return found


def daemon() -> list[float]:
    """The program ends while a thread computes."""
    busy = threading.Event()

    def work() -> None:
        while True:
            energy()
            busy.set()

    threading.Thread(target=work, daemon=True).start()
    busy.wait()
    return [energy()]


def child() -> list[float]:
    """A fork without multiprocessing, whose child ends as programs do."""
    process = os.fork()
    if process == 0:
        sys.exit(0 if energy() > 0 else 1)
    return [energy() if os.waitpid(process, 0)[1] == 0 else 0]


def learn() -> list[float]:
    """After a long computation V8 goes on in threads of its own."""
    index = pd.date_range("2024-01-01", "2024-04-01", freq="15min", inclusive="left", tz="UTC")
    weather = pd.DataFrame({"ghi": 0.0, "temp_air": 10.0, "wind_speed": 1.0}, index=index)
    weather["ghi"] = ie.observe(weather, **PLACE, parameters=["ghi_clear"]).ghi_clear
    plane = {"planes": [{"surface_tilt": 30, "surface_azimuth": 180, "kwp": 8}]}
    power = ie.yield_of(weather, plane, **PLACE, freq="15min", examine=False).series.ac
    assert ie.learn(power, **PLACE, unit="W").system is not None
    return []


async def loop() -> list[float]:
    """A notebook has a loop that runs."""
    return [energy(), await asyncio.to_thread(energy)]


if __name__ == "__main__":
    before = energy()
    ways = {
        "plain": lambda: [],
        "threads": threads,
        "daemon": daemon,
        "child": child,
        "learn": learn,
        "loop": lambda: asyncio.run(loop()),
    }
    how = sys.argv[1]
    found = ways[how]() if how in ways else pool(how)
    assert all(value == before for value in found), (how, before, found)
    print("ended", how)
