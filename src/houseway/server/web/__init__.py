"""The web edge: the socket, the REST interface, connections, security, and the page's own files."""
