"""What is asked of an irradiance-server, and why there may be no answer."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from aiohttp import ClientError, ClientResponse, ClientSession, ClientTimeout

from .const import CONF_STORED, CONF_SYSTEM

TIMEOUT = ClientTimeout(total=30)
# Bytes of an answer: a forecast has 150 kB.
MOST = 4 << 20
# The server's midnight of today is at most 25 hours ago; an hour more for clocks that differ.
PERIOD = {"start": "-26hours", "end": "+8days", "quantiles": "p10,p50,p90"}
# Reasons by the server's code, or by status where all codes mean the same to a house.
REASONS = {
    401: "invalid_auth",
    402: "no_tokens",
    429: "busy",
    503: "busy",
    "no_weather": "no_weather",
    "place_not_allowed": "place_not_allowed",
    "unknown_system": "unknown_system",
}


class NoAnswer(Exception):
    """`reason` is a key of `config.error` in strings.json; `code` the server's own; `retry_after` in seconds."""

    def __init__(self, reason: str, message: str, code: str = "", retry_after: float | None = None) -> None:
        super().__init__(message)
        self.reason = reason
        self.code = code
        self.retry_after = retry_after


class Client:
    """A server as an account sees it. Every method raises NoAnswer, and nothing else, for what comes from outside."""

    def __init__(self, session: ClientSession, address: str, key: str) -> None:
        self._session = session
        self._address = address.rstrip("/")
        self._key = key

    async def systems(self) -> list[str]:
        """Names of the account's stored systems; none for the demo key, which has no account."""
        try:
            answer = await self._ask("/v1/systems")
        except NoAnswer as none:
            if none.code == "account_needed":
                return []
            raise
        try:
            return sorted(str(system["name"]) for system in answer["systems"])
        except (KeyError, TypeError) as error:
            raise NoAnswer("not_irradiance", f"the list of systems has another form: {error!r}") from error

    async def forecast(self, data: Mapping[str, Any], time_zone: str) -> dict[str, Any]:
        """The power of an entry's system, with days of `time_zone`."""
        query = PERIOD | {"time_zone": time_zone}
        if stored := data.get(CONF_STORED):
            return await self._ask("/v1/forecast/pv", query | {"system": stored})
        place = {"lat": str(data["latitude"]), "lon": str(data["longitude"])}
        return await self._ask("/v1/forecast/pv", query | place, data[CONF_SYSTEM])

    async def _ask(self, path: str, query: dict[str, str] | None = None, body: Any = None) -> dict[str, Any]:
        if not (self._key.isascii() and self._key.isprintable()):
            raise NoAnswer("invalid_auth", "a key has printable characters of ASCII alone")
        try:
            # A key goes to no other address than the one that was typed.
            async with self._session.request(
                "GET" if body is None else "POST",
                f"{self._address}{path}",
                params=query,
                json=body,
                headers={"Authorization": f"Bearer {self._key}"},
                timeout=TIMEOUT,
                allow_redirects=False,
            ) as response:
                answer = _object(await _bounded(response))
        except (ClientError, TimeoutError, OSError) as error:
            raise NoAnswer("cannot_connect", f"no answer: {error or type(error).__name__}") from error
        except ValueError as error:
            raise NoAnswer("not_irradiance", str(error)) from error
        if response.status != 200:
            raise _refusal(response, answer)
        return answer


async def _bounded(response: ClientResponse) -> bytes:
    body = bytearray()
    async for chunk in response.content.iter_chunked(1 << 16):
        body += chunk
        if len(body) > MOST:
            raise ValueError(f"the answer has more than {MOST} bytes")
    return bytes(body)


def _object(body: bytes) -> dict[str, Any]:
    try:
        answer = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"the answer is not JSON: {body[:80]!r}") from error
    if not isinstance(answer, dict):
        raise ValueError(f"the answer is no object: {body[:80]!r}")
    return answer


def _refusal(response: ClientResponse, answer: dict[str, Any]) -> NoAnswer:
    error = answer.get("error")
    if not isinstance(error, dict):
        return NoAnswer("not_irradiance", f"status {response.status} without an error of irradiance-server")
    code, message = str(error.get("code", "")), str(error.get("message", ""))[:500]
    reason = REASONS.get(code) or REASONS.get(response.status) or "refused"
    seconds = response.headers.get("Retry-After", "")
    return NoAnswer(reason, message, code, float(seconds) if seconds.isdecimal() and seconds.isascii() else None)
