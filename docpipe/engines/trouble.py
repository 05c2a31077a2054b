"""What goes wrong between docpipe and a server: what may pass, and what will not, in words."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from urllib.parse import urlsplit

from docpipe.errors import DocpipeError, DoesNotFit, EngineError
from docpipe.settings import API_KEY
from docpipe.types import Json

TOLD = 300
"""Characters of a server's own words that are passed on: enough for its reason, too few for a document."""

_PASSING = frozenset((408, 425, 429, 500, 502, 503, 504, 529))
_ELSEWHERE = frozenset((502, 503, 504))


class Passing(Exception):
    """Trouble that may pass: worth another try. ``elsewhere``: another server would do better than this one.

    ``wait_seconds`` is what the server asks to wait.
    """

    def __init__(self, message: str, *, wait_seconds: float = 0.0, elsewhere: bool = False) -> None:
        super().__init__(message)
        self.message = message
        self.wait_seconds = wait_seconds
        self.elsewhere = elsewhere


def gone(url: str, why: str) -> Passing:
    """No server answers at an address, or it stopped in the middle."""
    return Passing(
        f"no answer from {address(url)} ({why}); is the server running there? vllm serve MODEL starts one, --base-url "
        "names it",
        elsewhere=True,
    )


def refusal(url: str, status: int, headers: Mapping[str, str], body: bytes) -> Passing | DocpipeError:
    """What an answer other than 200 means."""
    said = _said(body)
    where = address(url)
    if status in _PASSING:
        wait = retry_after(headers.get("retry-after"))
        return Passing(f"{where} answers {status}{said.told}", wait_seconds=wait, elsewhere=status in _ELSEWHERE)
    if said.too_long:
        return DoesNotFit(f"{where} finds a prompt too long{said.told}; lower threshold_tokens and chunk_tokens")
    if status in (401, 403):
        return EngineError(f"{where} answers {status}: it wants another key; set {API_KEY}{said.told}")
    if status == 404:
        return EngineError(f"{url} is not there{said.told}; --base-url ends with /v1 on most servers")
    if 300 <= status < 400:
        to = headers.get("location", "elsewhere")[:TOLD]
        return EngineError(f"{where} redirects to {to}, which is not followed; give the right address as --base-url")
    return EngineError(f"{where} refuses a prompt ({status}){said.told}")


def broken_off(url: str, error: Json) -> Passing | DocpipeError:
    """What an error in the middle of a stream means; it carries the status that it could not send any more."""
    code = error.get("code") if isinstance(error, dict) else None
    status = code if isinstance(code, int) and code >= 400 else 500
    return refusal(url, status, {}, json.dumps({"error": error}).encode())


def address(url: str) -> str:
    """Scheme, host and port of an address: no user, path or key."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"


def retry_after(value: str | None) -> float:
    """Seconds that a ``Retry-After`` asks for, as a number or a date; 0 where it makes no sense."""
    if value is None:
        return 0.0
    try:
        seconds = float(value)
        return seconds if 0 < seconds < math.inf else 0.0
    except ValueError:
        pass
    try:
        until = parsedate_to_datetime(value)
    except ValueError:
        return 0.0
    return max(0.0, (until.replace(tzinfo=until.tzinfo or UTC) - datetime.now(UTC)).total_seconds())


class _Said:
    """A server's own words about an error: OpenAI's shape, vLLM's, or plain text."""

    def __init__(self, message: str, param: object) -> None:
        self.too_long = param == "input_tokens" or "maximum context length" in message
        self.told = f": {message[:TOLD]}" if message else ""


def _said(body: bytes) -> _Said:
    try:
        parsed = json.loads(body)
    except ValueError:
        return _Said(" ".join(body.decode("utf-8", "replace").split()) if body[:1] != b"<" else "", None)
    error = parsed.get("error", parsed) if isinstance(parsed, dict) else parsed
    if not isinstance(error, dict):
        return _Said(str(error), None)
    return _Said(str(error.get("message") or error.get("detail") or ""), error.get("param"))
