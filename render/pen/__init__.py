"""How pictures are drawn: surfaces, text, fonts, colours, PNG."""
