"""A small documentation as Sphinx writes it: pages, files beside them, hidden files, and an external link."""

from __future__ import annotations

from pathlib import Path

INDEX = """<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Kit</title>
<link rel="icon" href="_static/icon.svg"><script src="_static/own.js"></script></head>
<body><h1>Kit</h1><script>document.body.dataset.inline = beside;</script>
<a href="_api/one.html">One</a></body></html>"""


def written_documents(folder: Path) -> Path:
    """Write a documentation into a folder, and return the folder."""
    files = {
        "index.html": INDEX,
        "_api/one.html": "<!DOCTYPE html><html lang='en'><title>One</title><h1>Größe</h1></html>",
        "_static/own.js": "var beside = 'ran';",
        "_static/icon.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>",
        ".doctrees/index.doctree": "hidden",
        ".buildinfo": "hidden",
    }
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    (folder.parent / "outside.txt").write_text("outside", encoding="utf-8")
    (folder / "_static/out.txt").symlink_to(folder.parent / "outside.txt")
    (folder / "_static/away").symlink_to(folder.parent)
    return folder
