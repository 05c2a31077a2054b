"""Where a document lies that is no file of this machine: ``s3://room/3.1/lease.pdf``. What is secret in an address is
never shown: it is known to who opens it alone."""

from __future__ import annotations

import hashlib
import re

from msgspec import Struct

from docpipe.errors import SettingsError

HERE = ("file", "local", "memory")
"""Kinds of addresses that need no network."""

_DRIVE = re.compile(r"/[A-Za-z]:[/\\]")
"""How an address of a file of Windows begins, behind its two slashes."""

_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]+)://", re.ASCII)
"""Two characters at least: one alone is a drive of Windows."""

_QUERY = re.compile(r"\?[\w.~-]+=")
"""Where a query begins; elsewhere than on the web a question mark may stand in a name, or in a pattern."""

_WEB = ("http", "https")
_CONTAINERS = ("abfs", "abfss", "wasb", "wasbs")
"""Kinds of addresses that name a container before the @, where others have a user."""

_SIGNED = ("x-amz-", "x-goog-")
_SIGNATURES = frozenset(("sig", "signature"))
_OF_AZURE = "sv st se sr sp spr sip ss srt skoid sktid skt ske sks skv"
_OF_SIGNATURES = _SIGNATURES | frozenset((*_OF_AZURE.split(), "expires", "policy", "key-pair-id", "googleaccessid"))
"""Parts of a query that say who may read and until when (S3, CloudFront, Google, Azure), not what."""

_HIDDEN = re.compile(r"(?<=://)[^/\s@'\"]*@|\?[\w.~-]+=[^\s'\")>]*")


class Address(Struct, frozen=True):
    """An address as it was given, secrets and all; as a path or text, what may be shown of it.

    ``inner`` leads to a document in an archive or mail that lies there.
    """

    full: str
    inner: str = ""

    def __str__(self) -> str:
        return self._below(_shown(self.full))

    __fspath__ = __str__

    def __repr__(self) -> str:
        return f"Address({str(self)!r})"

    @property
    def name(self) -> str:
        """The last part, as of a file."""
        return str(self).rstrip("/").rpartition("/")[2]

    @property
    def scheme(self) -> str:
        return self.full.partition("://")[0].lower()

    @property
    def authority(self) -> str:
        """The host, bucket or container, without the user that may stand before it."""
        return str(self).partition("://")[2].partition("/")[0]

    @property
    def root(self) -> str:
        """What stands before a query."""
        return _parted(self.full)[0]

    @property
    def identity(self) -> str:
        """What tells it from other addresses: as it is shown, and a mark for what else than a signature, which is
        another one each day, stands in its query."""
        parts = _parted(self.full)[1].lstrip("?").partition("#")[0].split("&")
        names = [part.partition("=")[0].lower() for part in parts]
        signed = not _SIGNATURES.isdisjoint(names)
        telling = [
            part
            for part, name in zip(parts, names, strict=True)
            if part and not name.startswith(_SIGNED) and not (signed and name in _OF_SIGNATURES)
        ]
        mark = hashlib.sha256("&".join(telling).encode("utf-8", "surrogatepass")).hexdigest()[:12]
        return f"{self}?{mark}" if telling else str(self)

    def beneath(self, path: str) -> Address:
        """The address of a file below this one, which is a folder."""
        root, query = _parted(self.full)
        return Address(f"{root.rstrip('/')}/{path}{query}")

    def _below(self, shown: str) -> str:
        return f"{shown}/{self.inner}" if self.inner else shown


def is_address(path: object) -> bool:
    """Whether a path as it was given is an address."""
    return isinstance(path, Address) or (isinstance(path, str) and _SCHEME.match(path) is not None)


def path_of(given: str) -> str:
    """The path of a file of this machine that was given as ``file:///room/a.pdf``; anything else as it was given."""
    scheme, apart, rest = given.partition("://")
    if not apart or scheme.lower() != "file":
        return given
    rest = rest.removeprefix("localhost") if rest.startswith("localhost/") else rest
    return rest[1:] if _DRIVE.match(rest) else rest


def address_of(given: str) -> Address:
    """What was given, as an address. Raises SettingsError for one that cannot be told from its secrets."""
    scheme, _, rest = given.partition("://")
    shown = f"{scheme}://…"
    if "::" in scheme or "::" in rest:
        raise SettingsError(f"{shown}: addresses in addresses (::) are not opened; give the inner one alone")
    authority = rest.partition("/")[0].rpartition("@")[2]
    port = authority.rpartition(":")[2] if ":" in authority else "0"
    if scheme.lower() not in HERE and not (port.isdigit() or authority.startswith("[")):
        raise SettingsError(f"{shown}: the port is no number; write / @ : in a password as %2F %40 %3A")
    return Address(given)


def without_secrets(text: str, address: Address) -> str:
    """A message of somebody else's with what is secret in any address, and in this one, taken out."""
    for secret in _secrets(address.full):
        text = text.replace(secret, "…")
    return _HIDDEN.sub("", text)


def _parted(full: str) -> tuple[str, str]:
    """An address up to its query, and the query with what follows."""
    web = full.partition("://")[0].lower() in _WEB
    match = re.search(r"[?#]", full) if web else _QUERY.search(full)
    return (full, "") if match is None else (full[: match.start()], full[match.start() :])


def _shown(full: str) -> str:
    scheme, _, rest = _parted(full)[0].partition("://")
    authority, slash, path = rest.partition("/")
    if scheme.lower() not in _CONTAINERS and scheme.lower() not in HERE:
        authority = authority.rpartition("@")[2]
    return f"{scheme}://{authority}{slash}{path}"


def _secrets(full: str) -> list[str]:
    """A user's name, which may be a token, a password and a query; the longest first."""
    root, query = _parted(full)
    scheme, _, rest = root.partition("://")
    user = rest.partition("/")[0].rpartition("@")[0] if scheme.lower() not in _CONTAINERS else ""
    found = {user, *user.split(":", 1), query, query[1:], *(part.partition("=")[2] for part in query.split("&"))}
    return sorted((one for one in found if len(one) > 3), key=len, reverse=True)
