"""Open every page and press its buttons in the Python of the browser, run by `compile.mjs`; record the used
standard-library modules, and whether they were loaded at the start.
"""

import json
import sys
from pathlib import Path


def library() -> list[str]:
    """Return the standard-library modules that were imported."""
    files = {name: getattr(module, "__file__", None) or "" for name, module in sys.modules.items()}
    return sorted(name for name, file in files.items() if file.startswith("/lib/python"))


if __name__ == "__main__":
    started = set(sys.modules)
    Path("/app").symlink_to("/job/app")  # the folder of the program in a browser
    sys.path.insert(0, "/app")
    job = json.loads(Path("/job/pages.json").read_text(encoding="utf-8"))

    from in_browser.run_page import prepare  # its name in the browser

    prepare("in_browser", job["entry_points"], job["environment"])

    from in_browser.visit_pages import visit_pages

    visit_pages(job["pages"])
    traced = {name: name in started for name in library()}
    Path("/job/library.json").write_text(json.dumps(traced), encoding="utf-8")
