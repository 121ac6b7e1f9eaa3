"""`make release`: build the files to upload, and check whether they can be released.

    python .ci/release.py            builds into dist/ and runs all checks below
    python .ci/release.py --quick    without the empty environments

In dist/: the source distribution, the wheel, `licences.txt` (what the kit installs, with its licences) and
`bill-of-materials.json` (CycloneDX). The checks are: the description is valid (`twine check`); both archives
have the right contents; no licence of a dependency forbids redistribution; no vulnerabilities of dependencies
are known (`pip-audit`); and the kit works in an empty environment of each installed Python, with the newest
and with the oldest allowed versions of all dependencies. Checks that cannot run here are only reported.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import venv
import zipfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
DIST = ROOT / "dist"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
RELEASE_TOOLS = ("build", "twine", "uv", "pip-audit", "cyclonedx-bom")
PYTHON_VERSIONS = ("3.11", "3.12", "3.13", "3.14")
# The beginnings of names of licences that allow redistribution beside the MIT licence.
FREE_LICENCE = re.compile(
    r"mit|bsd|\d-clause bsd|new bsd|modified bsd|apache|isc|psf|python software|mpl|mozilla|lgpl|hpnd|zlib"
    r"|(the )?unlicense|public domain|cc0|0bsd",
    re.I,
)
# Packages whose own data does not say it in such words; what their licence files say.
LICENCE_BY_PACKAGE = {
    "isoduration": "ISC",
    "jupyterlab_pygments": "BSD-3-Clause",
    "jupyterlab_server": "BSD-3-Clause",
    "jupyterlab_widgets": "BSD-3-Clause",
    "ptyprocess": "ISC",
}
# What the kit answers in an empty environment: rules, exact odds, a table, a panel, the command.
SMOKE_TEST = """
from twingkit import ember, imajica, imperium, policies, twing
from twingkit.core.play import Game
assert abs(twing.odds("F: F5 F3 + F4 vs W: W6 W4 @ hat & cat*2").win - 0.694) < 0.001
assert imperium.odds("space: 2 carrier 1 cruiser vs 3 destroyer").win > 0.5
assert abs(ember.chance_within("E5 A12 W6 F8 A6", "N3", turns=1) - 0.1) < 0.001
for game in (twing, ember, imajica):
    record = policies.play(game.new_game(2, seed=1), ["greedy", "greedy"]).record
    assert Game.replay(record).over
from twingkit_widgets.learn.practice.panel import PracticePanel
PracticePanel("en", game="ember")
"""


class ReleaseFault(Exception):
    """Error if the kit cannot be released, with the reason."""


def run_command(*command: str | Path, **others: object) -> str:
    """Run a command and return its output. Raises `ReleaseFault` with the last lines if it fails."""
    keep = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
    done = subprocess.run(command, capture_output=True, text=True, env=keep, check=False, **others)  # type: ignore[call-overload]
    if done.returncode:
        last = (done.stdout + done.stderr).strip().splitlines()[-15:]
        raise ReleaseFault(f"{' '.join(map(str, command[:6]))}:\n    " + "\n    ".join(last))
    return str(done.stdout)


def install_tools(folder: Path) -> Path:
    """Create an environment with the release tools in `folder`; return the folder of its programs."""
    venv.create(folder, with_pip=True)
    run_command(
        folder / "bin/python", "-m", "pip", "install", "-q", "--disable-pip-version-check", *RELEASE_TOOLS
    )
    return folder / "bin"


def build_archives(programs: Path) -> tuple[Path, Path]:
    """Build the source distribution and the wheel into dist/, and return their paths."""
    shutil.rmtree(DIST, ignore_errors=True)
    run_command(programs / "python", "-m", "build", "-q", "--outdir", DIST, ROOT)
    return next(DIST.glob("*.tar.gz")), next(DIST.glob("*.whl"))


def archive_files(archive: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the name and content of every file in an archive."""
    if archive.suffix == ".whl":
        with zipfile.ZipFile(archive) as wheel:
            yield from ((name, wheel.read(name)) for name in wheel.namelist() if not name.endswith("/"))
        return
    with tarfile.open(archive) as source:
        for member in source:
            file = source.extractfile(member)
            if file is not None:
                yield member.name.partition("/")[2], file.read()


def check_contents(source: Path, wheel: Path) -> str:
    """Check the contents of both archives and return a summary.

    Raises `ReleaseFault` if files are missing or do not belong there.
    """
    tracked = run_command("git", "ls-files", cwd=ROOT).split("\n")
    wanted = {name for name in tracked if name and not name.startswith((".ci/", ".git"))}
    in_source = dict(archive_files(source))
    missing = sorted(wanted - set(in_source))
    if missing:
        raise ReleaseFault(f"the source distribution lacks {len(missing)} files, as {missing[:3]}")
    more = sorted(set(in_source) - wanted - {"PKG-INFO", ".gitignore"})
    if more:
        raise ReleaseFault(f"the source distribution holds what is not kept in the repository: {more[:3]}")
    in_wheel = dict(archive_files(wheel))
    strange = [
        name
        for name in in_wheel
        if not re.match(r"(twingkit|twingkit_widgets|twingkit-[\d.]+\.dist-info)/", name)
    ]
    if strange:
        raise ReleaseFault(f"the wheel holds what does not belong to the kit: {strange[:3]}")
    lacks = [name for name in tracked if name.startswith("twingkit/") and name not in in_wheel]
    if lacks:
        raise ReleaseFault(f"the wheel lacks {lacks[:3]}")
    here = str(ROOT).encode()
    naming = [name for name, text in (*in_source.items(), *in_wheel.items()) if here in text]
    if naming:
        raise ReleaseFault(f"this machine's folders are named in {naming[:3]}")
    sizes = [f"{archive.name} {archive.stat().st_size / 1e6:.1f} MB" for archive in (source, wheel)]
    return ", ".join((*sizes, f"{len(in_source)} and {len(in_wheel)} files"))


def create_environment(programs: Path, folder: Path, python: str | Path, *install: str | Path) -> Path:
    """Create an environment in `folder`, let uv install packages, and return its interpreter."""
    run_command(programs / "uv", "venv", "-q", "--no-python-downloads", "--python", python, folder)
    interpreter = folder / "bin/python"
    run_command(programs / "uv", "pip", "install", "-q", "--python", interpreter, *install)
    return interpreter


LICENCE_SCRIPT = """
import json
from importlib.metadata import distributions
def licence(about):
    kinds = [kind for kind in about.get_all("Classifier") or () if kind.startswith("License ::")]
    classes = [kind.rpartition(":: ")[2] for kind in kinds]
    text = about.get("License-Expression") or (about.get("License") or "").strip().partition("\\n")[0]
    return text if 0 < len(text) < 60 else ", ".join(classes) or text[:60]
found = {(one.metadata["Name"], one.version, licence(one.metadata)) for one in distributions()}
print(json.dumps(sorted(found)))
"""


def check_licences(interpreter: Path) -> str:
    """Check the licences of all installed packages, write them to `licences.txt`, and return a summary."""
    rows = [
        (name, version, LICENCE_BY_PACKAGE.get(name, licence))
        for name, version, licence in json.loads(run_command(interpreter, "-c", LICENCE_SCRIPT))
    ]
    (DIST / "licences.txt").write_text(
        "".join(f"{name} {version}: {licence}\n" for name, version, licence in rows)
    )
    unclear = [f"{name} ({licence})" for name, _, licence in rows if not FREE_LICENCE.search(licence)]
    if unclear:
        raise ReleaseFault(f"licences that nobody has looked at: {unclear}")
    return f"{len(rows)} packages"


def find_python(python: str) -> Path | None:
    """Return a working interpreter of this Python version, possibly from pyenv, or None."""
    kept = sorted(Path.home().glob(f".pyenv/versions/{python}.*/bin/python{python}"))
    for program in (shutil.which(f"python{python}"), *kept):
        if program and subprocess.run([program, "-c", ""], capture_output=True, check=False).returncode == 0:
            return Path(program)
    return None


def check_installs(programs: Path, wheel: Path, folder: Path) -> Iterator[str]:
    """Test the wheel in empty environments; yield a line for each Python and each choice of versions."""
    for python in PYTHON_VERSIONS:
        program = find_python(python)
        if program is None:
            yield f"Python {python} is not here"
            continue
        for versions in ("highest", "lowest-direct"):
            place = folder / f"{python}-{versions}"
            interpreter = create_environment(programs, place, program, "--resolution", versions, wheel)
            run_command(interpreter, "-c", SMOKE_TEST, cwd=folder)
            run_command(place / "bin/twingkit", "odds", "F: F5 vs W: W4", cwd=folder)
            yield f"Python {python}, {versions} versions: answers"
            shutil.rmtree(place)


def check_vulnerabilities(programs: Path, interpreter: Path) -> str:
    """Check the installed packages for known vulnerabilities and return a summary.

    Raises `ReleaseFault` if one is known.
    """
    paths = run_command(interpreter, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip()
    silent = ("--progress-spinner", "off", "--timeout", "15", "--format", "json")
    try:
        said = run_command(programs / "pip-audit", "--path", paths, *silent)
    except ReleaseFault as fault:
        if re.search(r"Connection|resolve|Proxy|timed out|unreachable|ServiceError", str(fault)):
            return "the list cannot be reached from here: not looked up"
        raise
    # pip-audit does not fail if an index has no data about vulnerabilities.
    packages = json.loads(said)["dependencies"]
    asked = [
        package for package in packages if "skip_reason" not in package and package["name"] != PROJECT["name"]
    ]
    return (
        f"none known of {len(asked)} packages; {len(packages) - len(asked)} could not be looked up from here"
    )


def main(arguments: list[str]) -> int:
    """Build and check the release; return the exit code, 1 for a fault."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        try:
            programs = install_tools(folder / "tools")
            source, wheel = build_archives(programs)
            print("contents:", check_contents(source, wheel), flush=True)
            run_command(programs / "twine", "check", "--strict", source, wheel)
            print("description: can be shown", flush=True)
            here = f"{sys.version_info.major}.{sys.version_info.minor}"
            interpreter = create_environment(programs, folder / "newest", here, wheel)
            print("licences:", check_licences(interpreter), flush=True)
            bill = DIST / "bill-of-materials.json"
            run_command(programs / "cyclonedx-py", "environment", "--of", "JSON", "-o", bill, interpreter)
            print(
                f"bill of materials: {len(json.loads(bill.read_text())['components'])} components", flush=True
            )
            print("known weaknesses:", check_vulnerabilities(programs, interpreter), flush=True)
            if "--quick" not in arguments:
                for line in check_installs(programs, wheel, folder):
                    print(line, flush=True)
        except ReleaseFault as fault:
            print(f"Not fit to be released: {fault}")
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
