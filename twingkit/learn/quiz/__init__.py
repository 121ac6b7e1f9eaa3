"""Questions that never run out, for any game: dealt from a seed, answered by the rules, and explained.

    quiz = quiz_of("twing")
    item = quiz.deal("shield", seed=3)
    print(item.prompt(), item.right.text(), item.why[0])

A game fills `TOPICS`, a mapping of names to `Topic`: a title, and makers of its kinds of questions. A maker
gets random numbers and returns an `Item`, or None where they make no good question. `GameEntry.questions`
names the mapping; a game that fills nothing gets questions on scenes of its own games (`scenes`).

    item       what a question is: where it is asked, the options, what was forgotten, the rulings that decide
    deal       topics, and a question from its topic and seed or from its name
    asking     the question put together: options, mistakes, yes and no, numbers, reasons
    making     dealing until a question is good
    phrases    the sentences of questions, from a catalogue of their own with the words of the rulebook
    quiz_of    the quiz of a game
    scenes     what happens now? Questions of a game that has no others
    homes      what decides the questions of a kind, and which kind asks about a rule
    dealer     which question comes next, by what the ledger says
    ledger     what a person was asked and missed, and when it comes back; `tally` is how that is counted
"""

from twingkit.learn.quiz.deal import Maker, Quiz, Topic
from twingkit.learn.quiz.item import AnswerOption, Item
from twingkit.learn.quiz.quiz_of import quiz_of

__all__ = ["AnswerOption", "Item", "Maker", "Quiz", "Topic", "quiz_of"]
