"""Everything that goes between server and page, as types: commands, messages, the felt, events, answers of the API.

Commands and request bodies are read strictly, by pydantic. What the server sends is declared as typed dictionaries:
they cost nothing when a message is built, the type checker proves that what is built is what is promised, and
`docs/socket.schema.json` and `docs/openapi.json` are written from them (`python -m houseway.server.protocol`).
Fields may be added to what is sent: clients ignore those they do not know.
"""

PROTOCOL = 1
