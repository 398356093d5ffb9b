"""Text and pictures of an author: Markdown, images and heraldry."""
