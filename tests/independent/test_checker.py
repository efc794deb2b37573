"""The checker accepts rounds settled by hand from the manuals, and reports every fault put into them."""

import copy
import importlib.util
import io
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

Line = dict[str, Any]

# Loaded from beside this file, so that it does not matter how the tests are collected.
_spec = importlib.util.spec_from_file_location("checker", Path(__file__).with_name("checker.py"))
assert _spec is not None
assert _spec.loader is not None
checker = sys.modules["checker"] = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(checker)
check_round: Callable[[Line], list[str]] = checker.check_round

OPTIONS: dict[str, Line] = {
    "high-card-draw": {"qualifier": "10", "pat": "three-tensup", "ties": "push", "draw": "deck",
                       "three_tensup_pays": "1", "tensup": "20/5/3"},
    "mini-tex": {"qualifier": "pair", "board": "burn", "bets": "1/1/2", "pocket-poker": "30/20/5/3/2"},
    "three-card-draw-poker": {"pair-plus": "100/40/25/5/4/1", "ante-bonus": "10/7/5", "play_most": "2"},
    "three-card-roo": {"seven-roo-bonus": "10/1", "pocket-roo": "100/45/8/2/2", "pairs-pay": "12/7/6/3",
                       "house_way": 9},
    "two-card-roo": {"decks": 1, "ties": "player", "aces": "roo", "dealer_pair": "push", "house_way": 8,
                     "pairs_push": "yes", "flush_wins_pay": "1",
                     "flush-roo": "15/3", "pairs-pay": "15"},
    "high-card-flush": {"qualifier": "9", "raises": "1/2/3", "flush": "300/100/10/1",
                        "straight-flush": "1000/500/100/60/8", "progressive": "off", "progressive_wager": 500,
                        "progressive_seed": 500000, "progressive_rate": "1/10"},
}  # fmt: skip
SIDE_WAGERS = {"tensup", "pocket-poker", "pair-plus", "pocket-roo", "pairs-pay", "flush-roo", "flush",
               "straight-flush", "progressive"}  # fmt: skip


def table(
    game: str, dealer: str, hand: str, qualifies: bool | None, *seats: Line, community: str = "", **more: Any
) -> Line:
    options = OPTIONS[game] | more.pop("options", {})
    return {"game": game, "edition": "by hand", "options": options, "fingerprint": "f", "seed": "s",
            "dealer": dealer.split(), "dealer_hand": hand.split(), "dealer_qualifies": qualifies,
            "community": community.split(), "seats": list(seats), **more}  # fmt: skip


def seat(
    number: int, dealt: str, drawn: str, hand: str, decisions: list[Line], net: int, wagers: str, **more: Any
) -> Line:
    """wagers: "ante 1000>2000" is a stake of 1000 that returned 2000."""
    rows = []
    for wager in wagers.split(", "):
        name, money = wager.split()
        amount, returned = money.split(">")
        rows.append({"wager": name, "amount": int(amount), "returned": int(returned)})
    return {"seat": number, "dealt": dealt.split(), "drawn": drawn.split(), "hand": hand.split(),
            "decisions": decisions, "wagers": rows, "net": net, **more}  # fmt: skip


def discard(cards: str) -> list[Line]:
    return [{"at": "draw", "discard": cards.split()}]


def bets(*choices: str) -> list[Line]:
    return [{"at": at, "choice": choice} for at, choice in zip(("hole", "flop", "river"), choices, strict=False)]


def play(multiple: Any, cards: str = "") -> list[Line]:
    return [{"at": "play", "choice": "play", "multiple": multiple, "discard": cards.split()}]


def lay(*cards: str | None) -> Line:
    names = ("low", "middle", "high") if len(cards) == 3 else ("low", "high")
    return dict(zip(names, cards, strict=True))


def leave_open(position: str) -> list[Line]:
    return [{"at": "place", "open": position}]


def place(position: str) -> list[Line]:
    return [{"at": "place", "position": position}]


def raise_by(multiple: int) -> list[Line]:
    return [{"at": "raise", "choice": "raise", "multiple": multiple}]


FOLD_PLAY: list[Line] = [{"at": "play", "choice": "fold"}]
FOLD_RAISE: list[Line] = [{"at": "raise", "choice": "fold"}]
NOTHING = lay(None, None, None)

ROUNDS: dict[str, Line] = {
    "high card draw": table(
        "high-card-draw", "Kh Kd 9c 5s 2d", "9c 5s 2d", None,
        seat(1, "Qs Jd 3c", "4h", "Qs Jd 4h", discard("3c"), 2500, "play 1000>2000, tensup 500>2000"),
        seat(2, "Ts Tc Th", "7c", "7c", discard("Tc"), -1100, "play 1000>0, tensup 100>0"),
        seat(3, "Kc Qh Jh", "", "Kc Qh Jh", [{"at": "draw", "discard": []}], 3000, "play 1000>2000, tensup 100>2100"),
        seat(4, "Ks Td 8h", "3d 3h", "Ks", discard("Td 8h"), 1500, "play 1000>2000, tensup 100>600"),
    ),
    "high card draw, jack qualifies, 3 to 2": table(
        "high-card-draw", "Kh Qd Tc 5s 2d", "Kh Qd Tc", None,
        seat(1, "Kc Qc Js", "", "Kc Qc Js", [{"at": "draw", "discard": []}], 499, "play 333>832"),
        seat(2, "Kd Qh Ts", "", "Kd Qh Ts", [{"at": "draw", "discard": []}], 0, "play 400>400"),
        seat(3, "Td 8d 4s", "", "Td 8d 4s", [{"at": "draw", "discard": []}], -400, "play 400>0"),
        options={"qualifier": "J", "pat": "any", "three_tensup_pays": "3/2"},
    ),
    "high card draw, dealer wins ties, one king of three stays": table(
        "high-card-draw", "Kh Kd Kc 5s 2d", "Kd 5s 2d", None,
        seat(1, "Ks 5h 9s", "2h", "Ks 5h 2h", discard("9s"), -400, "play 400>0"),
        options={"ties": "dealer"},
    ),
    "high card draw, two TensUp and a seven stand pat": table(
        "high-card-draw", "Kh Qd Tc 5s 2d", "Kh Qd Tc", None,
        seat(1, "Kc Qc 7s", "", "Kc Qc 7s", [{"at": "draw", "discard": []}], 100, "play 400>0, tensup 100>600"),
        options={"pat": "two-tensup-and-seven"},
    ),
    "high card draw, shared cards": table(
        "high-card-draw", "9h 7d 4c 5s 2d", "9h 7d 5s", None,
        seat(1, "Qs Jd 3c", "8h", "Qs Jd 8h", discard("3c"), 400, "play 400>800"),
        seat(2, "Ts 6d 3h", "8h Kd", "Ts 8h Kd", discard("3h 6d"), 400, "play 400>800"),
        community="8h Kd", options={"draw": "community"},
    ),
    "high card draw, the better shared card": table(
        "high-card-draw", "9h 7d 4c 5s 2d", "9h 7d 5s", None,
        seat(1, "Qs Jd 3c", "Kd", "Qs Jd Kd", discard("3c"), 400, "play 400>800"),
        seat(2, "Ks Jc 3h", "8h", "Ks Jc 8h", discard("3h"), 400, "play 400>800"),
        community="8h Kd", options={"draw": "community-best"},
    ),
    "mini-tex": table(
        "mini-tex", "Ah Kd", "Ah Kd Qs", True,
        seat(1, "9c 9d", "", "9c 9d Qs", bets("bet", "bet", "bet"), -2350,
             "ante 500>0, flop 500>0, river 500>0, play 1000>0, pocket-poker 50>200"),
        seat(2, "2d 3d", "", "", bets("bet", "fold"), -500, "ante 500>0, flop 500>0, pocket-poker 100>600"),
        seat(3, "As Kc", "", "As Kc Qs", bets("bet", "bet", "bet"), 200,
             "ante 500>500, flop 500>500, river 500>500, play 1000>1000, pocket-poker 100>300"),
        seat(4, "Qh Qd", "", "Qh Qd Qs", bets("bet", "bet", "bet"), 2500,
             "ante 500>1000, flop 500>1000, river 500>1000, play 1000>2000"),
        seat(5, "Ac 8d", "", "", bets("fold"), -600, "ante 500>0, pocket-poker 100>0"),
        community="Qs 4h 2c",
    ),
    "mini-tex, dealer short of a pair": table(
        "mini-tex", "Ah 7d", "Ks Ah 7d", False,
        seat(1, "8c 6d", "", "Ks 8c 6d", bets("bet", "bet", "bet"), 1400,
             "ante 500>1000, flop 500>1000, river 500>1000, play 1000>1000, pocket-poker 100>0"),
        community="Ks 4h 2c",
    ),
    "mini-tex, dealer qualifies with ace-king": table(
        "mini-tex", "Ah 7d", "Ah Ks Td", True,
        seat(1, "8c 3c", "", "Ks Td 8c", bets("bet", "bet", "bet"), -2500,
             "ante 500>0, flop 500>0, river 500>0, play 1000>0"),
        community="Ks 4h Td", options={"qualifier": "ace-king"},
    ),
    "mini-tex, the board may not play alone": table(
        "mini-tex", "Ah 7d", "Ah 9s 9d", True,
        seat(1, "Ac 3c", "", "9s 9h Ac", bets("bet", "bet", "bet"), 0,
             "ante 500>500, flop 500>500, river 500>500, play 1000>1000"),
        community="9s 9h 9d",
    ),
    "three card draw poker": table(
        "three-card-draw-poker", "Kh Kd 7c 2s", "7c Kd Kh", None,
        seat(1, "9c 9d 4h", "9s", "9c 9d 9s", play(2, "4h"), 8200,
             "ante 1000>2000, play 2000>4000, ante-bonus 0>5000, pair-plus 200>400"),
        seat(2, "Js 8h 3d", "", "", FOLD_PLAY, -1100, "ante 1000>0, pair-plus 100>0"),
        seat(3, "Ac Kc Qc", "", "", [], 10000, "pair-plus 100>10100"),
        seat(4, "Ah 5h 6d", "", "Ah 5h 6d", play(1.5), -1250, "ante 500>0, play 750>0"),
        seat(5, "Th Jh 4d", "Ad", "Th Jh Ad", play(1, "4d"), -1000, "ante 500>0, play 500>0"),
    ),
    "three card draw poker, bonus on a losing hand": table(
        "three-card-draw-poker", "Ah Kh Qh 2s", "Ah Kh Qh", None,
        seat(1, "7c 7d 7h", "", "7c 7d 7h", play("3/2"), 3750,
             "ante 500>0, play 750>0, ante-bonus 0>2500, pair-plus 100>2600"),
        seat(2, "As Ks Qs", "", "As Ks Qs", play(1), 5000, "ante 500>500, play 500>500, ante-bonus 0>5000"),
        seat(3, "Ac 2c 3c", "", "3c 2c Ac", play(1), 6500,
             "ante 500>0, play 500>0, ante-bonus 0>3500, pair-plus 100>4100"),
    ),
    "3 card roo": table(
        "three-card-roo", "Kh 6d 9c", "6d 9c Kh", True,
        seat(1, "7c Ac", "Ks", "Ac 7c Ks", leave_open("high"), 13400,
             "play 1000>0, seven-roo-bonus 0>10000, pocket-roo 100>4600, pairs-pay 100>0",
             positions=lay("Ac", "7c", "Ks")),
        seat(2, "7d 7h", "", "", [], 1100, "play 1000>1000, pocket-roo 100>0, pairs-pay 100>1300", positions=NOTHING),
        seat(3, "4c Td", "4d", "", leave_open("low"), -400, "play 1000>0, pairs-pay 200>800",
             positions=lay("4d", "4c", "Td")),
        seat(4, "Kd 6c", "9d", "6c 9d Kd", leave_open("middle"), 0, "play 1000>1000", positions=lay("6c", "9d", "Kd")),
        seat(5, "Th 4s", "Kc", "4s Th Kc", leave_open("high"), 1800, "play 1000>2000, pocket-roo 100>900",
             positions=lay("4s", "Th", "Kc")),
        dealer_positions=lay("6d", "9c", "Kh"),
    ),
    "3 card roo, dealer dealt a pair": table(
        "three-card-roo", "5c 5d", "", False,
        seat(1, "2c 7d", "Jh", "2c 7d Jh", leave_open("high"), 1000, "play 1000>2000", positions=lay("2c", "7d", "Jh")),
        seat(2, "2d 9d", "Ah", "", leave_open("high"), -1000, "play 1000>0", positions=lay("2d", "9d", "Ah")),
        dealer_positions=NOTHING,
    ),
    "3 card roo, dealer without a Roo": table(
        "three-card-roo", "Kh Qd Kc", "", False,
        seat(1, "2c 7d", "Jh", "2c 7d Jh", leave_open("high"), 2000, "play 1000>2000, seven-roo-bonus 0>1000",
             positions=lay("2c", "7d", "Jh")),
        dealer_positions=lay("Kc", "Qd", "Kh"),
    ),
    "2 card roo": table(
        "two-card-roo", "8c Kd", "8c Kd", True,
        seat(1, "Ah", "Kh", "Kh Ah", place("high"), 2400, "roo 1000>2000, flush-roo 100>1600, pairs-pay 100>0",
             positions=lay("Kh", "Ah")),
        seat(2, "8d", "Ks", "8d Ks", place("low"), 1000, "roo 1000>2000", positions=lay("8d", "Ks")),
        seat(3, "As", "Ad", "As Ad", place("low"), 2400, "roo 1000>2000, flush-roo 100>0, pairs-pay 100>1600",
             positions=lay("As", "Ad")),
        seat(4, "5c", "9c", "", place("high"), -1100, "roo 1000>0, flush-roo 100>0", positions=lay("9c", "5c")),
        seat(5, "4c", "4d", "", place("low"), 1500, "roo 1000>1000, pairs-pay 100>1600", positions=lay("4c", "4d")),
        seat(6, "Ac", "2c", "Ac 2c", place("low"), 500, "roo 1000>0, flush-roo 100>1600", positions=lay("Ac", "2c")),
        dealer_positions=lay("8c", "Kd"),
    ),
    "2 card roo, dealer's aces push": table(
        "two-card-roo", "Ac Ad", "", False,
        seat(1, "3h", "Kh", "3h Kh", place("low"), 300, "roo 1000>1000, flush-roo 100>400", positions=lay("3h", "Kh")),
        seat(2, "9s", "Ts", "", place("high"), -1000, "roo 1000>0", positions=lay("Ts", "9s")),
        dealer_positions=lay("Ad", "Ac"),
    ),
    "2 card roo as written, two decks": table(
        "two-card-roo", "9c 9c", "", False,
        seat(1, "3h", "Kh", "3h Kh", place("low"), 1000, "roo 1000>2000", positions=lay("3h", "Kh")),
        seat(2, "As", "As", "", place("low"), 300, "roo 1000>1000, flush-roo 100>400", positions=lay("As", "As")),
        dealer_positions=lay("9c", "9c"),
        options={"decks": 2, "aces": "push", "dealer_pair": "loses"},
    ),
    "high card flush": table(
        "high-card-flush", "As 9s 3s Kh 2h Qd Jc", "3s 9s As", True,
        seat(1, "2c 3c 4c 5c 6c Jd Th", "", "2c 3c 4c 5c 6c", raise_by(2), 138500,
             "ante 1000>2000, raise 2000>4000, flush 100>1100, straight-flush 100>10100, progressive 500>125000"),
        seat(2, "Kd 7d 2d Ts 8s 9h Qc", "", "", FOLD_RAISE, -1700,
             "ante 1000>0, flush 100>0, straight-flush 100>0, progressive 500>0"),
        seat(3, "Ad 9d 3d Ks 4h 5h 8c", "", "Ad 9d 3d", raise_by(1), 0, "ante 1000>1000, raise 1000>1000"),
        meter_before=1000000, meter_after=1000100, options={"progressive": "100%/10%/$1250/$250/$15"},
    ),
    "high card flush, 8-high dealer": table(
        "high-card-flush", "8s 5s 3s Kh 2h Qd Jc", "3s 5s 8s", False,
        seat(1, "Kc 7d 2d Ts 9s 9h Qc", "", "Kc Qc", raise_by(1), 1000, "ante 1000>2000, raise 1000>1000"),
        seat(2, "Ad 3d 4d 5d Tc 6c 2c", "", "3d 4d 5d Ad", raise_by(1), 1900,
             "ante 1000>2000, raise 1000>1000, flush 100>200, straight-flush 100>900"),
    ),
    "high card flush, the meter from the dealer's right": table(
        "high-card-flush", "As 9s 3s Kh Th Qd Jc", "3s 9s As", True,
        seat(1, "2c 3c 4c 5c 6c 7c Kd", "", "2c 3c 4c 5c 6c 7c", raise_by(3), 53500,
             "ante 1000>2000, raise 3000>6000, progressive 500>50000"),
        seat(3, "2h 3h 4h 5h 6h 7h 8h", "", "2h 3h 4h 5h 6h 7h 8h", raise_by(3), 1133600,
             "ante 1000>2000, raise 3000>6000, flush 100>30100, straight-flush 100>100100, progressive 500>1000100"),
        meter_before=1000000, meter_after=450000, options={"progressive": "100%/10%/$1250/$250/$15"},
    ),
}  # fmt: skip


def mutations(right: Line) -> Iterator[tuple[str, Line]]:
    """The round with one fault at a time. Net follows a changed row, so that the row itself has to be noticed."""

    def copied(number: int) -> tuple[Line, Line]:
        wrong = copy.deepcopy(right)
        return wrong, wrong["seats"][number]

    for name in right:
        wrong = copy.deepcopy(right)
        del wrong[name]
        yield f"no {name}", wrong
    for name in ("dealer", "community", "dealer_hand"):
        wrong = copy.deepcopy(right)
        wrong[name].append("Jh")
        yield f"longer {name}", wrong
        if right[name]:
            wrong = copy.deepcopy(right)
            wrong[name].pop()
            yield f"shorter {name}", wrong
    yield "qualifies", right | {"dealer_qualifies": not right["dealer_qualifies"]}
    if "meter_after" in right:
        yield "meter", right | {"meter_after": right["meter_after"] + 1}
    if "dealer_positions" in right:
        yield "dealer's positions", right | {"dealer_positions": {**right["dealer_positions"], "low": "Js"}}

    for number, record in enumerate(right["seats"]):
        for name in record:
            wrong, changed = copied(number)
            del changed[name]
            yield f"seat without {name}", wrong
        wrong, changed = copied(number)
        changed["net"] += 1
        yield "net", wrong
        wrong, changed = copied(number)
        changed["hand"].append(record["dealt"][0])
        yield "longer hand", wrong
        for name in ("dealt", "hand", "decisions"):
            if record[name]:
                wrong, changed = copied(number)
                changed[name].pop()
                yield f"shorter {name}", wrong
        for name in ("dealt", "drawn"):
            wrong, changed = copied(number)
            changed[name].append("Js")
            yield f"longer {name}", wrong
        if record["decisions"]:
            wrong, changed = copied(number)
            changed["decisions"].append(record["decisions"][-1])
            yield "one decision too many", wrong
        if "positions" in record:
            wrong, changed = copied(number)
            changed["positions"]["high"] = "Js"
            yield "positions", wrong
        if right["options"].get("decks", 1) == 1:
            wrong, changed = copied(number)
            changed["dealt"][0] = right["dealer"][0]
            yield "a card twice", wrong
        for index, row in enumerate(record["wagers"]):
            wrong, changed = copied(number)
            changed["wagers"][index]["returned"] += 1
            changed["net"] += 1
            yield f"{row['wager']} returned more", wrong
            if row["returned"]:
                wrong, changed = copied(number)
                changed["wagers"][index]["amount"] += 1
                changed["net"] -= 1
                yield f"{row['wager']} staked more", wrong
            if row["wager"] not in SIDE_WAGERS:
                wrong, changed = copied(number)
                del changed["wagers"][index]
                changed["net"] -= row["returned"] - row["amount"]
                yield f"no {row['wager']}", wrong
            else:
                yield f"{row['wager']} off", right | {"options": right["options"] | {row["wager"]: "off"}}


@pytest.mark.parametrize("name", ROUNDS)
def test_a_right_round_has_no_differences(name: str) -> None:
    assert check_round(ROUNDS[name]) == []


@pytest.mark.parametrize("name", ROUNDS)
def test_every_fault_is_reported(name: str) -> None:
    missed = [fault for fault, wrong in mutations(ROUNDS[name]) if not check_round(wrong)]
    assert missed == []


@pytest.mark.parametrize(
    ("name", "number", "change", "sentence"),
    [
        ("high card draw", 0, {"decisions": discard("9c")}, "not all among"),
        ("high card draw", 0, {"decisions": discard(""), "drawn": [], "hand": ["Qs", "Jd", "3c"]}, "may not stand pat"),
        ("high card draw", 0, {"decisions": discard("Qs Jd 3c"), "drawn": ["4h", "4c", "4s"], "hand": ["4h"]}, "three"),
        ("high card draw", 0, {"decisions": discard("3c 3c"), "drawn": ["4h", "4s"]}, "not all among"),
        ("high card draw, shared cards", 0, {"drawn": ["Kd"], "hand": ["Qs", "Jd", "Kd"]}, "in order"),
        ("high card draw, the better shared card", 0, {"drawn": ["8h"], "hand": ["Qs", "Jd", "8h"]}, "not the better"),
        ("mini-tex", 0, {"decisions": bets("fold", "bet", "bet")}, "up to a fold"),
        ("mini-tex", 0, {"decisions": bets("bet", "check", "bet")}, "up to a fold"),
        ("mini-tex", 1, {"decisions": bets("bet", "bet", "fold")}, "no river wager"),
        ("three card draw poker", 3, {"decisions": play(2.5)}, "not from 1 to 2"),
        ("three card draw poker", 3, {"decisions": play("1/2")}, "not from 1 to 2"),
        ("three card draw poker", 3, {"decisions": play(2)}, "play is 750"),
        ("three card draw poker", 3, {"decisions": play(1.5, "Ah 5h")}, "none or one"),
        ("three card draw poker", 3, {"decisions": [{"at": "play", "choice": "check"}]}, "neither fold nor play"),
        ("three card draw poker", 2, {"wagers": []}, "neither an ante nor a pair-plus"),
        ("3 card roo", 0, {"decisions": leave_open("top")}, "no position"),
        ("3 card roo", 0, {"decisions": leave_open("low")}, "positions is"),
        ("2 card roo", 0, {"decisions": place("middle")}, "no position"),
        ("high card flush", 0, {"decisions": raise_by(3)}, "not 1 to 2"),
        ("high card flush", 2, {"decisions": raise_by(2)}, "not 1 to 1"),
        ("high card flush", 2, {"decisions": raise_by(0)}, "not 1 to 1"),
        ("high card flush", 2, {"decisions": [{"at": "raise", "choice": "call"}]}, "neither fold nor raise"),
        ("high card flush", 2, {"seat": 1}, "numbered"),
    ],
)
def test_an_illegal_decision_is_named(name: str, number: int, change: Line, sentence: str) -> None:
    wrong = copy.deepcopy(ROUNDS[name])
    wrong["seats"][number].update(change)
    assert any(sentence in difference for difference in check_round(wrong))


def test_an_unpaid_bonus_row_and_a_strange_wager_are_reported() -> None:
    for name, wager in (("3 card roo, dealer dealt a pair", "seven-roo-bonus"), ("2 card roo", "tensup")):
        wrong = copy.deepcopy(ROUNDS[name])
        wrong["seats"][0]["wagers"].append({"wager": wager, "amount": 0, "returned": 0})
        assert f"Seat 1: there must be no {wager} row." in check_round(wrong)


def test_equal_best_hands_are_all_accepted() -> None:
    board = copy.deepcopy(ROUNDS["mini-tex, the board may not play alone"])
    board["seats"][0]["hand"] = ["9d", "9h", "Ac"]
    assert check_round(board) == []
    board["seats"][0]["hand"] = ["9d", "9h", "9s"]
    assert check_round(board) != []
    kings = ROUNDS["high card draw, dealer wins ties, one king of three stays"]
    for king in ("Kh", "Kd", "Kc"):
        assert check_round(kings | {"dealer_hand": ["2d", "5s", king]}) == []
    assert check_round(kings | {"dealer_hand": ["2d", "5s", "Ks"]}) != []
    pair_plus_alone = copy.deepcopy(ROUNDS["three card draw poker"])
    pair_plus_alone["seats"][2]["hand"] = ["Ac", "Kc", "Qc"]
    assert check_round(pair_plus_alone) == []
    pushed_aces = copy.deepcopy(ROUNDS["2 card roo as written, two decks"])
    pushed_aces["seats"][1]["hand"] = ["As", "As"]
    assert check_round(pushed_aces) == []


def test_three_card_hands_are_counted_as_printed() -> None:
    categories = Counter(checker.poker_rank(cards)[0] for cards in combinations(checker.ACE_HIGH, 3))
    assert categories == {0: 16440, 1: 3744, 2: 1096, 3: 720, 4: 52, 5: 44, 6: 4}
    tensup = Counter(checker.tensup_row(list(cards)) for cards in combinations(checker.ACE_LOW, 3))
    assert tensup == {0: 256, 1: 1152, 2: 2304, None: 18388}


def test_two_card_hands_are_counted_as_printed() -> None:
    pocket = Counter(checker.pocket_poker_row(list(cards)) for cards in combinations(checker.ACE_HIGH, 2))
    assert pocket == {0: 4, 1: 6, 2: 48, 3: 72, 4: 156, None: 260 + 780}
    for highest_low, flushes in ((9, 436), (7, 452)):  # Flush Roo, "Play 2-9 as low" and "Play 2-7 as low"
        rows: Counter[int | None] = Counter()
        for pair in combinations(checker.ACE_HIGH, 2):
            for first, second in (pair, pair[::-1]):
                low_first = checker.ACE_HIGH[first] <= highest_low
                rows[checker.flush_roo_row(lay(*((first, second) if low_first else (second, first))))] += 1
        assert (rows[0], rows[1]) == (52, flushes)


def test_the_dealer_column_of_3_card_roo() -> None:
    column = {"K": "LLLLLLMMMMMM", "Q": "LLLLLMMMMMM", "J": "LLLLLMMMMM", "T": "LLLLMMMMM"}
    ranks = "KQJT98765432A"
    for index, higher in enumerate(ranks):
        below = ranks[index + 1 :]
        opened = "".join(checker.house_way([higher + "c", lower + "d"], 9)[0].upper() for lower in below)
        assert opened == column.get(higher, "H" * len(below))


def test_straight_flushes_take_the_ace_high_or_low_without_a_wrap() -> None:
    for cards, longest in (("Ac 2c 3c Kc 9d 8d 7h", 3), ("Ac Kc Qc Jc 9d 8d 7h", 4), ("Ac Kc 2c Jd 9d 8d 7h", 2)):
        assert checker.longest_straight_flush(cards.split()) == longest


def test_main_counts_and_sets_the_exit_status(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "\n".join(json.dumps(line) for line in ROUNDS.values())
    monkeypatch.setattr("sys.stdin", io.StringIO(text))
    assert checker.main([]) == 0
    assert capsys.readouterr().out == f"{len(ROUNDS)} rounds, 0 differences\n"
    monkeypatch.setattr("sys.stdin", io.StringIO(text + '\n{"game": "snap"}\nno JSON\n'))
    assert checker.main([]) == 1
    assert capsys.readouterr().out.endswith(f"{len(ROUNDS) + 2} rounds, 5 differences\n")
