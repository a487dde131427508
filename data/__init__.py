"""Content packs and catalogues; read them through importlib.resources."""
