"""The pictures of Aevum Haeresis."""
