"""Live preview: pages rendered on request, reusing the results that an edit does not change."""
