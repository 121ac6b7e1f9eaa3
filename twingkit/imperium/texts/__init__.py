"""The rules of Twilight Imperium as texts: a file a chapter, the rulebook that they make, and names."""
