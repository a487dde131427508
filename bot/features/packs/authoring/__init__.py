"""Tools for authors of content packs: a preview page with every card, checks, comparisons and a starter pack."""
