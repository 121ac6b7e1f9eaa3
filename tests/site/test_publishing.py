"""The files for publishing the site name only what exists, and work where they can be tried."""

from __future__ import annotations

import asyncio
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from io import StringIO
from pathlib import Path
from runpy import run_path
from typing import Any

import pytest
from tornado.httpclient import AsyncHTTPClient
from traitlets.utils.importstring import import_item
from visitors import Visitor

from twingkit.core.games import OFFERED_GAMES_ENV_VARIABLE
from twingkit.core.language import call_in_language
from twingkit.core.variants.house_rules import HOUSE_RULES_ENV_VARIABLE
from twingkit_widgets.panel.address.page_words import WORDS
from twingkit_widgets.panel.settings.active_settings import FOLDER
from twingkit_widgets.site.kernels.page_kernels import PageKernelManager
from twingkit_widgets.site.launch import CANNOT_LISTEN, main
from twingkit_widgets.site.server import voila_and_kernel_settings
from twingkit_widgets.site.visitors.capacity import MAX_SLOTS, max_pages_for_tasks
from twingkit_widgets.site.visitors.page_socket import BROWSER_COOKIE

ROOT = Path(__file__).parents[2]
DOC = ROOT / "docs" / "publishing.md"
FILES = ROOT / "docs" / "publishing"
VISITORS = 2
"""The least number of visitors for each server behind nginx."""
MOST_VISITORS = 40
"""The largest number of visitors, one after another, until each server has had one: they are distributed at
random."""
NGINX = shutil.which("nginx") or shutil.which("/usr/sbin/nginx")
VERIFY = shutil.which("systemd-analyze")


@pytest.fixture(scope="module")
def options() -> set[str]:
    """Return the options of `twingkit explore`."""
    with redirect_stdout(StringIO()) as said, pytest.raises(SystemExit):
        main(["--help"])
    return set(re.findall(r"--[a-z][a-z-]*", said.getvalue()))


def options_of(module: str) -> set[str]:
    """Return the options of a program."""
    command = [sys.executable, "-m", module, "--help"]
    said = subprocess.run(command, capture_output=True, text=True, check=True)
    return set(re.findall(r"--[a-z][a-z-]*", said.stdout))


def called(text: str) -> list[str]:
    """Return the options passed to the site in a text, on any line."""
    joined = re.sub(r"\\\n[ #]*", " ", text)
    calls = re.findall(r"(?:twingkit explore|--publish \S+ twingkit)(?=[ `])([^\n`]*)", joined)
    calls += re.findall(r'ENTRYPOINT \["twingkit", "explore", (.*)\]', joined)
    return [option for call in calls for option in re.findall(r"--[a-z][a-z-]*", call)]


def test_every_option_that_is_given_to_the_site_exists(options: set[str]) -> None:
    given = [option for path in (DOC, *sorted(FILES.iterdir())) for option in called(path.read_text())]
    assert {"--trust-proxy", "--visitors", "--host-name", "--base-url", "--ip"} <= set(given)
    assert set(given) <= options
    published = options_of("twingkit_widgets.static_site")
    text = DOC.read_text()
    files = text[text.index("## Static files") : text.index("## On a server")]
    row = re.compile(r"^\| `(--[a-z-]+)[ `]", re.M)
    assert {"--zip", "--folder"} <= set(row.findall(files)) <= published
    served = text.replace(files, "")
    assert {"--visitors"} <= set(row.findall(served)) <= options
    assert {*re.findall(r"`(--[a-z-]+)`", served)} <= options


def test_every_option_that_the_service_and_the_container_give_is_taken(
    capsys: pytest.CaptureFixture[str],
) -> None:
    text = (FILES / "twingkit.service").read_text().replace("\\\n", " ")
    service = shlex.split(re.findall("ExecStart=(.*)", text)[0])[2:]
    container = re.findall(
        r'"([^"]+)"', re.findall("ENTRYPOINT (.*)", (FILES / "Dockerfile").read_text())[0]
    )[2:]
    for given in (service, container):
        assert main([*given, "--folder", str(FILES)]) == CANNOT_LISTEN
        assert str(FILES) in capsys.readouterr().err, "the options are read; then there are no notebooks"


def test_every_file_command_and_target_in_the_text_exists() -> None:
    text = DOC.read_text()
    for link in re.findall(r"\]\(([^)#:]+)\)", re.sub(r"`[^`\n]+`", "", text)):
        assert (DOC.parent / link).exists(), link
    for path in re.findall(r"`((?:binder|notebooks|docs|benchmarks)/[\w./-]+)`", text):
        assert (ROOT / path).exists() or path.startswith("docs/_build/"), path  # which `make docs` makes
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.M))
    assert set(re.findall(r"`make ([a-z-]+)", text)) <= targets
    assert {path.name for path in FILES.iterdir()} == set(re.findall(r"\]\(publishing/([^)]+)\)", text)) - {
        ""
    }


def test_a_jupyter_server_with_the_site_lets_go_of_ended_pages_as_the_sites_own_server_does() -> None:
    settings = json.loads((ROOT / "binder/jupyter_server_config.json").read_text())
    own = voila_and_kernel_settings(0, "", "/", debug=False).VoilaConfiguration.multi_kernel_manager_class
    assert import_item(settings["ServerApp"]["kernel_manager_class"]) is own is PageKernelManager


@pytest.mark.parametrize("asked_by", ["the folder of the image", "where the server starts"])
def test_a_jupyter_server_takes_the_house_at_the_top_of_the_copy_and_does_without(
    asked_by: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "environ", {})
    if asked_by == "the folder of the image":
        os.environ["REPO_DIR"] = str(tmp_path)
    else:
        monkeypatch.chdir(tmp_path)
    before = dict(os.environ)
    run_path(str(ROOT / "binder/jupyter_server_config.py"))
    assert os.environ == before
    shutil.copytree(ROOT / "docs/example-site", tmp_path / "site-settings")
    run_path(str(ROOT / "binder/jupyter_server_config.py"))
    assert json.loads(os.environ[HOUSE_RULES_ENV_VARIABLE]) == {"twing": "box ties=defender"}
    assert os.environ[OFFERED_GAMES_ENV_VARIABLE] == "twing,imperium"
    assert Path(os.environ[FOLDER]) == (tmp_path / "site-settings").resolve()


def test_the_limits_of_the_service_and_the_container_are_enough_for_all_pages() -> None:
    service, docker = ((FILES / name).read_text() for name in ("twingkit.service", "Dockerfile"))
    for tasks in (re.search(r"^TasksMax=(\d+)$", service, re.M), re.search(r"--pids-limit (\d+)", docker)):
        assert tasks
        assert max_pages_for_tasks(int(tasks[1])) >= MAX_SLOTS


def test_the_service_and_the_container_start_again_and_limit_their_logs() -> None:
    service, docker = ((FILES / name).read_text() for name in ("twingkit.service", "Dockerfile"))
    assert re.search(r"^Restart=on-failure$", service, re.M)
    assert re.search(r"^LogRateLimitBurst=\d+$", service, re.M)
    (started,) = re.findall(r"docker run (.*?) --publish ", docker, re.S)
    assert "--restart unless-stopped" in started
    assert "--rm" not in started, "Docker refuses both together"
    assert re.search(r"--log-opt max-size=\d+m --log-opt max-file=\d", started)


def test_all_requests_that_nginx_lets_through_are_limited() -> None:
    for name in ("nginx.conf", "nginx-many.conf"):
        text = (FILES / name).read_text()
        zones = set(re.findall(r"limit_req_zone \S+ zone=(\w+):", text))
        server = text[text.index("listen 443") :]
        pages = server[server.index("(en|de)") :]
        assert set(re.findall(r"limit_req zone=(\w+)", pages)) == zones, (
            "a location with its own has no others"
        )
        assert re.search(r"^    limit_req zone=", server, re.M)


def test_limits_of_nginx_are_those_of_the_server() -> None:
    from twingkit_widgets.site.server import MAX_REQUEST_BYTES, PING_EVERY

    for name in ("nginx.conf", "nginx-many.conf"):
        text = (FILES / name).read_text()
        assert f"client_max_body_size {MAX_REQUEST_BYTES // 1024}k;" in text
        minutes = re.findall(r"proxy_read_timeout (\d+)m;", text)
        assert 60_000 * int(minutes[0]) > 2 * PING_EVERY


def test_what_others_build_for_a_site_is_pinned() -> None:
    images = re.findall(r"^FROM (\S+)", (FILES / "Dockerfile").read_text(), re.M)
    actions = re.findall(r"uses: (\S+)", (FILES / "pages.yml").read_text())
    assert images
    assert actions
    assert [image for image in images if not re.search(r"@sha256:[0-9a-f]{64}$", image)] == []
    assert len({*images}) == 1, "one base, built and run on"
    assert [action for action in actions if not re.search(r"@[0-9a-f]{40}$", action)] == []
    required = (ROOT / "binder/requirements.txt").read_text().splitlines()
    assert [line for line in required if not re.fullmatch(r"#.*|[\w.-]+==[\w.]+", line)] == []
    build = tomllib.loads((ROOT / "pyproject.toml").read_text())["build-system"]["requires"]
    names = {re.split(r"[^\w-]", need)[0] for need in build}
    assert names <= {line.partition("==")[0] for line in required}, "the kit is built with these"
    (installing,) = re.findall(r"pip install .*", (ROOT / "binder/postBuild").read_text())
    assert {"--no-deps", "--no-build-isolation"} <= {*installing.split()}


def test_the_cookies_of_the_document_are_those_that_the_page_about_names() -> None:
    section = DOC.read_text().partition("\n## Privacy\n")[2].partition("\n## ")[0]
    rows = [line.split("|")[-2] for line in section.splitlines() if line.startswith("| ")][1:]
    named = [re.findall(r"`(\w[\w-]*|_xsrf)`", row) for row in (rows[1], rows[2], rows[3])]
    named[1] = [*named[0], *(name for name in named[1] if name != "nginx-many")]
    told = [
        re.findall(r"“([\w-]+)”", call_in_language("en", WORDS.say, f"privacy.cookies.{way}"))
        for way in ("here", "server", "jupyter")
    ]
    assert [sorted(names) for names in named] == [sorted(names) for names in told]
    assert {name for names in told for name in names} == {
        BROWSER_COOKIE,
        "tk-lang",
        "_xsrf",
        "twingkit_server",
    }
    assert "none" in rows[0]


@pytest.mark.skipif(VERIFY is None, reason="systemd-analyze is not installed")
def test_systemd_takes_the_service(tmp_path: Path) -> None:
    text = (FILES / "twingkit.service").read_text()
    program = Path(sys.executable)
    (tmp_path / "twingkit.service").write_text(text.replace("/opt/twingkit/bin/twingkit", str(program)))
    done = subprocess.run(
        [str(VERIFY), "verify", "--man=no", str(tmp_path / "twingkit.service")],
        capture_output=True,
        text=True,
    )
    complaints = [line for line in done.stderr.splitlines() if "twingkit.service" in line]
    assert complaints == []
    assert done.returncode == 0, done.stderr


@contextmanager
def in_front(folder: Path, name: str, port: int, sites: list[Any]) -> Iterator[str]:
    """Run nginx with the file `name` in front of sites, on this computer and with a certificate made here."""
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    subject = ["-nodes", "-subj", "/CN=games.example.org", "-keyout", str(key), "-out", str(certificate)]
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", *subject],
        check=True,
        capture_output=True,
    )
    text = (FILES / name).read_text()
    servers = "".join(f"server {site.url.split('/')[2]};" for site in sites)
    text = re.sub(r"(?:    server [\d.]+:8866;\n)+", f"    {servers}\n", text)
    text = text.replace("root /etc/nginx;", f"root {FILES};")
    text = re.sub(r"/etc/letsencrypt\S+fullchain.pem", str(certificate), text)
    text = re.sub(r"/etc/letsencrypt\S+privkey.pem", str(key), text)
    text = text.replace("/var/log/nginx/", f"{folder}/")
    text = re.sub(r"    listen .*80;\n|    listen \[.*443.*\n", "", text)
    text = text.replace("listen 443", f"listen 127.0.0.1:{port}")
    text = text.replace("    return 301", f"    listen 127.0.0.1:{port + 1};\n    return 301")
    (folder / "site.conf").write_text(text)
    paths = " ".join(
        f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (folder / "nginx.conf").write_text(
        f"daemon off; pid {folder}/pid; error_log {folder}/log; events {{}}\n"
        f"http {{ access_log off; {paths} include {folder}/site.conf; }}\n"
    )
    command = [str(NGINX), "-c", str(folder / "nginx.conf"), "-e", str(folder / "log")]
    checked = subprocess.run([*command, "-t"], capture_output=True, text=True)
    assert checked.returncode == 0, checked.stderr
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield f"https://127.0.0.1:{port}/twing/"
    finally:
        process.terminate()
        process.wait()


@pytest.mark.skipif(NGINX is None, reason="nginx is not installed")
@pytest.mark.parametrize(("name", "count"), [("nginx.conf", 1), ("nginx-many.conf", 2)])
async def test_the_site_works_behind_nginx_and_visitors_stay_where_they_came(
    serve: Any, pages: Path, port: Any, reachable: Any, until: Any, tmp_path: Path, name: str, count: int
) -> None:
    sites = [serve("--trust-proxy=127.0.0.1", folder=pages, base_url="/twing/") for _ in range(count)]
    here, log, kernels = port(), tmp_path / "twingkit.log", []
    with in_front(tmp_path, name, here, sites) as address:
        until(lambda: reachable(f"http://127.0.0.1:{here + 1}/"), 20, "nginx answers")

        async def visit() -> None:
            async with Visitor(address) as visitor:
                assert await visitor.open() == 200
                kernels.append(visitor.kernel)
                for _ in range(2):
                    await visitor.connect()
                    await visitor.press()
                await visitor.hear("count 2")

        await asyncio.gather(*(visit() for _ in range(VISITORS * count)))
        visitors = VISITORS * count
        while not all(site.kernels() for site in sites) and visitors < MOST_VISITORS:
            await visit()
            visitors += 1
        opened = [len(site.kernels()) for site in sites]
        assert sum(opened) == visitors
        assert all(opened), "the visitors are shared out"
        async with Visitor(address) as visitor:
            assert await visitor.open("nothing", Referer=f"{address}class/?result=Ida") == 404
            assert await visitor.open("docs", Referer=f"{address}class/?result=Ida") == 404
            assert await visitor.open("index", Referer=f"{address}class/?result=Ida") == 200
        until(lambda: " 200 GET /twing/en/ " in log.read_text(), 10, "nginx has logged the request")
        for site in sites:
            site.stop()
        answer = await AsyncHTTPClient().fetch(f"{address}en/", raise_error=False, validate_cert=False)
        assert answer.code == 503
        assert answer.headers["Retry-After"] == "5"
        assert answer.body == (FILES / "twingkit-restart.html").read_bytes()
    logged = log.read_text() + (tmp_path / "twingkit-error.log").read_text()
    assert " 101 GET /twing/api/kernels/* " in logged
    assert " 404 " not in logged, "whoever asks for what there is not does not fill the disk"
    assert not re.search(r"127\.0\.0|Ida|session_id|" + "|".join(kernels), logged)
