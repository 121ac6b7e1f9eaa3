"""Questions about Ember: positions dealt at random, which are played by the rules to find the answers.

    topics          the topics with their titles, in order: `TOPICS`
    staging         random hands and positions, answers tried out, and the finished question
    question_texts  sentences and reasons in the rulebook's words

Each topic has a module of makers, which the package `topics` collects. The learner is always the first
player.
"""
