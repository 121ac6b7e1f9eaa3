"""The switches of the rules of Imperial Twing, and the rules on which the rulebooks disagree."""
