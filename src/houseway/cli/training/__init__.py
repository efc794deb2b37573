"""What `houseway train` does in the terminal: the felt, questions and answers, feedback, progress."""
