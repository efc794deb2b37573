"""The shuffle can be computed again by anybody, favours no card, and is fixed by the seeds alone."""

import hashlib
import hmac
from collections import Counter
from collections.abc import Callable, Iterator

import pytest

from houseway.cards import DECK, Card, parse_cards
from houseway.catalog import game
from houseway.errors import CardError, RecordError
from houseway.table import events as ev
from houseway.table.record import to_record
from houseway.table.round import Round
from houseway.table.shuffle import (
    Shoe,
    Stream,
    commitment,
    mixed,
    new_seed,
    seed_from,
    seed_from_hex,
)

SEED = bytes(range(32))
WORDS = b'[[1,"lucky"],[3,"seven"]]'


# --- the published method, written a second time ---


def plain_numbers(seed: bytes, context: bytes, label: bytes = b"houseway shuffle 1") -> Iterator[int]:
    """HMAC-SHA-512 of the secret over a counter, the label, a zero byte and the players' words, two bytes at a time."""
    counter = 0
    while True:
        block = hmac.new(seed, counter.to_bytes(4, "big") + label + b"\x00" + context, hashlib.sha512).digest()
        yield from (256 * block[place] + block[place + 1] for place in range(0, 64, 2))
        counter += 1


def plain_below(numbers: Iterator[int], bound: int) -> int:
    """The next number of the largest whole number of turns round the bound; what is above is thrown away."""
    return next(number for number in numbers if number < 65_536 // bound * bound) % bound


def plain_shuffle(seed: bytes, context: bytes, cards: tuple[Card, ...]) -> list[Card]:
    """Fisher and Yates, front first."""
    deck, numbers = list(cards), plain_numbers(seed, context)
    for place in range(len(deck)):
        other = place + plain_below(numbers, len(deck) - place)
        deck[place], deck[other] = deck[other], deck[place]
    return deck


@pytest.mark.parametrize("context", [b"", b"[]", WORDS], ids=["nothing", "no words", "words"])
@pytest.mark.parametrize("seed", [SEED, bytes(32), seed_from("a")], ids=["counting", "zero", "text"])
@pytest.mark.parametrize("decks", [1, 2, 8])
def test_a_shoe_comes_out_as_published(seed: bytes, context: bytes, decks: int) -> None:
    assert list(Shoe(DECK * decks, Stream(seed, context)).draw(52 * decks)) == plain_shuffle(
        seed, context, DECK * decks
    )


def test_the_first_numbers_of_a_stream_are_known() -> None:
    """Literal answers: a change of the method would break every stored round."""
    stream = Stream(SEED)
    assert [stream.below(65_536) for _ in range(4)] == [16476, 30303, 7906, 15318]
    cards = Shoe(DECK, Stream(SEED, b"[]")).draw(7)
    assert " ".join(card.text for card in cards) == "2s 6d Jd Ts Ad 4s Js"


@pytest.mark.parametrize("bound", [1, 2, 3, 6, 10, 49, 52, 416, 1000, 65_535, 65_536])
def test_a_stream_counts_as_published(bound: int) -> None:
    """A thousand numbers, over many blocks."""
    stream, numbers = Stream(SEED, WORDS), plain_numbers(SEED, WORDS)
    assert [stream.below(bound) for _ in range(1000)] == [plain_below(numbers, bound) for _ in range(1000)]


# --- no card is favoured ---


def test_numbers_that_would_favour_some_cards_are_thrown_away() -> None:
    """65,536 is 1,260 times 52 and 16 more: the last 16 numbers are not used."""
    stream = Stream(SEED)
    stream.numbers = [7, 65_520, 65_535]  # the last comes first
    assert stream.below(52) == 7
    stream.numbers = [7, 65_519]
    assert stream.below(52) == 51


@pytest.mark.parametrize("bound", [*range(1, 53), 104, 415, 1000, 40_000, 65_535])
def test_every_number_below_the_bound_has_as_many_sources(bound: int) -> None:
    """All 65,536 pairs of bytes, from the highest down: each is counted or thrown away."""
    stream, turns = Stream(SEED), 65_536 // bound
    stream.numbers = list(range(65_536))
    assert Counter(stream.below(bound) for _ in range(turns * bound)) == dict.fromkeys(range(bound), turns)
    assert stream.numbers == []


def chi_square(counts: Counter[int], cells: int) -> float:
    expected = counts.total() / cells
    return sum((counts[cell] - expected) ** 2 / expected for cell in range(cells))


# Only one seed in a thousand goes beyond these (chi-square, 0.999 quantile, cells - 1 degrees of freedom).
BEYOND = {6: 20.52, 10: 27.88, 52: 87.97, 100: 148.23}


@pytest.mark.parametrize("cells", BEYOND)
def test_a_hundred_thousand_numbers_are_even(cells: int) -> None:
    stream = Stream(seed_from("even"))
    assert chi_square(Counter(stream.below(cells) for _ in range(100_000)), cells) < BEYOND[cells]


@pytest.mark.parametrize("place", [0, 6, 25, 50, 51])
def test_every_card_comes_as_often_to_a_place_of_the_deck(place: int) -> None:
    """2,000 shuffles by seeds that people type: 38 of each card at the first place, the last, and between."""
    decks = [Shoe(DECK, Stream(seed_from(str(seed)))).draw(52) for seed in range(2000)]
    assert chi_square(Counter(int(deck[place]) for deck in decks), 52) < BEYOND[52]


def test_numbers_above_two_bytes_are_even_too() -> None:
    """A random bet may be one of more than 65,536 amounts; the tenths of the range come out even."""
    stream, bound = Stream(seed_from("large")), 1_000_000
    numbers = [stream.below(bound) for _ in range(50_000)]
    assert all(0 <= number < bound for number in numbers)
    assert chi_square(Counter(number * 10 // bound for number in numbers), 10) < BEYOND[10]
    assert chi_square(Counter(number % 10 for number in numbers), 10) < BEYOND[10]


def test_a_shuffle_keeps_the_deck() -> None:
    for seed in range(200):
        assert sorted(Shoe(DECK, Stream(seed_from(str(seed)))).draw(52)) == list(DECK)


# --- fixed by the seeds alone ---


@pytest.mark.parametrize(
    "counts",
    [[1] * 52, [3, 3, 3, 4, 1, 38], [51, 1], [7] * 7, [0, 5, 0, 47]],
    ids=lambda counts: f"{len(counts)} draws",
)
def test_dealing_bit_by_bit_is_dealing_all_at_once(counts: list[int]) -> None:
    """How many cards a player takes does not change the cards behind them."""
    whole = Shoe(DECK, Stream(SEED)).draw(sum(counts))
    shoe = Shoe(DECK, Stream(SEED))
    assert [card for count in counts for card in shoe.draw(count)] == list(whole)
    assert shoe.dealt == sum(counts)


def test_streams_for_different_purposes_are_apart() -> None:
    """A player by the program must not foretell the cards."""
    cards, policy = Stream(SEED), Stream(SEED, label=b"houseway policy 1")
    assert [cards.below(65_536) for _ in range(32)] != [policy.below(65_536) for _ in range(32)]


def test_the_players_words_enter_by_seat() -> None:
    """The order in which they bet makes no difference; who said what does."""
    assert mixed({3: "seven", 1: "lucky"}) == WORDS
    assert mixed({}) == b"[]"
    assert mixed({1: "seven", 3: "lucky"}) != WORDS
    assert mixed({1: 'a","b'}) != mixed({1: "a", 2: "b"})


def dealt(round_: Round) -> list[Card | None]:
    return [card for event in round_.events if isinstance(event, ev.Dealt) for card in event.cards]


def cards_with(*words: str, seed: str = "table") -> list[Card | None]:
    """The cards of a Mini-Tex round in which each seat bets and adds its words."""
    round_ = Round(game("mini-tex"), seats=len(words), seed=seed)
    for seat, own in enumerate(words, start=1):
        round_.wager(seat, {"ante": 500}, player_seed=own)
    round_.deal()
    return dealt(round_)


def test_any_players_words_change_the_deal() -> None:
    """No one side, the house included, chooses the cards alone."""
    deals = [cards_with("", ""), cards_with("a", ""), cards_with("", "a"), cards_with("a", "b"), cards_with("b", "a")]
    assert all(one != other for place, one in enumerate(deals) for other in deals[:place])
    assert cards_with("a", "b") == cards_with("a", "b")
    assert cards_with("a", "b", seed="other") != cards_with("a", "b")


def test_words_are_replaced_with_the_wagers() -> None:
    """What everybody saw last of a seat is what counts, or the deal could not be computed again from what was seen."""
    round_ = Round(game("mini-tex"), seats=2, seed="table")
    round_.wager(1, {"ante": 500}, player_seed="withdrawn")
    round_.wager(1, {"ante": 500})
    round_.wager(2, {"ante": 500}, player_seed="withdrawn")
    round_.wager(2, {"ante": 500}, player_seed="b")
    round_.deal()
    assert dealt(round_) == cards_with("", "b")


def test_a_round_deals_what_was_committed_to() -> None:
    """An outsider with the revealed seed and the players' words gets the same cards in the same order."""
    round_ = Round(game("mini-tex"), seats=2, seed="table")
    round_.wager(1, {"ante": 500}, player_seed="lucky")
    round_.wager(2, {"ante": 500})
    round_.deal()
    for seat in (1, 2):
        round_.act(seat, {"choice": "fold"})
    opened, closed = round_.events[0], round_.events[-1]
    assert isinstance(opened, ev.RoundOpened)
    assert isinstance(closed, ev.RoundClosed)
    revealed = bytes.fromhex(closed.server_seed)
    assert hashlib.sha256(revealed).hexdigest() == opened.commitment == round_.commitment == commitment(revealed)
    cards = [card for event in round_.events if isinstance(event, ev.Dealt | ev.Burned) for card in event.cards]
    assert cards == plain_shuffle(revealed, b'[[1,"lucky"]]', DECK)[: len(cards)]


def test_the_seed_is_secret_until_the_round_is_over() -> None:
    round_ = Round(game("mini-tex"), seed="table")
    round_.wager(1, {"ante": 500})
    round_.deal()
    assert round_.view(1).server_seed is None
    round_.act(1, {"choice": "fold"})
    assert round_.view(1).server_seed == round_.server_seed.hex()


def test_fresh_seeds_differ() -> None:
    assert len({new_seed() for _ in range(100)}) == 100
    assert {len(new_seed()) for _ in range(10)} == {32}
    assert Round(game("mini-tex")).commitment != Round(game("mini-tex")).commitment


def test_a_text_is_a_seed_to_repeat() -> None:
    assert seed_from("a") == hashlib.sha256(b"houseway seed:a").digest()
    assert seed_from("a") != seed_from("b")


@pytest.mark.parametrize("text", ["", "00", "zz" * 32, "00" * 31, "00" * 33])
def test_a_seed_in_a_record_is_64_digits(text: str) -> None:
    with pytest.raises(RecordError, match="64 hexadecimal digits"):
        seed_from_hex(text)


# --- stacked decks, for exercises and tests ---


@pytest.mark.parametrize("text", ["Ah", "Ah Kd 2c", "2c 2d 2h 2s 3c", "As Ks Qs Js Ts 9s 8s"])
def test_stacked_cards_come_first_and_only_once(text: str) -> None:
    stacked = parse_cards(text)
    shoe = Shoe(DECK, Stream(SEED), stacked)
    cards = shoe.draw(2) + shoe.draw(5) + shoe.draw(45)
    assert cards[: len(stacked)] == stacked
    assert sorted(cards) == list(DECK)


def test_the_cards_behind_a_stacked_front_are_shuffled() -> None:
    stacked = parse_cards("Ah Kd 2c")
    fronts = {Shoe(DECK, Stream(seed_from(str(seed))), stacked).draw(8)[3:] for seed in range(20)}
    assert len(fronts) == 20


def test_two_decks_hold_a_card_twice() -> None:
    ace = Card.parse("Ah")
    assert Shoe(DECK * 2, Stream(SEED), (ace, ace)).draw(2) == (ace, ace)
    with pytest.raises(CardError, match="Ah is stacked more often than the deck holds it"):
        Shoe(DECK * 2, Stream(SEED), (ace, ace, ace))


def test_a_stacked_round_says_that_it_is_not_fair() -> None:
    def opened(make: Callable[[], Round]) -> ev.RoundOpened:
        event = make().events[0]
        assert isinstance(event, ev.RoundOpened)
        return event

    assert opened(lambda: Round(game("mini-tex"))).fair
    assert not opened(lambda: Round(game("mini-tex"), stacked=parse_cards("Ah Ad"))).fair


def test_a_card_stacked_too_often_is_refused_before_wagers_close() -> None:
    """The deal is refused as a whole: no wager is closed, and the meter is not fed."""
    ace = Card.parse("Ah")
    round_ = Round(game("high-card-flush"), stacked=(ace, ace), seed="stacked")
    round_.wager(1, {"ante": 500, "progressive": 500})
    before = to_record(round_), round_.meter
    with pytest.raises(CardError, match="stacked more often"):
        round_.deal()
    assert (to_record(round_), round_.meter) == before
    assert round_.taking_wagers
