"""The variants of Ember: a switch for every other reading of its rules."""
