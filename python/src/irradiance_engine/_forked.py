"""The engine of a forked process: a process of its own, as V8 aborts where its threads are the parent's."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

_CODE = "from irradiance_engine._forked import serve; serve()"


class Remote:
    """Computes in a process of its own, which ends with this one."""

    def __init__(self) -> None:
        self.owner = os.getpid()
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
        self._process = subprocess.Popen(
            [sys.executable, "-c", _CODE], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment
        )

    def __call__(self, *asked: Any) -> Any:
        assert self._process.stdin is not None and self._process.stdout is not None
        pickle.dump(asked, self._process.stdin, pickle.HIGHEST_PROTOCOL)
        self._process.stdin.flush()
        answer = pickle.load(self._process.stdout)
        if isinstance(answer, BaseException):
            raise answer
        return answer


def serve() -> None:
    """Until its input ends. What is printed goes to the errors: the output is for answers."""
    from ._engine import local

    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    _serve(local, answers)


def _serve(compute: Callable[..., Any], answers: Any) -> None:
    while True:
        try:
            asked = pickle.load(sys.stdin.buffer)
        except (EOFError, KeyboardInterrupt):
            return
        try:
            answer = compute(*asked)
        except Exception as thrown:  # noqa: BLE001: it is raised where it is waited for
            answer = thrown
        pickle.dump(answer, answers, pickle.HIGHEST_PROTOCOL)
        answers.flush()
