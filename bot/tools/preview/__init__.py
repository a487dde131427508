"""The preview of a pack: one local page that shows every card as it is drawn, with its texts and what is wrong."""
