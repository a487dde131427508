"""The pictures of Edge of Darkness: `read` turns a view into the records of `scene`; the other modules draw them."""
