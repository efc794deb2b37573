"""Names that people give themselves: tidy, visible, and no other's, not even to the eye."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from confusable_homoglyphs import confusables  # type: ignore[import-untyped]

from houseway.server.refusals import Refusal

LONGEST_NAME = 24
_GUEST = re.compile(r"guest[2-9lo]+")  # letters and digits as they look, whatever stands between them
_PROGRAM = re.compile(r"[(\[{<]\W*(program|bot)\W*[)\]}>]")
_SMALL_CAPITAL = re.compile(r"LATIN LETTER SMALL CAPITAL ([A-Z])")
_SAME_LOOK = str.maketrans({"0": "o", "1": "l", "i": "l", "|": "l"})
# Letters and marks by their category, but nothing is drawn for them.
_INVISIBLE = {0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0}
_INVISIBLE |= {*range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)}


def _tidy(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).split())


def name_key(text: str) -> str:
    """What makes a name unique, whatever its case and spacing."""
    return unicodedata.normalize("NFKC", _tidy(text).casefold())


def can_be_seen(text: str) -> bool:
    """Whether nothing in a text is invisible, breaks its line or turns its direction."""
    return not any(
        unicodedata.category(letter) in ("Zl", "Zp")
        or unicodedata.category(letter)[0] == "C"
        or ord(letter) in _INVISIBLE
        for letter in text
    )


def look_of(key: str) -> str:
    """A name as it looks: signs that are drawn like a Latin letter are that letter, and 0 and 1 are o and l."""
    return "".join(map(_drawn_like, key)).translate(_SAME_LOOK).replace("rn", "m").replace("vv", "w")


@lru_cache(maxsize=4096)
def _drawn_like(letter: str) -> str:
    if letter.isascii():
        return letter
    if small_capital := _SMALL_CAPITAL.fullmatch(unicodedata.name(letter, "")):
        return small_capital[1].casefold()
    for found in confusables.is_confusable(letter, greedy=True) or ():
        for other in found["homoglyphs"]:
            if len(other["c"]) == 1 and other["c"].isascii() and other["c"].isalnum():
                return str(other["c"]).casefold()
    return letter


def _looks_like_the_house(key: str) -> bool:
    """Whether a name looks like one that guests without a name or bots have; accents and signs make no other name."""
    look = look_of("".join(letter for letter in unicodedata.normalize("NFD", key) if not unicodedata.combining(letter)))
    letters = "".join(letter for letter in look if letter.isalnum())
    return bool(_GUEST.fullmatch(letters) or _PROGRAM.search(look))


def checked_name(text: str) -> tuple[str, str]:
    """A name as it is shown, and its key."""
    name, key = _tidy(text), name_key(text)
    if not 1 <= len(name) <= LONGEST_NAME or len(key) > 100:
        raise Refusal("bad_name", f"A name has 1 to {LONGEST_NAME} characters.", 422)
    if not can_be_seen(text.strip()) or not any(map(str.isalnum, name)):
        raise Refusal("bad_name", "A name is made of letters, digits, spaces and signs that can be seen.", 422)
    if confusables.is_dangerous(name):
        raise Refusal("bad_name", "A name does not mix letters of several scripts that look alike.", 422)
    if _looks_like_the_house(key):
        raise Refusal("name_taken", "That name is the house's own; please take another.", 409)
    return name, key
