"""The panels of Ember's lessons."""
