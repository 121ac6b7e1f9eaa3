"""The switches of Imperial Twing's rules, and the rules on which the rulebooks disagree."""
