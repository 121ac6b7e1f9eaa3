"""The switches of Imperial Twing's rules, and the places where the rulebooks disagree."""
