"""Tables as text: for terminals, and in the pages of the documentation."""
