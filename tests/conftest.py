"""Options of the test run."""

from __future__ import annotations

import os
import tempfile

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("steady", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("searching", settings.get_profile("steady"), derandomize=False, max_examples=2_000)
settings.load_profile("steady")  # the same examples each time, however slow; --hypothesis-profile=searching has more


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="write samples/expected anew instead of comparing")


def pytest_configure(config: pytest.Config) -> None:
    """Expected results are changed by people who read them, never by CI; tests write no log or cache of a user."""
    folder = tempfile.TemporaryDirectory(prefix="docpipe-tests-")
    config.add_cleanup(folder.cleanup)
    os.environ.update(XDG_STATE_HOME=folder.name, XDG_CACHE_HOME=folder.name, LOCALAPPDATA=folder.name)
    if config.getoption("--update-golden") and os.environ.get("CI"):
        raise pytest.UsageError("--update-golden is refused where CI is set: update on your machine and read the diff")


@pytest.fixture
def update_golden(request: pytest.FixtureRequest) -> bool:
    """Whether expected results are written anew."""
    return bool(request.config.getoption("--update-golden"))
