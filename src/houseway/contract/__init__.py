"""The contract that every game keeps, ours or another package's: one check for each law.

    from houseway.contract import check_any_game

    def test_contract() -> None:
        check_any_game(MyGame)

The laws of `printed` and `pay_tables` are about a game's facts, those of `cases` about how its steps can go,
those of `play` about whole rounds, that of `shoes` about rounds from one shoe, those of `views` about secrets; those of
`promises` and `simulated` about what is counted and simulated away from the table; and those of `pots` and
`pot_cases` about games among players. A game need not be installed.
"""

from typing import Any, cast

from houseway.contract.cases import cases_are_distinct, every_case_occurs, settlement_follows_cases
from houseway.contract.law import Check, ContractError, GameClass, require
from houseway.contract.pay_tables import manual_examples_hold, paid_hands_are_told
from houseway.contract.play import (
    cards_come_from_the_deck,
    chips_are_conserved,
    events_come_in_order,
    hands_have_words,
    offers_can_be_described,
    pays_are_sound,
    refusals_change_nothing,
    replay_equals_play,
    safe_defaults_are_safe,
)
from houseway.contract.pot_cases import (
    pot_cases_are_distinct,
    pot_cases_hold,
    pot_cases_occur,
    pot_seats_are_served_from_the_declared_side,
)
from houseway.contract.pots import (
    PotCheck,
    PotClass,
    pot_chips_are_conserved,
    pot_games,
    pot_law,
    pot_refusals_change_nothing,
    pot_replay_equals_play,
    pot_views_show_nothing_hidden,
    ranks_are_sound,
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
    require_own_id,
    wagers_hang_together,
    what_is_off_is_not_mentioned,
)
from houseway.contract.promises import classes_keep_their_promise
from houseway.contract.shoes import kept_shoes_go_on
from houseway.contract.simulated import kernel_agrees_with_settlement
from houseway.contract.views import views_depend_on_nothing_hidden, views_show_nothing_hidden
from houseway.rules.game import Game, TableGame
from houseway.rules.pot_game import PotGame
from houseway.rules.procedure import (
    COMMUNITY,
    PLAYERS,
    BettingRound,
    Burn,
    Deal,
    Face,
    FirstToAct,
    PostBlinds,
    Settle,
    Showdown,
    TakeWagers,
)

__all__ = ["CHECKS", "POT_CHECKS", "ContractError", "check_any_game", "check_game", "check_pot_game"]

CHECKS: tuple[Check, ...] = (
    facts_are_there,
    editions_are_distinct,
    options_are_described,
    illegal_options_are_refused,
    fingerprints_tell_rules_apart,
    wagers_hang_together,
    paid_hands_are_told,
    manual_examples_hold,
    procedure_is_complete,
    cases_are_distinct,
    conditions_are_answered,
    settlement_follows_cases,
    every_case_occurs,
    layout_has_every_spot,
    what_is_off_is_not_mentioned,
    offers_can_be_described,
    safe_defaults_are_safe,
    hands_have_words,
    chips_are_conserved,
    pays_are_sound,
    cards_come_from_the_deck,
    kept_shoes_go_on,
    events_come_in_order,
    refusals_change_nothing,
    replay_equals_play,
    views_show_nothing_hidden,
    views_depend_on_nothing_hidden,
    classes_keep_their_promise,
    kernel_agrees_with_settlement,
)


@pot_law
def pot_facts_are_there(game_class: PotClass) -> None:
    """A game has a name, a line on how it plays and a source; no other game is installed under its id."""
    for fact in ("id", "name", "blurb", "manual"):
        text = getattr(game_class, fact, "")
        require(text.strip() and "\n" not in text, f"its {fact} must be one line of text")
    require_own_id(game_class)


@pot_law
def pot_procedure_is_complete(game_class: PotClass) -> None:
    """Blinds first, hole cards once, betting rounds, the showdown last; the deck is large enough for every seat.

    A wager against the house is taken before all that and settled after it; where there is none, no step speaks of it.
    """
    for game in pot_games(game_class):
        steps = game.procedure
        kinds = [type(step) for step in steps]
        settled = [wager for step in steps if isinstance(step, Settle) for wager in step.wagers]
        takes = kinds.count(TakeWagers) == len(settled) == bool(game.side_wager)
        require(takes, "one step must take the wager against the house and one settle it, and none where there is none")
        if game.side_wager:
            framed = kinds[0] is TakeWagers and kinds[-1] is Settle and settled == [game.side_wager]
            require(framed, "the wager against the house must be taken first and settled last")
            kinds = kinds[1:-1]
        ends = kinds[0] is PostBlinds and kinds[-1] is Showdown and {Deal, Burn, BettingRound}.issuperset(kinds[1:-1])
        require(ends, "the procedure must be PostBlinds, then deals, burns and betting rounds, then Showdown")
        rounds = [step for step in steps if isinstance(step, BettingRound)]
        require(rounds and len({r.at for r in rounds} - {""}) == len(rounds), "betting rounds need names of their own")
        later = [FirstToAct.AFTER_BUTTON] * len(rounds[1:])
        first = [step.first for step in rounds] == [FirstToAct.AFTER_BIG_BLIND, *later]
        require(first and all(step.size > 0 for step in rounds), "a betting round has a wrong first seat or size")
        deals = [(step.to, step.face) for step in steps if isinstance(step, Deal)]
        right = deals == [(PLAYERS, Face.DOWN)] + [(COMMUNITY, Face.UP)] * len(deals[1:])
        require(right, "hole cards must be dealt once and face down, then community cards face up")
        most = sum(
            s.count * (game.seats if getattr(s, "to", "") == PLAYERS else 1) for s in steps if hasattr(s, "count")
        )
        require(most <= len(game.deck), f"the deck is too small for {game.seats} seats")
        require(all(step.text and not step.when for step in steps), "a step has no text, or a condition nobody asks")
        rules = list(game.rules_of_play())
        require(rules and all(rules), "the rules of play are empty")
        require(not game.side_wager or game.side_wager in game.wager, f"there is no wager {game.side_wager!r}")


POT_CHECKS: tuple[PotCheck, ...] = (
    pot_facts_are_there,
    cast("PotCheck", editions_are_distinct),  # these ask for nothing that only games against the house have
    cast("PotCheck", options_are_described),
    cast("PotCheck", illegal_options_are_refused),
    cast("PotCheck", fingerprints_tell_rules_apart),
    cast("PotCheck", layout_has_every_spot),
    pot_procedure_is_complete,
    pot_cases_are_distinct,
    pot_cases_hold,
    pot_cases_occur,
    pot_seats_are_served_from_the_declared_side,
    ranks_are_sound,
    pot_chips_are_conserved,
    pot_refusals_change_nothing,
    pot_replay_equals_play,
    pot_views_show_nothing_hidden,
)


def check_game(game_class: GameClass) -> None:
    """Run every check; the first law that the game breaks raises a `ContractError`."""
    for check in CHECKS:
        check(game_class)


def check_pot_game(game_class: PotClass) -> None:
    """Run every check of a game among players; the first law that it breaks raises a `ContractError`."""
    for check in POT_CHECKS:
        check(game_class)


def check_any_game(game_class: type[TableGame[Any]]) -> None:
    """Run every check of a game's kind, against the house or among players."""
    if issubclass(game_class, PotGame):
        check_pot_game(game_class)
    elif issubclass(game_class, Game):
        check_game(game_class)
    else:
        raise ContractError(f"{game_class.__name__} is played neither against the house nor among players.")
