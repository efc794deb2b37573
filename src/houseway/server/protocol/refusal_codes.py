"""What is answered where something is not done: a code for programs, one sentence for people."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field
from typing_extensions import TypeAliasType, TypedDict

CODES: dict[str, str] = {
    "bad_message": "the message is no command, or has unknown fields or wrong types",
    "too_large": "the message is larger than 8 KiB",
    "too_fast": "more messages than allowed, or more lines of chat; wait a little",
    "too_many": "more tables watched, seats taken or tables opened than allowed",
    "sign_in_first": "only a person, guest or account, may do this",
    "not_allowed": "this person may not do this",
    "unknown_table": "there is no such table",
    "table_closed": "the table is closed or about to close",
    "seat_taken": "somebody sits there",
    "no_seat": "the person has no seat at this table, or there is no such seat",
    "already_seated": "the person has a seat at this table",
    "stale_round": "the command is for a round that is over, or not begun",
    "stale_turn": "the command is for a turn or a decision that is past",
    "not_your_turn": "the table does not wait for this seat",
    "not_now": "this cannot be done at this point of the round",
    "illegal": "the decision or bet is not legal; the sentence names the legal ones",
    "wager_refused": "the wager is outside the layout or the limits",
    "not_enough_chips": "the wallet or stack holds less",
    "chat_off": "the house has no chat",
    "muted": "the pit has muted this person",
    "bad_text": "the message has nothing to read in it, or is too long",
    "no_coach": "there are no exact values here",
    "id_used": "the id was used for another command",
    "already_done": "an entry with this key is in the ledger",
    "books_refused": "the ledger does not take this",
    "closing": "the server is closing; nothing was changed",
    "server_error": "the command could not be stored; nothing has changed, send it again",
}
RefusalCode = TypeAliasType("RefusalCode", Annotated[str, Field(json_schema_extra={"enum": list(CODES)})])


class Problem(TypedDict):
    """Why something was not done: a code for programs, one sentence for people."""

    code: str
    sentence: str
