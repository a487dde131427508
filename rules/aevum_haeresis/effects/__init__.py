"""What effects do: for each verb whether it can be resolved, what it does, offers and takes."""
