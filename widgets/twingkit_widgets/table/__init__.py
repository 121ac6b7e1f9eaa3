"""Tables to play at: games against computer players (`play`) and real tables (`referee`)."""
