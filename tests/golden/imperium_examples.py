"""The examples of the rules of Twilight Imperium (`twingkit/imperium/examples`).

`python tests/golden/imperium_examples.py` looks for an example of every rule that has none, or whose example
no longer plays; with ids of rules it looks for these again. Whole games at random come first, then positions
laid out for a rule (`imperium_aims`), and battles with every effect. Examples that are written into the files
by hand stay as they are, as long as they play.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

FOLDER = Path(__file__).parents[2] / "twingkit" / "imperium" / "examples"
WITHOUT = Path(__file__).parents[1] / "imperium" / "battle" / "rules" / "without_example.txt"
"""The list of the rules for which no example was found."""

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))

from golden.imperium_aims import aims, battle_lines  # noqa: E402
from golden.imperium_moments import Finds, Moment, look_for, moments_of, wander  # noqa: E402

from twingkit.core.messages import Fault  # noqa: E402
from twingkit.core.questions import ChanceQuestion  # noqa: E402
from twingkit.imperium import assumed_answer, battle_game  # noqa: E402
from twingkit.imperium.rule_moments import RuleMoment, find_example, reason_without_example  # noqa: E402
from twingkit.imperium.texts.rulebook import rulebook  # noqa: E402

SEEDS = range(8)
KINDS = ("short", 3, 4, 6)
BATTLE_SEEDS = range(6)
LONGEST = 40


def good(example: RuleMoment | None) -> bool:
    """Return whether an example still plays."""
    try:
        return example is not None and bool(example.statement.rule)
    except (ValueError, LookupError, Fault):
        return False


def battle_moments(line: str, seed: int) -> Iterator[Moment]:
    """Yield the moments of a battle that is played by the policies of its line, sometimes at random."""
    rng = random.Random(seed)
    try:
        game = battle_game(line)
    except (ValueError, LookupError, Fault):
        return
    yield from moments_of(line, (), "", game.opening_rulings)
    while game.question is not None and len(game) < LONGEST:
        before = [entry.answer for entry in game.transcript]
        question = game.question
        chance = isinstance(question, ChanceQuestion)
        answer = question.random_answer(rng) if chance or rng.random() < 0.4 else assumed_answer(game)
        try:
            game.answer(answer)
        except (ValueError, LookupError, Fault):
            return
        yield from moments_of(line, before, game.transcript[-1].answer, game.latest_rulings)


def found_in_battles(wanted: set[str]) -> dict[str, Moment]:
    """Return the shortest moments of these rules in battles."""
    best: dict[str, Moment] = {}
    for line in battle_lines():
        for seed in BATTLE_SEEDS:
            for one in battle_moments(line, seed):
                if one.rule in wanted and (one.rule not in best or one.cost < best[one.rule].cost):
                    best[one.rule] = one
    return best


def text(value: object) -> str:
    """Return a value in TOML."""
    return json.dumps(value, ensure_ascii=False)


def entry(one: Moment | RuleMoment) -> str:
    """Return one example as in its file."""
    lines = ["[[example]]", f"rule = {text(one.rule)}", f"line = {text(one.line)}"]
    lines += [f"before = {text(list(one.answers_before))}"] if one.answers_before else []
    lines += [f"answer = {text(one.answer)}"] if one.answer else []
    lines += [f"about = {text(one.shown_rule)}"] if one.shown_rule != one.rule else []
    if isinstance(one, RuleMoment):
        lines += [f"unless = {text(one.counterexample_line)}"] if one.counterexample_line else []
        lines += [f"title.{lang} = {text(title)}" for lang, title in one.titles.items()]
    return "\n".join([*lines, f"case = {text(one.case)}"])


def write(examples: Iterable[Moment | RuleMoment]) -> int:
    """Rewrite the files of all chapters; return the number of examples."""
    known = {one.rule: one for one in examples}
    without = [rule.id for rule in rulebook() if rule.id not in known and not reason_without_example(rule.id)]
    WITHOUT.write_text("".join(f"{rule}\n" for rule in without), encoding="utf-8")
    FOLDER.mkdir(exist_ok=True)
    for chapter in rulebook().chapters:
        own = [known[rule.id] for rule in rulebook().rules_of_chapter(chapter.id) if rule.id in known]
        path = FOLDER / f"{chapter.id}.toml"
        if own:
            title = chapter.title("en")
            head = f"# Examples of the chapter “{title}”, written by tests/golden/imperium_examples.py."
            path.write_text("\n\n".join([head, *map(entry, own)]) + "\n", encoding="utf-8")
        elif path.is_file():
            path.unlink()
    return len(known)


def main() -> None:
    """Look for what is missing, and write all."""
    named = set(sys.argv[1:])
    kept = {
        rule.id: found for rule in rulebook() if good(found := find_example(rule.id)) and rule.id not in named
    }
    wanted = {rule.id for rule in rulebook() if not reason_without_example(rule.id)} - set(kept)
    print(f"{len(kept)} examples play, {len(wanted)} are looked for")
    fights = found_in_battles(wanted)
    finds = Finds()

    def keep() -> int:
        fresh = {rule: one for rule, one in finds.rules.items() if rule in wanted}
        return write([*kept.values(), *{**fresh, **fights}.values()])

    print(f"{keep()} after the battles", flush=True)
    wander(finds, SEEDS, KINDS)
    print(f"{keep()} after whole games", flush=True)
    for rule in sorted(wanted - set(fights)):
        if rule not in finds.rules or finds.rules[rule].named:
            lines, words = aims(rule)
            look_for(finds, rule, lines, words, tries=3)
            print(f"{keep()} after {rule}", flush=True)


if __name__ == "__main__":
    main()
