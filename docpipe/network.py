"""Which addresses docpipe may connect to. Nothing in the base connects anywhere; engines ask here first.

An engine that is allowed an address must not follow redirects: they lead to addresses that nobody asked about.
"""

from __future__ import annotations

import ipaddress
import sys
from typing import Any
from urllib.parse import urlsplit

from docpipe.addresses import HERE, Address
from docpipe.errors import SettingsError
from docpipe.settings import Settings

_FORBIDDEN = frozenset(chr(code) for code in range(33)) | {"\\", "\x7f"}
"""Characters of addresses that programs read differently: what one takes for the host, another takes for a path."""

_CONNECTING = frozenset(("socket.connect", "socket.sendto", "socket.sendmsg"))
_RESOLVING = frozenset(("socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr"))


def allowed(url: str, settings: Settings) -> bool:
    """Whether an address may be connected to: any with a host, but with ``offline`` only loopback and allowed hosts.

    Names are not looked up, since that alone would tell somebody: of names only ``localhost`` is loopback.
    """
    if _FORBIDDEN & set(url):
        return False
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname, parts.port
    except ValueError:
        return False
    if not parts.scheme or not host:
        return False
    return not settings.offline or is_loopback(host) or host in _names(settings)


def require(url: str, settings: Settings, told: str = "") -> None:
    """Raise SettingsError unless the address is allowed; ``told`` is what it is called there."""
    if not allowed(url, settings):
        offline = "offline allows only this machine; add the host to allowed_hosts, or leave out --offline"
        why = offline if settings.offline else "it names no host that can be told"
        raise SettingsError(f"{told or _shown(url)} is refused: {why}")


def require_address(address: Address, settings: Settings) -> None:
    """``require`` for documents that lie at an address; one that needs no network is always allowed. What lies there
    may be called anything: it is the host, or the bucket, that counts."""
    if address.scheme not in HERE:
        require(f"{address.scheme}://{address.authority}", settings, str(address))


def is_loopback(host: str) -> bool:
    """Whether a host is this machine, by its name or number."""
    host = host.lower().rstrip(".")
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        address = ipaddress.ip_address(host.strip("[]").partition("%")[0])
    except ValueError:
        return False
    mapped = getattr(address, "ipv4_mapped", None)
    return bool((mapped or address).is_loopback)


def enforce(settings: Settings) -> None:
    """With ``offline``, refuse from now on every connection of this process that is not allowed, whoever opens it.

    For a program's start: it cannot be taken back. Libraries that open sockets in C are not seen.
    """
    if not settings.offline:
        return
    names = _names(settings)

    def refuse(event: str, arguments: tuple[Any, ...]) -> None:
        if event in _CONNECTING:
            address = arguments[1]
        elif event in _RESOLVING:
            address = arguments
        else:
            return
        host = address[0] if isinstance(address, tuple) and address else None
        if isinstance(host, bytes):
            host = host.decode("ascii", "replace")
        if isinstance(host, str) and host and not is_loopback(host) and host.lower() not in names:
            raise PermissionError(f"offline: a connection to {host} was refused")

    sys.addaudithook(refuse)


def _names(settings: Settings) -> frozenset[str]:
    return frozenset(host.lower() for host in settings.allowed_hosts)


def _shown(url: str) -> str:
    """An address without the user and password that may stand in it."""
    scheme, slashes, rest = url.partition("://")
    return f"{scheme}{slashes}{rest.rpartition('@')[2]}"
