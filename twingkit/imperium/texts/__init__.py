"""The rules of Twilight Imperium as texts: a file for each chapter, the rulebook, and names."""
