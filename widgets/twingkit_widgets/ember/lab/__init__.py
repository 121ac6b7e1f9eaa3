"""The lab of Ember: what can be conjured, and what to keep."""
