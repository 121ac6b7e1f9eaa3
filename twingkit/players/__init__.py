"""Who answers instead of a person: computer players, looking ahead, environments for programs that learn."""
