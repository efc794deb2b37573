"""Cards are 52 values that never change; money is whole cents with one rounding rule."""

import copy
import pickle
from collections.abc import Callable
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.cards import DECK, Card, parse_cards, texts
from houseway.errors import CardError, HousewayError, WagerError
from houseway.money import dollars, parse_dollars, winnings

every_card = pytest.mark.parametrize("card", DECK, ids=str)


def test_a_deck_has_52_cards_in_order() -> None:
    """The number of a card is its place: rank by rank from the two, clubs diamonds hearts spades within a rank."""
    assert [card.text for card in DECK] == [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
    assert [int(card) for card in DECK] == list(range(52))


@every_card
def test_a_card_reads_back_however_it_is_written(card: Card) -> None:
    assert Card.parse(str(card)) is card
    assert Card.parse(card.text.lower()) is card
    assert Card.parse(card.text.upper()) is card
    assert Card.parse(f"  {card.text} ") is card
    assert Card.parse(card.text.replace("T", "10")) is card


@every_card
def test_repr_is_python_for_the_card(card: Card) -> None:
    assert repr(card) == f"Card.parse('{card.text}')"
    assert eval(repr(card), {"Card": Card}) is card  # noqa: S307


@every_card
@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda card: Card(int(card))])
def test_copies_are_the_card_itself(card: Card, copied: Callable[[Card], Card]) -> None:
    assert copied(card) is card


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_pickled_cards_come_back_as_themselves(protocol: int) -> None:
    """Workers of a cluster get their cards pickled."""
    again = pickle.loads(pickle.dumps(DECK, protocol))  # noqa: S301
    assert all(one is other for one, other in zip(again, DECK, strict=True))


@pytest.mark.parametrize("name", ["rank", "low_rank", "suit", "text", "colour"])
def test_a_card_cannot_be_changed(name: str) -> None:
    """All parts of the program share the 52 cards."""
    card = Card.parse("3c")
    before = dict(vars(card))
    with pytest.raises(AttributeError):
        setattr(card, name, 5)
    assert vars(card) == before


@pytest.mark.parametrize("name", ["rank", "low_rank", "suit", "text"])
def test_nothing_can_be_deleted_from_a_card(name: str) -> None:
    card = Card.parse("3c")
    before = dict(vars(card))
    try:
        with pytest.raises(AttributeError):
            delattr(card, name)
    finally:
        vars(card).update(before)  # the other tests need this card


@pytest.mark.parametrize(
    ("text", "rank", "low_rank", "suit", "pretty", "words"),
    [
        ("2c", 2, 2, 0, "2♣", "two of clubs"),
        ("Td", 10, 10, 1, "10♦", "ten of diamonds"),
        ("Kh", 13, 13, 2, "K♥", "king of hearts"),
        ("As", 14, 1, 3, "A♠", "ace of spades"),
    ],
)
def test_what_a_card_tells_of_itself(text: str, rank: int, low_rank: int, suit: int, pretty: str, words: str) -> None:
    card = Card.parse(text)
    assert (card.rank, card.low_rank, card.suit, card.pretty, card.words) == (rank, low_rank, suit, pretty, words)


@pytest.mark.parametrize("text", ["", "A", "h", "1h", "11h", "Ax", "hA", "A h", "AhKd", "0c", "100d", "?"])
def test_what_is_no_card_is_refused(text: str) -> None:
    with pytest.raises(CardError, match="is not a card: write rank then suit"):
        Card.parse(text)


@pytest.mark.parametrize("index", [-1, 54, 1000])
def test_there_is_no_card_of_another_number(index: int) -> None:
    """A negative number would be a card from the end of the deck, if it were let through."""
    with pytest.raises(CardError, match="0 to 51"):
        Card(index)


def test_card_errors_are_value_errors() -> None:
    """One can catch everything refused, or use the usual Python name for it."""
    assert issubclass(CardError, HousewayError)
    assert issubclass(HousewayError, ValueError)


@pytest.mark.parametrize("text", ["Ah Td 2s", "ah,10d,2s", " Ah,  Td\n2s ", "AH\tTD 2S"])
def test_several_cards_are_read_in_order(text: str) -> None:
    assert texts(parse_cards(text)) == ["Ah", "Td", "2s"]


def test_cards_from_a_list_of_texts() -> None:
    assert parse_cards(["Ah", "Td"]) == (Card.parse("Ah"), Card.parse("Td"))
    assert parse_cards("") == parse_cards([]) == ()


@pytest.mark.parametrize("text", ["Ah Ah", "Ah 2s aH", "Td 10d", "2c 2c"])
def test_a_card_named_twice_is_refused(text: str) -> None:
    with pytest.raises(CardError, match="is named twice"):
        parse_cards(text)


def test_a_card_out_of_sight_is_null() -> None:
    assert texts([Card.parse("2c"), None]) == ["2c", None]


@given(amount=st.integers(0, 10**9), odds=st.fractions(0, 10_000, max_denominator=1000))
def test_winnings_are_rounded_down_to_the_cent(amount: int, odds: Fraction) -> None:
    """Never more than is due, and never a whole cent less."""
    won = winnings(amount, odds)
    assert won <= amount * odds < won + 1


@pytest.mark.parametrize(
    ("amount", "odds", "won"),
    [(5, Fraction(3, 2), 7), (333, Fraction(3, 2), 499), (1, Fraction(1, 2), 0), (1000, 20, 20_000), (700, 0, 0)],
)
def test_winnings_by_hand(amount: int, odds: int | Fraction, won: int) -> None:
    assert winnings(amount, odds) == won


@pytest.mark.parametrize(
    ("cents", "text"),
    [
        (0, "$0"),
        (5, "$0.05"),
        (750, "$7.50"),
        (100_000, "$1,000"),
        (123_456_789, "$1,234,567.89"),
        (-500, "-$5"),
        (-5, "-$0.05"),
    ],
)
def test_cents_as_people_write_them(cents: int, text: str) -> None:
    assert dollars(cents) == text


@given(st.integers(0, 10**12))
def test_an_amount_reads_back(cents: int) -> None:
    assert parse_dollars(dollars(cents)) == cents


@pytest.mark.parametrize(
    ("text", "cents"),
    [("10", 1000), ("$10", 1000), (" 7.50 ", 750), ("7.5", 750), ("$1,000", 100_000), ("0.01", 1), (".5", 50)],
)
def test_amounts_that_people_type(text: str, cents: int) -> None:
    assert parse_dollars(text) == cents


@pytest.mark.parametrize("text", ["", "$", "ten", "1/2", "0.001", "7.505", "5$", "nan", "inf", "1.2.3", "--5"])
def test_what_is_no_amount_is_refused(text: str) -> None:
    with pytest.raises(WagerError, match="is not an amount of money: write dollars"):
        parse_dollars(text)


@pytest.mark.parametrize("text", ["7,50", "1,00", "10,0000", ",5"])
def test_a_comma_is_for_thousands_only(text: str) -> None:
    """Many people write 7,50 for seven and a half; read as 750 it would bet a hundred times too much."""
    with pytest.raises(WagerError, match="is not an amount of money"):
        parse_dollars(text)
