"""What black cats, traps and Miromon do after the dice: which of them to play, and why."""
