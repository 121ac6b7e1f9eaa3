"""The rules of Ember: one module per chapter, next to the texts that they cite."""
