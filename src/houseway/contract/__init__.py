"""The contract that every game against the house keeps, ours or another package's: one check for each law.

    from houseway.contract import check_game

    def test_contract() -> None:
        check_game(MyGame)

The laws of `printed` are about a game's facts, those of `play` about whole rounds, those of `views` about secrets.
"""

from houseway.contract.law import Check, ContractError, GameClass
from houseway.contract.play import (
    cards_come_from_the_deck,
    chips_are_conserved,
    events_come_in_order,
    hands_have_words,
    offers_can_be_told,
    refusals_change_nothing,
    replay_equals_play,
)
from houseway.contract.printed import (
    conditions_are_answered,
    editions_are_distinct,
    facts_are_there,
    fingerprints_tell_rules_apart,
    illegal_options_are_refused,
    layout_has_every_spot,
    options_are_described,
    procedure_is_complete,
    wagers_hang_together,
)
from houseway.contract.views import views_depend_on_nothing_hidden, views_show_nothing_hidden

__all__ = ["CHECKS", "ContractError", "check_game"]

CHECKS: tuple[Check, ...] = (
    facts_are_there,
    editions_are_distinct,
    options_are_described,
    illegal_options_are_refused,
    fingerprints_tell_rules_apart,
    wagers_hang_together,
    procedure_is_complete,
    conditions_are_answered,
    layout_has_every_spot,
    offers_can_be_told,
    hands_have_words,
    chips_are_conserved,
    cards_come_from_the_deck,
    events_come_in_order,
    refusals_change_nothing,
    replay_equals_play,
    views_show_nothing_hidden,
    views_depend_on_nothing_hidden,
)


def check_game(game_class: GameClass) -> None:
    """Run every check; the first law that the game breaks raises a `ContractError`."""
    for check in CHECKS:
        check(game_class)
