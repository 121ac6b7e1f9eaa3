"""Faults of rule files: duplicates, missing languages, and references to things that do not exist."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from twingkit.core.words import LANGUAGES, TomlTable


def rule_faults(
    chapters: Sequence[tuple[str, TomlTable]], rules: Sequence[tuple[str, TomlTable]], statuses: Sequence[str]
) -> Iterator[str]:
    """Check the data of chapters and rules, given as pairs of file name and TOML table, and yield a message
    for each fault.

    >>> one = {"id": "one", "title": {"en": "One", "de": "Eins"}}
    >>> rule = {"id": "XX-1", "chapter": "two", "status": "printed"}
    >>> list(rule_faults([("rules.toml", one)], [("rules.toml", rule)], ["printed"]))
    ["rules.toml: XX-1 is in the chapter 'two', which does not exist"]
    """
    homes, ids = ([entry["id"] for _, entry in entries] for entries in (chapters, rules))
    times = Counter(homes) + Counter(ids)
    for name, entry in (*chapters, *rules):
        place = f"{name}: {entry['id']}"
        if times[entry["id"]] > 1:
            yield f"{place} is given twice"
        for part in ("title", "text"):
            missing = [lang for lang in LANGUAGES if part in entry and lang not in entry[part]]
            yield from (f"{place} has no {part} in {lang!r}" for lang in missing)
    for name, rule in rules:
        place = f"{name}: {rule['id']}"
        if rule["chapter"] not in homes:
            yield f"{place} is in the chapter {rule['chapter']!r}, which does not exist"
        if rule["status"] not in statuses:
            yield f"{place} has the status {rule['status']!r}, expected one of {', '.join(statuses)}"
        for asked in rule.get("asked", ()):
            for part in ("question", "answer"):
                gone = [lang for lang in LANGUAGES if lang not in asked.get(part, ())]
                yield from (f"{place} has a player’s question without {part} in {lang!r}" for lang in gone)
        unknown = [other for other in rule.get("see", ()) if other not in ids]
        yield from (f"{place} links to {other!r}, which is not a rule" for other in unknown)
