"""Around every rulebook: errors, faults of its files, examples of its rules, and the search in it."""
