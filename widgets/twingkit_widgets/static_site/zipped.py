"""A published site as one file to hand out."""

from __future__ import annotations

import zipfile
from pathlib import Path

from twingkit_widgets.static_site.program import DATE


def zipped(folder: Path, file: Path) -> None:
    """Write the files of `folder` into the zip `file`, below a folder of its name; the same files make the
    same bytes."""
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                name = zipfile.ZipInfo(f"{file.stem}/{path.relative_to(folder).as_posix()}", DATE)
                name.external_attr = 0o644 << 16
                archive.writestr(name, path.read_bytes(), zipfile.ZIP_DEFLATED, 9)
