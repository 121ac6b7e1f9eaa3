"""What examines a game: tables, sweeps over values, whole games by the thousand, figures."""
