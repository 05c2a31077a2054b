"""The HTML page in a real browser, where there is one."""

import shutil
from pathlib import Path

import pytest
from browser.lit import DESKTOP, PHONE

from docpipe.types import Result

SAMPLES = Path(__file__).parents[2] / "samples"
FLAGS = (
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-dev-shm-usage",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--force-prefers-reduced-motion",  # nothing to wait for: scrolling is done when the click is
)  # fmt: skip


@pytest.fixture(scope="session")
def chromium(tmp_path_factory):
    """A browser that all tests share; each loads its own page."""
    browser, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if browser is None or driver is None:
        pytest.skip("chromium and chromedriver are not installed")
    webdriver = pytest.importorskip("selenium.webdriver")
    options = webdriver.ChromeOptions()
    options.binary_location = browser
    for flag in (*FLAGS, f"--user-data-dir={tmp_path_factory.mktemp('chromium')}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    chrome = webdriver.Chrome(options=options, service=webdriver.ChromeService(driver))
    yield chrome
    chrome.quit()


@pytest.fixture
def show(chromium, tmp_path):
    """``show(html)`` loads a page into a window of that size; the browser must not have complained at the end."""

    def load(html: str, size=DESKTOP):
        path = tmp_path / "page.html"
        path.write_text(html, encoding="utf-8", newline="\n")
        metrics = {"width": size[0], "height": size[1], "deviceScaleFactor": 1, "mobile": size == PHONE}
        chromium.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        chromium.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
        chromium.get(path.as_uri())
        return chromium

    yield load
    assert [entry["message"] for entry in chromium.get_log("browser")] == []


@pytest.fixture(scope="session")
def conflict() -> Result:
    """The sample whose facts contradict each other."""
    from docpipe import api

    return api.analyze(SAMPLES / "conflict.pdf", kind="contract")
