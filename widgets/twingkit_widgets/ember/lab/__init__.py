"""The lab of Ember: creatures that a hand can conjure, and the best cards to keep."""
