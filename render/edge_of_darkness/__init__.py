"""The pictures of Edge of Darkness: `read` turns a view into `model`, the other modules draw it."""
