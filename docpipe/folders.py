"""Where programs keep what they remember for a user."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def state_folder() -> Path:
    """docpipe's own folder, as each system wants it.

    Written out here: platformdirs takes 9 ms to import, and this is all that is wanted of it.
    """
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "docpipe"
    if state := os.environ.get("XDG_STATE_HOME"):
        return Path(state) / "docpipe"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "docpipe"
    return Path.home() / ".local" / "state" / "docpipe"
