"""The engine: V8 in this process, with one script. Numbers of columns go in and out as bytes, never as text."""

from __future__ import annotations

import atexit
import ctypes
import json
import os
import threading
import zlib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ._errors import EngineError, fault

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy.typing as npt
    from py_mini_racer import MiniRacer

    from ._forked import Remote

    Floats = npt.NDArray[np.float64]
    # Plain data, and the columns that belong to it.
    Answer = tuple[dict[str, Any], list[Floats]]

BUNDLE = Path(__file__).parent / "_bundle"
# Seconds that the end of a program waits for a computation of another thread.
_PATIENCE = 5.0

_lock = threading.Lock()
_racer: MiniRacer | None = None
_loaded: set[str] = set()
# This process was forked from one that had the engine.
_isForked = False
_remote: Remote | None = None


def call(name: str, asked: dict[str, Any], columns: Sequence[Floats] = (), data: Sequence[str] = ("maps",)) -> Answer:
    """Computes: what is asked as plain data, columns as arrays of one end after the other; the answer likewise.

    Raises EngineError for what the engine refuses. Calls of several threads take turns.
    """
    text = json.dumps(asked, default=plain)
    if "__proto__" in text:
        raise EngineError("no name may be __proto__")
    with _lock:
        answer, taken = _engine()(name, text, columns, data)
    if "fault" in answer:
        raise fault(**answer["fault"])
    return answer, taken


def _engine() -> Callable[..., Answer]:
    global _remote
    if not _isForked:
        return local
    if _remote is None:
        from ._forked import Remote

        _remote = Remote()
    return _remote


def local(name: str, text: str, columns: Sequence[Floats], data: Sequence[str]) -> Answer:
    """In this process."""
    racer = _started()
    for group in data:
        _load(racer, group)
    _give(racer, columns)
    racer.eval(f"irradiance.run({json.dumps(name)}, {text}), 0")
    answer = json.loads(racer.eval("irradiance.answer()"))  # type: ignore[arg-type]
    return answer, _take(racer, answer.pop("lengths"))


def _give(racer: MiniRacer, columns: Sequence[Floats]) -> None:
    count = sum(column.size for column in columns)
    if count == 0:
        return
    room = np.frombuffer(racer.eval(f"irradiance.room({count})"), "<f8")  # type: ignore[arg-type]
    at = 0
    for column in columns:
        room[at : at + column.size] = column
        at += column.size


def _take(racer: MiniRacer, lengths: list[int]) -> list[Floats]:
    if sum(lengths) == 0:
        return [np.empty(0) for _ in lengths]
    # A copy: a view that is left at exit hangs the interpreter.
    packed = np.frombuffer(racer.eval("irradiance.taken()"), "<f8").copy()  # type: ignore[arg-type]
    ends = np.cumsum(lengths)
    return [packed[end - length : end] for end, length in zip(ends, lengths, strict=True)]


def _started() -> MiniRacer:
    global _racer
    if _racer is None:
        # In a thread without an event loop: V8 would take that of a notebook, which waits for V8.
        made: list[MiniRacer | BaseException] = []
        thread = threading.Thread(target=lambda: made.append(_tried(_start)))
        thread.start()
        thread.join()
        if isinstance(made[0], BaseException):
            raise made[0]
        _racer = made[0]
        _loaded.clear()
    return _racer


def _tried(make: Callable[[], MiniRacer]) -> MiniRacer | BaseException:
    try:
        return make()
    except BaseException as thrown:  # noqa: BLE001: it is raised where it is waited for
        return thrown


def _start() -> MiniRacer:
    from py_mini_racer import MiniRacer, init_mini_racer

    # Its own flags (--single-threaded) take three times as long. Who started V8 before has chosen.
    init_mini_racer(flags=[], ignore_duplicate_init=True)
    script = BUNDLE / "engine.js"
    if not script.exists():
        raise EngineError(f"{script} is missing: node scripts/python/build.mjs makes it")
    racer = MiniRacer()
    racer.eval(script.read_text("utf-8"))
    return racer


def _load(racer: MiniRacer, group: str) -> None:
    """Data of a group, inflated."""
    if group in _loaded:
        return
    for path in sorted(BUNDLE.glob(f"{group}-*.z")):
        values = np.frombuffer(zlib.decompress(path.read_bytes()), np.uint8)
        room = racer.eval(f"irradiance.blob({json.dumps(path.stem)}, {values.size})")
        np.frombuffer(room, np.uint8)[:] = values  # type: ignore[arg-type]
    _loaded.add(group)


def plain(value: Any) -> Any:
    """Of numpy and pandas, what JSON has."""
    if isinstance(value, np.generic):
        return value.item()
    if hasattr(value, "tolist"):
        return value.tolist()
    if hasattr(value, "isoformat"):
        return value.isoformat()
    raise TypeError(f"{type(value).__name__} is no value that the engine takes: {value!r}")


def _close() -> None:
    if _racer is None:
        return
    # Whoever computes may end; nobody begins any more. V8 goes with the process: threads of its own compile and collect on after a long
    # computation, and freed under them it crashed one program of four at its end.
    _lock.acquire(timeout=_PATIENCE)
    _keep(_racer)


def _keep(value: Any) -> None:
    """It is never freed: that would wait for threads that are busy, or that only the parent of this process has."""
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(value))


def _forget() -> None:
    """In a forked child: the engine is the parent's."""
    global _isForked, _lock, _racer, _remote
    if _racer is not None:
        _keep(_racer)
        _isForked, _racer = True, None
    if _remote is not None:
        _keep(_remote)
        _remote = None
    _lock = threading.Lock()


atexit.register(_close)
if hasattr(os, "register_at_fork"):
    # No thread computes while a process is forked.
    os.register_at_fork(before=lambda: _lock.acquire(), after_in_parent=lambda: _lock.release(), after_in_child=_forget)
