"""Shared fixtures of tests that visit the running site: a server, a browser, and checks of its requests."""

from __future__ import annotations

import fcntl
import gc
import os
import signal
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from _pytest.doctest import DoctestModule
from _pytest.runner import runtestprotocol
from browser.waiting import SHIFTS, waiting_from_outside
from copies import Original
from hypothesis import HealthCheck, settings
from long_runs import LONG, runs, without_words_of_the_kit
from null_games.install import install
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Frame, Page, sync_playwright
from site_process import MODULES, PATIENCE, Site, answers, free_port, started_site, wait_for

from twingkit.analyse.charts.pictures import find_browser as browser_program
from twingkit.core.language import in_language
from twingkit.core.variants import house_rules as house

# As for the site itself: Jupyter's checker of messages would build 38 parsers for kinds of addresses in every
# worker, which takes more than a second, and no message here has such addresses.
sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]

# Whether the documentation has been built must not matter: tests that need it bring their own.
os.environ["TWINGKIT_DOCS"] = ""

# The time of an example must not matter: the machine may be busy. A check of a change tries the same
# examples every time, so that only the change can make it fail; long runs look for new examples.
settings.register_profile(
    "twingkit",
    deadline=None,
    max_examples=runs(10, 200),
    suppress_health_check=[HealthCheck.too_slow],
    derandomize=not LONG,
    database=None,
)
settings.load_profile("twingkit")

if not LONG:
    without_words_of_the_kit()

# Objects made during collection stay to the end: the garbage collector need not visit them again.
gc.disable()


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Iterator[None]:
    """Make the workers of a run load the test modules one after the other: while these are not compiled yet,
    that is more than half of the work, and only the first worker has to do it.

    The lock is a byte far behind the end of this file, another one for each run.
    """
    run = getattr(session.config, "workerinput", {}).get("testrunuid")
    with Path(__file__).open("r+") as door:
        if run:
            fcntl.lockf(door, fcntl.LOCK_EX, 1, 2**20 + int(run[:8], 16))
        return (yield)


def pytest_collection_finish(session: pytest.Session) -> None:
    """From now on let the garbage collector visit only what tests make, and less often.

    Groups of tests that share a server are one: otherwise each worker would start it, without a word.
    """
    if getattr(session.config.option, "loadgroup", False):
        groups = [item for item in session.items if item.get_closest_marker("xdist_group")]
        assert all("@" in item.nodeid for item in groups), "this pytest-xdist does not see groups of tests"
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)
    gc.enable()


# A shell that starts the tests in the background lets them ignore Ctrl-C, and every program they start too.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect long runs and other browsers unless requested; mark tests that start a server as slow, and
    tests in modules that use `runs` as longer in long runs."""
    for item in items:
        if "start_site" in getattr(item, "fixturenames", ()):
            item.add_marker("slow")
        if getattr(getattr(item, "module", None), "runs", None) is runs:
            item.add_marker("lasting")
    alone = [mark for mark in ("soak", "engines") if mark not in config.option.markexpr]
    left = [item for item in items if any(item.get_closest_marker(mark) for mark in alone)]
    if left:
        config.hook.pytest_deselected(items=left)
        items[:] = [item for item in items if item not in left]


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Skip modules without any browser or installation tests if only those are requested."""
    asked = next((mark for mark in ("browser", "install") if config.option.markexpr.startswith(mark)), None)
    lacks = asked and collection_path.match("test_*.py") and asked not in collection_path.read_text("utf-8")
    return True if lacks else None


@pytest.hookimpl(wrapper=True)
def pytest_collect_file() -> Iterator[None]:
    """Collect no examples from test modules: `--doctest-modules` is for the kit."""
    found = yield
    return [collector for collector in found if not isinstance(collector, DoctestModule)]


FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--num-raster-threads=1",  # several workers share the cores: this saves a fifth of the work for a page
    # Of a flag given twice the last one counts: this is what Playwright itself switches off, and the address
    # bar's suggestions, for which nobody looks and each window would load two pages.
    "--disable-features=AimEnabled,AvoidCorsURLLoaderRestartOnRedirect,AvoidUnnecessaryBeforeUnloadCheckSync,"
    "DestroyProfileOnBrowserClose,HttpsFirstBalancedModeAutoEnable,HttpsUpgrades,LensOverlay,MediaRouter,"
    "NetworkTimeServiceQuerying,OptimizationHints,PaintHolding,PreconnectToSearch,"
    "ThirdPartyStoragePartitioning,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup,WebUIOmniboxPopup",
)


@pytest.fixture(autouse=True)
def usual_rules_after_a_page() -> Iterator[None]:
    """Reset the rules that a page's address has set for its process after each test."""
    yield
    house.set_variants_from_url({})


@pytest.fixture(autouse=True)
def language_of_the_test(request: pytest.FixtureRequest) -> Iterator[None]:
    """Run a test with a parameter `lang` in that language."""
    lang = request.getfixturevalue("lang") if "lang" in request.fixturenames else None
    with in_language(lang if isinstance(lang, str) else None):
        yield


@pytest.fixture(scope="session")
def null_games_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder in which the null games are installed: put it on PYTHONPATH of another process."""
    return install(tmp_path_factory.mktemp("null_games"))


@pytest.fixture(scope="session")
def port() -> Callable[[], int]:
    """Return a function that finds a free port: `port()`."""
    return free_port


@pytest.fixture(scope="session")
def reachable() -> Callable[[str], bool]:
    """Return a function that checks whether a server answers: `reachable(url)`."""
    return answers


@pytest.fixture(scope="session")
def until() -> Callable[[Callable[[], object], float, str], None]:
    """Return a function that waits for something outside the browser: `until(condition, seconds, what)`."""
    return wait_for


@pytest.fixture(scope="session")
def site_original() -> Iterator[Callable[[], Original]]:
    """Return the process from which sites are copied; it starts with the first of them."""
    made: list[Original] = []

    def original() -> Original:
        if not made:
            made.append(Original(*MODULES))
        return made[0]

    yield original
    for begun in made:
        begun.stop()


@pytest.fixture(scope="session")
def start_site(
    tmp_path_factory: pytest.TempPathFactory, site_original: Callable[[], Original]
) -> Callable[..., Site]:
    """Start a site, which its fixture ends: `start_site("--visitors=1", folder=..., python=...)`.

    It returns when the site answers.
    """
    return lambda *options, **settings: started_site(
        site_original, tmp_path_factory.mktemp("site") / "log.txt", *options, **settings
    )


def serving(start_site: Callable[..., Site]) -> Iterator[Callable[..., Site]]:
    """Start sites, and end them all."""
    running: list[Site] = []

    def start(*options: str, **settings: Any) -> Site:
        running.append(start_site(*options, **settings))
        return running[-1]

    yield start
    for site in running:
        site.stop()


serve = pytest.fixture(serving, name="serve")
"""Start sites for one test: `serve("--visitors=1", folder=..., python=...)` returns when the site answers."""

serve_all = pytest.fixture(serving, name="serve_all", scope="session")
"""Start sites that all tests of a worker look at."""


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """A Chromium as Debian packages it. Where there is none, run `pytest -m 'not browser'`."""
    program = browser_program()
    assert program, "this test needs Chromium: install it (Debian: apt-get install chromium-headless-shell)"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=list(FLAGS))
        yield browser
        browser.close()


def _said(note: ConsoleMessage) -> str:
    """Return an error of the browser with the address that it is about."""
    return f"{note.text} {note.location.get('url', '')}"


@dataclass
class Watched:
    """A browser page and its errors."""

    page: Page
    host: str
    outside: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    leaving: bool = False
    """The page has announced that it reloads: its reports until then do not belong to the next page."""

    def go(self, url: str, wait: str = "#rendered_cells .lm-Widget .jupyter-widgets") -> Page:
        """Open `url` and wait until the selector `wait` is visible."""
        self.page.goto(url, wait_until="commit")
        self.page.locator(wait).first.wait_for(timeout=1000 * PATIENCE)
        return self.page


@dataclass
class Profile:
    """A browser profile made once for many tests, and the tab that these tests share.

    What a page has loaded need not be loaded, read or compiled again there.
    """

    context: BrowserContext
    tab: Page

    def look(self, color_scheme: str = "light", reduced_motion: str = "no-preference") -> None:
        """Set how pages are shown from now on; printing stays unchanged."""
        media: Any = {"media": "null", "color_scheme": color_scheme, "reduced_motion": reduced_motion}
        self.tab.emulate_media(**media)

    def renew(self) -> None:
        """Open a new tab and close the old one with everything that was added to it."""
        old, self.tab = self.tab, waiting_from_outside(self.context.new_page())
        old.close()

    def forget(self) -> None:
        """Leave the page and delete everything that was stored, except the files that it has loaded."""
        parts = urlsplit(self.tab.url)
        if parts.scheme.startswith("http"):
            # As its last step: a page that stays without its stored data may be about to reload itself.
            self.tab.evaluate("addEventListener('pagehide', () => sessionStorage.clear())")
        self.tab.goto("about:blank")  # this makes the page end its process
        if parts.scheme.startswith("http"):
            origin = f"{parts.scheme}://{parts.netloc}"
            storage = {"origin": origin, "storageTypes": "local_storage,indexeddb"}
            session = self.context.new_cdp_session(self.tab)
            session.send("Storage.clearDataForOrigin", storage)
            session.detach()
        for opened in self.context.pages:
            if opened != self.tab:
                opened.close()
        self.context.clear_cookies()
        self.context.clear_permissions()


@pytest.fixture(scope="session")
def profile(chromium: Browser) -> Callable[..., Profile]:
    """Return a function that makes browser profiles; in each, `SHIFTS` sums up the layout shifts of a
    page."""

    def make(**options: Any) -> Profile:
        context = chromium.new_context(**options)
        context.set_default_timeout(1000 * PATIENCE)
        context.add_init_script(SHIFTS)
        return Profile(context, waiting_from_outside(context.new_page()))

    return make


@pytest.fixture(scope="session")
def profiles(profile: Callable[..., Profile]) -> Iterator[Callable[..., Profile]]:
    """Return a function that returns browser profiles by number and options, each made once."""
    made: dict[str, Profile] = {}

    def kept(number: int, **options: Any) -> Profile:
        key = repr((number, sorted(options.items())))
        if key not in made:
            made[key] = profile(**options)
        return made[key]

    yield kept
    for each in made.values():
        each.context.close()


@pytest.fixture
def visit(
    profile: Callable[..., Profile], profiles: Callable[..., Profile]
) -> Iterator[Callable[..., Watched]]:
    """Open browser windows: `visit(width=360, color_scheme="dark", locale="de-DE")`.

    Each window of a test has a profile of its own: what one keeps, the other has not. A test that listens to
    its page or adds a script to it says `tab=True`: that ends with its tab. One that stops the clock, or must
    not find any file that was loaded before, says `fresh=True`: that ends with its profile.
    At the end the test fails if a page asked another host for anything or reported an error. What a page
    reported that was then loaded again by itself is printed.
    """
    windows: list[tuple[Watched, Callable[[], None]]] = []

    def window(
        width: int = 1280, height: int = 800, fresh: bool = False, tab: bool = False, **options: Any
    ) -> Watched:
        look = {name: options.pop(name) for name in ("color_scheme", "reduced_motion") if name in options}
        chosen = profile(**options) if fresh else profiles(number=len(windows), **options)
        chosen.look(**look)
        page = chosen.tab
        page.set_viewport_size({"width": width, "height": height})
        watched = Watched(page, "127.0.0.1")

        def wrong(text: str) -> None:
            if watched.leaving:
                print(text)
            else:
                watched.errors.append(text)

        def noted(note: ConsoleMessage) -> None:
            if note.type == "error":
                wrong(_said(note))
            elif note.type == "warning" and "the page is loaded again" in note.text:
                print(note.text, *watched.errors, sep="\n")
                watched.errors.clear()
                watched.leaving = True

        def arrived(frame: Frame) -> None:
            if frame == page.main_frame:
                watched.leaving = False

        def asked(url: str) -> None:
            parts = urlsplit(url)
            if parts.scheme in ("http", "https", "ws", "wss") and parts.hostname != watched.host:
                watched.outside.append(url)

        listeners: tuple[tuple[Any, Callable[[Any], None]], ...] = (
            ("request", lambda request: asked(request.url)),
            ("websocket", lambda socket: asked(socket.url)),
            ("pageerror", lambda error: wrong(str(error))),
            ("console", noted),
            ("framenavigated", arrived),
        )

        def leave() -> None:
            for event, listener in listeners:
                page.remove_listener(event, listener)
            if fresh:
                chosen.context.close()
            else:
                chosen.forget()
            if tab:
                chosen.renew()

        for event, listener in listeners:
            page.on(event, listener)
        windows.append((watched, leave))
        return watched

    yield window
    for watched, leave in windows:
        leave()
        assert watched.outside == []
        assert watched.errors == []


def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """Run a test in a worker and report its result and any errors of its fixtures: every report goes to the
    process that shows it, and most would only say that the setup succeeded."""
    if not hasattr(item.config, "workerinput"):
        return None
    for report in runtestprotocol(item, log=False, nextitem=nextitem):
        if report.when == "call" or not report.passed:
            item.ihook.pytest_runtest_logreport(report=report)
    return True
