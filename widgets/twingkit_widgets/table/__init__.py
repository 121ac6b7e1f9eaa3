"""Tables that are shown and answered: games against computer players (`play`) and real tables (`referee`)."""
