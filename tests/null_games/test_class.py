"""A class with games by other authors: their lessons, questions and lines can be put on lists, too."""

from __future__ import annotations

import pytest
from null_games.test_panels import HEAD, values

LIST = """
import sys
from twingkit.learn.classroom import parse_results
game = game_by_id(sys.argv[1])
maker = page("class", "lang=en")[0]
maker.do("game", game.id)
offered = [value for act, value in acts(maker) if act == "toggle"]
for line in (offered[0], offered[-2]):
    maker.do("toggle", line)
    assert maker.error is None, maker.error
maker.do("position", {"position": game.example.splitlines()[0]})
assert maker.error is None, maker.error
steps = page("class", f"list={maker.link_query()['list']}&lang=de")[0]
steps.do("begin", {"name": "Ida"})
assert steps.error is None, steps.error
word = re.search(r'data-copy="([^"]*)"', steps.html)[1]
table = page("class", "show=results&lang=en")
table[0].do("take", word)
paper = page("class", f"list={maker.link_query()['list']}&show=print")[0]
told = {
    "offered": offered,
    "steps": words(steps),
    "links": re.findall(rf'href="({game.id}[^"?]*)', steps.html),
    "row": [item.key for item in parse_results(word).results[0].task_states],
    "table": words(table[0]),
    "paper": words(paper),
}
print(json.dumps(told))
"""


@pytest.mark.parametrize("game", ["coin", "briscola"])
def test_lists_results_and_sheets_of_a_game_that_names_no_page_of_its_own(python, game: str) -> None:
    told = values(python(HEAD + LIST, game))
    assert told["offered"][0].startswith(f"lesson {game}:")
    assert any(line.startswith(f"practice {game}:") for line in told["offered"])
    assert told["row"][0].startswith(f"lesson:{game}:")
    assert len(told["row"]) == 3
    assert told["row"][2].startswith("position:")
    assert len(told["links"]) >= 2, "each step leads to a page of the game"
    assert "0 von 3 erledigt" in told["steps"]
    assert "Ida" in told["table"]
    assert "Answers" in told["paper"]
