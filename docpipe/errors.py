"""What can go wrong, as one tree. Every error has a stable ``code`` and says what, where and what to do next.

DocpipeError
├── InputError            the document cannot be used as it is
│   ├── Encrypted         a password is needed
│   ├── WrongPassword     the password given does not open it
│   ├── NoText            no page has text, and none is read from its picture
│   ├── UnsupportedFormat a type that docpipe does not read
│   ├── LimitExceeded     larger or slower than a limit allows
│   ├── Unreachable       an address that does not answer, or lets nobody in
│   └── ReadError         damaged, or its reader crashed or hung
├── EngineError           an engine is down, refuses or answers nonsense
│   └── DoesNotFit        a prompt exceeds the engine's window; nothing was sent
├── Withheld              the output filter keeps the result back
├── AuditError            the audit log cannot be written or read
├── MissingExtra          an optional package is needed
├── SettingsError         a setting, option or kind that makes no sense
└── InternalError         a fault of docpipe itself, caught at the outermost edge
"""

from __future__ import annotations


class DocpipeError(Exception):
    """Base of all errors that docpipe raises on purpose.

    ``message`` is one sentence or two for people; ``document`` names the document it is about, if any.
    """

    def __init__(self, message: str, document: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.document = document

    def __str__(self) -> str:
        """The message, and before it the document that it is about, unless the message names it."""
        name = (self.document or "").replace("\\", "/").rpartition("/")[2]
        return self.message if not name or name in self.message else f"{self.document}: {self.message}"

    def document_below(self, whole: str | None) -> str | None:
        """The document by its whole path, where that is known: readers know its name alone, which others may have."""
        own = self.document
        return whole if not own or (whole or "").replace("\\", "/").endswith(f"/{own}") else own

    @property
    def code(self) -> str:
        """The stable name of this kind of error: its class name."""
        return type(self).__name__

    def __reduce__(self) -> tuple[type[DocpipeError], tuple[str, str | None]]:
        """Errors cross process borders: keep both parts."""
        return type(self), (self.message, self.document)


class InputError(DocpipeError):
    """The document cannot be used as it is."""


class Encrypted(InputError):
    """A password is needed."""


class WrongPassword(InputError):
    """The password given does not open the document."""


class NoText(InputError):
    """No page has text, and none could be read from its picture."""


class UnsupportedFormat(InputError):
    """A type that docpipe does not read."""


class LimitExceeded(InputError):
    """The document is larger, or takes longer, than a limit allows."""


class Unreachable(InputError):
    """An address that does not answer now, or lets nobody in."""


class ReadError(InputError):
    """The document is damaged, or its reader crashed or hung."""


class EngineError(DocpipeError):
    """An engine is down, refuses or answers nonsense."""


class DoesNotFit(EngineError):
    """A prompt exceeds the engine's window; nothing was sent."""


class Withheld(DocpipeError):
    """A rule of the output filter whose action is ``block`` matched: there is a result, and it is kept back."""


class AuditError(DocpipeError):
    """The audit log cannot be written or read; nothing is done unrecorded."""


class MissingExtra(DocpipeError):
    """An optional package is needed."""


class SettingsError(DocpipeError):
    """A setting, option or kind that makes no sense."""


class InternalError(DocpipeError):
    """A fault of docpipe itself, caught at the outermost edge so that the other documents go on."""
