"""Text and images of an author: Markdown, images and heraldry."""
