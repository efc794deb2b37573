"""Every message between server and page, as models."""
