"""The game tree of a round for one hand: what may be dealt, what may be decided, and where it ends.

It follows the procedure. Cards that nobody has seen at a decision are not dealt until something looks at them;
situations that are isomorphic under a renaming of suits are merged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import accumulate, pairwise
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.errors import CardError, HousewayError
from houseway.odds.game_odds import NOTHING, ExtraKnowledge
from houseway.odds.levels import Group, Level, Link, extend, only, part, regrouped, sampled, start
from houseway.odds.nodes import Chance, Choice, End, Node, Option, Sample, Split
from houseway.odds.situations import Atom, Situation, SpotBuilder, ask_rules
from houseway.odds.universe import Faces, Ints, Universe, alike_in_rank
from houseway.odds.walk import (
    COMMUNITY_CARDS,
    NeedsCards,
    area_of,
    cards_needed,
    choices,
    decided,
    flat,
    kind_of,
    natural_total,
    opening_stakes,
    settle_one,
)
from houseway.rules.game import Decision, Game, HouseCards, Offer, Spot
from houseway.rules.procedure import COMMUNITY, DEALER, PLAYERS, Deal, Decide, Face, Settle, Step, Take, Turn
from houseway.rules.settlement import holds

EXPOSED = "dealer 0"  # the group of the dealer's first cards
MOST_STEPS = 500
MOST_ENDS = 2000
SUITS_MERGE = 12  # about how many deals are one situation up to suit isomorphism
Question = Callable[[Spot, HouseCards], Any]  # something that the rules are asked


class Tree:
    """The game tree of a whole round, under given options."""

    def __init__(self, game: Game[Any], *, known: ExtraKnowledge = NOTHING, sample: Sample | None = None) -> None:
        self.game, self.known, self.sample = game, known, sample
        deck = game.deck if known.shoe is None else known.shoe
        self.universe = Universe(deck, suits=game.suits_count, alike=game.suits_alike, apart=known.by_name)
        self.steps: tuple[Step, ...] = tuple(flat(game.procedure))
        if len(self.steps) > MOST_STEPS:
            raise HousewayError(f"{game.name} has a procedure of more than {MOST_STEPS} steps: does it ever end?")
        self._check_settling()
        needed = cards_needed(self.steps)
        if needed > self.universe.size:
            raise HousewayError(
                f"{game.name} deals {needed} cards in a round: the deck of {self.universe.size} cards is too small."
            )
        self._last = max((index for index, step in enumerate(self.steps) if isinstance(step, Decide)), default=-1)
        self._extended: dict[tuple[Level, str, int, bool], tuple[Level, Link]] = {}
        self._decisions_drawn = 0  # of the decisions made so far, those that cards have been sampled after
        self._thrown: dict[tuple[Any, ...], tuple[Level, Ints]] = {}
        self._parts: dict[tuple[Level, bytes], Level] = {}
        self.ends: list[End] = []
        self.merge = game.has_classes
        self.main = game.wagers.main_group
        self.root = self._started(start(self.universe), Situation(opening_stakes(game)))

    def _check_settling(self) -> None:
        """Refuse a wager that is settled between two deals to the same pile: this way of counting cannot handle it."""
        for at, step in enumerate(self.steps):
            if isinstance(step, Settle):
                before, after = ({area_of(s) for s in steps} for steps in (self.steps[:at], self.steps[at:]))
                if (before & after) - {None, DEALER, COMMUNITY}:
                    raise self._unsupported(step, "further cards to be dealt to the same pile of the player's")

    @property
    def total(self) -> int:
        """The number of equally likely deals as a person would count them: every card that may be used, once."""
        return natural_total(self.steps, self.universe.size, self._last, self._most_thrown())

    def _most_thrown(self) -> int:
        return max((end.situation.thrown for end in self.ends), default=0)

    # --- following the procedure ---

    def _started(self, level: Level, now: Situation) -> Node:
        """The round from its first step; cards of the dealer's that are known are dealt before it."""
        if not self.known.dealer:
            return self._build(0, level, now)
        sets, own = [self.universe.faces(self.known.dealer)], self.universe.faces(self.known.first or ())
        if self.known.ranks_alone:
            sets = alike_in_rank(self.universe, sets[0], own)
        child, link = only(level, EXPOSED, sets)
        return Chance(level, now, link, self._build(0, child, now))

    def _build(self, index: int, level: Level, now: Situation) -> Node:
        for at in range(index, len(self.steps)):
            step = self.steps[at]
            if isinstance(step, Deal):
                made = self._deal(at, step, level, now)
            elif isinstance(step, Turn) and step.whose != PLAYERS:
                made = self._turn(at, step, level, now)
            elif isinstance(step, Decide) and not now.folded:
                made = self._decide(at, step, level, now)
            elif isinstance(step, Take):
                made = self._take(at, step, level, now)
            else:
                continue
            if isinstance(made, Situation):
                now = made
                continue
            return made
        return self._end(level, now)

    def _end(self, level: Level, now: Situation) -> Node:
        if now.community and self._lacks_community(level, now):
            indices = [index for index in range(now.laid) if index not in now.up]
            return self._reveal(level, now, indices, self._end)
        end = End(level, now, len(self.ends))
        self.ends.append(end)
        if len(self.ends) > MOST_ENDS:
            raise HousewayError(f"{self.game.name} has more than {MOST_ENDS:,} lines of play: too many to be counted.")
        return end

    def _lacks_community(self, level: Level, now: Situation) -> bool:
        """Whether the outcome depends on shared cards that were not needed for any decision."""
        if not self.merge and not now.folded:
            return True
        builder = SpotBuilder(self.game, level, now)
        made = builder(level.rows[0].tolist())
        questions: list[Callable[[Spot, HouseCards], Any]] = [
            lambda spot, house, wager=wager: settle_one(self.game, self.steps, wager, spot, house)  # type: ignore[misc]
            for wager in now.stakes
            if not self.merge or wager not in self.main
        ]
        if self.merge and not now.folded:
            questions.append(self.game.player_class)
            unseen = sum(atom.size for atom in now.dealer)
            if unseen:
                theirs = HouseCards(tuple(self.game.deck[:unseen]), COMMUNITY_CARDS)
                questions.append(lambda spot, house: self.game.dealer_class(theirs))
        return any(
            isinstance(answer, NeedsCards) and answer.args[0] == "community"
            for answer in (ask_rules(question, made) for question in questions)
        )

    def dealt(self, level: Level, now: Situation, where: str, size: int, go_on: Callable[[Level], Node]) -> Node:
        """Deal cards to a group and continue."""
        if level.unseen() < size:
            raise HousewayError(
                f"{self.game.name}: the deck of {self.universe.size} cards is too small to deal {size} to {where}."
            )
        before, decisions = self._decisions_drawn, len(now.decisions)
        draws_twice = decisions > before and self._is_sampled(level, now, size)
        if draws_twice:
            self._decisions_drawn = decisions
        child, link = self._dealt_level(level, now, where, size)
        chance = Chance(level, now, link, go_on(child))
        if draws_twice:
            other, other_link = self._dealt_level(level, now, where, size, valuing=True)
            chance.valuing = other_link, go_on(other)
        self._decisions_drawn = before
        return chance

    def _dealt_level(
        self, level: Level, now: Situation, where: str, size: int, *, valuing: bool = False
    ) -> tuple[Level, Link]:
        key = level, where, size, valuing
        if key not in self._extended:
            if self.sample is not None and self._is_sampled(level, now, size):
                each = max(1, self.sample.first // len(level))
                if now.decisions:
                    each = self.sample.valuing if valuing else self.sample.deciding
                seed = *self.sample.seed, len(self._extended)
                self._extended[key] = sampled(level, where, size, each, seed)
            else:
                self._extended[key] = self._extend(level, where, size)
        return self._extended[key]

    def _is_sampled(self, level: Level, now: Situation, size: int) -> bool:
        if self.sample is None:
            return False
        deals = comb(level.unseen(), size)
        if now.decisions:
            return deals > self.sample.deciding + self.sample.valuing
        return deals * len(level) > SUITS_MERGE * self.sample.first

    def _extend(self, level: Level, where: str, size: int) -> tuple[Level, Link]:
        if self.known.first is not None and where.split()[0] == "dealt":
            used = sum(group.size for group in level.groups if group.where.split()[0] == "dealt")
            cards = self.known.first[used : used + size]
            if cards and len(cards) < size:
                raise CardError(
                    f"{self.game.name} is decided with {used + size} cards of your own; given: {len(self.known.first)}."
                )
            if cards:
                return only(level, where, [self.universe.faces(cards)])
        return extend(level, where, size)

    def _where(self, level: Level, kind: str) -> str:
        """The group for further cards; where their order may matter, each deal has its own."""
        if self.merge:
            return kind
        return f"{kind} {sum(group.where.split()[0] == kind for group in level.groups)}"

    def _deal(self, at: int, step: Deal, level: Level, now: Situation) -> Node | Situation:
        if step.to == PLAYERS:
            count = step.count or now.thrown
            if not count:
                return now
            if now.folded and not step.when and not self.game.wagers.sides:
                return now  # further cards to a folded hand change nothing
            return self._when(step, level, now, lambda part, yes: self._deal_player(at, step, count, part, now, yes))
        if step.to == DEALER:
            seen = step.face is Face.UP and at < self._last and not now.folded
            index = sum(atom.size for atom in now.dealer)
            exposed = 0 if index else min(step.count, len(level.columns([EXPOSED])))
            if exposed:
                now = now.with_(dealer=(Atom(exposed, None, EXPOSED),))
                index, step = exposed, replace(step, count=step.count - exposed)
                if not step.count:
                    return now
            if step.when and any(isinstance(s, Deal) and s.to == COMMUNITY for s in self.steps[at:]):
                raise self._unsupported(step, "a conditional dealer's card before all shared cards are dealt")
            atom = Atom(step.count, step.when, f"dealer {index}" if seen else "")
            now = now.with_(dealer=(*now.dealer, atom))
            if not seen:
                return now
            if step.when:
                raise self._unsupported(step, "a conditional dealer's card that is face up")
            return self.dealt(level, now, atom.where, atom.size, lambda child: self._build(at + 1, child, now))
        if step.when:
            raise self._unsupported(step, "a conditional shared card")
        laid = now.laid + step.count
        if step.face is Face.UP and not now.folded:
            return self._reveal(
                level, now.with_(laid=laid), range(now.laid, laid), lambda child, then: self._build(at + 1, child, then)
            )
        return now.with_(community=now.community + step.count, laid=laid)

    def _reveal(
        self, level: Level, now: Situation, indices: Sequence[int], go_on: Callable[[Level, Situation], Node]
    ) -> Node:
        """Shared cards are revealed; where their order may matter, each run of neighbours is its own group."""
        hidden = max(0, now.laid - len(now.up) - len(indices))
        then = now.with_(up=now.up | set(indices), community=hidden)
        runs = [len(indices)] if self.merge else [1] * len(indices) if _gaps(indices) else [len(indices)]

        def onward(level: Level, first: int, left: list[int]) -> Node:
            if not left:
                return go_on(level, then)
            where = "community" if self.merge else f"community {indices[first]:02}"
            return self.dealt(level, now, where, left[0], lambda child: onward(child, first + left[0], left[1:]))

        return onward(level, 0, runs)

    def _unsupported(self, step: Step, what: str) -> HousewayError:
        """A step that this way of counting cannot handle."""
        return HousewayError(f"{self.game.name} cannot be counted: {step.text!r} has {what}.")

    def _deal_player(self, at: int, step: Deal, count: int, level: Level, now: Situation, yes: bool) -> Node:
        if not yes:
            return self._build(at + 1, level, now)
        if step.face is Face.BLIND:
            return self._build(at + 1, level, now.with_(aside=now.aside + count))
        where = self._where(level, step.area)
        return self.dealt(level, now, where, count, lambda child: self._build(at + 1, child, now))

    def _turn(self, at: int, step: Turn, level: Level, now: Situation) -> Node | Situation:
        if at > self._last or now.folded:
            return now
        if step.whose == COMMUNITY:
            last = now.laid if step.count is None else min(now.laid, step.first + step.count)
            indices = [index for index in range(step.first, last) if index not in now.up]
            if not indices:
                return now
            return self._reveal(level, now, indices, lambda child, then: self._build(at + 1, child, then))
        return self._turn_dealer(at, step, level, now)

    def _turn_dealer(self, at: int, step: Turn, level: Level, now: Situation) -> Node | Situation:
        """A range of the dealer's cards is revealed: an atom may be split in three."""
        total = sum(atom.size for atom in now.dealer)
        last = total if step.count is None else min(total, step.first + step.count)
        atoms: list[Atom] = []
        index, turned = 0, 0
        for atom in now.dealer:
            low, high = max(step.first - index, 0), min(last - index, atom.size)
            index += atom.size
            if atom.where or low >= high:
                atoms.append(atom)
                continue
            if atom.when:
                raise self._unsupported(step, "a conditional dealer's card that is face up")
            pieces = (Atom(low, atom.when), Atom(high - low, atom.when, "new"), Atom(atom.size - high, atom.when))
            atoms += [piece for piece in pieces if piece.size]
            turned += 1
        if not turned:
            return now
        starts = accumulate((atom.size for atom in atoms), initial=0)
        named = tuple(
            atom._replace(where=f"dealer {start}") if atom.where == "new" else atom
            for atom, start in zip(atoms, starts, strict=False)
        )
        fresh = [atom for atom, before in zip(named, atoms, strict=True) if before.where == "new"]
        now = now.with_(dealer=named)

        def onward(level: Level, left: list[Atom]) -> Node:
            if not left:
                return self._build(at + 1, level, now)
            return self.dealt(level, now, left[0].where, left[0].size, lambda child: onward(child, left[1:]))

        return onward(level, fresh)

    def _when(self, step: Step, level: Level, now: Situation, go_on: Callable[[Level, bool], Node]) -> Node:
        """Continue with the situations that meet the step's condition, and separately with the others."""
        if not step.when:
            return go_on(level, True)

        def question(spot: Spot, house: HouseCards) -> bool:
            return holds(self.game, step.when, spot, house)

        builder = SpotBuilder(self.game, level, now)
        answer = ask_rules(question, builder.blank())
        if not isinstance(answer, NeedsCards):
            return go_on(level, bool(answer))
        answers = np.array(
            [self._answer_for_row(step, question, builder, row) for row in level.rows.tolist()], np.bool_
        )
        if answers.all() or not answers.any():
            return go_on(level, bool(answers.all()))
        parts = []
        for yes in (True, False):
            kept = answers if yes else ~answers
            parts.append((np.flatnonzero(kept), go_on(self._part(level, kept), yes)))
        return Split(level, now, parts)

    def _answer_for_row(
        self, step: Step, question: Callable[[Spot, HouseCards], Any], builder: SpotBuilder, row: list[int]
    ) -> Any:
        answer = ask_rules(question, builder(row))
        if isinstance(answer, NeedsCards):
            cards = " ".join(card.text for card in builder.cards(row))
            raise HousewayError(
                f"{self.game.name}: {step.text!r} depends on cards that the player has not seen (with {cards})."
            )
        return answer

    def _part(self, level: Level, kept: NDArray[np.bool_]) -> Level:
        key = level, kept.tobytes()
        if key not in self._parts:
            self._parts[key] = part(level, kept)
        return self._parts[key]

    def _take(self, at: int, step: Take, level: Level, now: Situation) -> Node | Situation:
        return self._when(step, level, now, lambda part, yes: self._taken(at, part, now, yes))

    def _taken(self, at: int, level: Level, now: Situation, yes: bool) -> Node:
        if not yes:
            return self._build(at + 1, level, now)
        after = now.with_(takes=True)
        builder = SpotBuilder(self.game, level, now)
        if not isinstance(
            ask_rules(lambda spot, house: tuple(self.game.takes(spot, house)), builder(level.rows[0].tolist())),
            NeedsCards,
        ):
            return self._build(at + 1, level, after)
        if now.aside:
            then = after.with_(aside=0)
            return self.dealt(level, now, "aside", now.aside, lambda child: self._build(at + 1, child, then))

        def onward(level: Level, left: int) -> Node:
            """Deal shared cards one by one, as far as they are looked at: their order may matter here."""
            then = after.with_(community=left)
            if not left or self._takes_enough(level, then):
                return self._build(at + 1, level, then)
            where = f"community {sum(group.where.startswith('community') for group in level.groups):02}"
            return self.dealt(level, now, where, 1, lambda child: onward(child, left - 1))

        return onward(level, now.community)

    def _takes_enough(self, level: Level, then: Situation) -> bool:
        """Whether every hand can be completed with the shared cards that are there."""
        builder = SpotBuilder(self.game, level, then)
        try:
            for row in level.rows.tolist():
                builder(row)
        except NeedsCards:
            return False
        return True

    # --- decisions ---

    def _decide(self, at: int, step: Decide, level: Level, now: Situation) -> Node | Situation:
        return self._when(step, level, now, lambda part, yes: self._decided(at, step, part, now, yes))

    def _decided(self, at: int, step: Decide, level: Level, now: Situation, yes: bool) -> Node:
        if not yes:
            return self._build(at + 1, level, now)
        options = []
        for offer, template, states, thrown in self._legal(step, level, now):
            spot = Spot(1, now.stakes, decisions=now.decisions)
            after = decided(self.game, step.at, spot, offer, template)
            then = now.with_(stakes=after.stakes, decisions=after.decisions, folded=after.folded)
            if thrown is not None:
                then = then.with_(thrown=len(thrown[0]))
                child, children = self._without(level, states, thrown)
            elif len(states) == len(level):
                child, children = level, states  # the same
            else:
                kept = np.zeros(len(level), np.bool_)
                kept[states] = True
                child, children = self._part(level, kept), np.arange(len(states))
            options.append(Option(template, states, thrown, children, self._build(at + 1, child, then)))
        return Choice(level, now, step.at, options)

    def _legal(
        self, step: Decide, level: Level, now: Situation
    ) -> Iterable[tuple[Offer, Decision, Ints, list[tuple[int, ...]] | None]]:
        """Each kind of decision, where it is legal, and which cards it throws there."""
        builder = SpotBuilder(self.game, level, now)

        def question(spot: Spot, house: HouseCards) -> list[tuple[Offer, Decision]]:
            return list(choices(self.game.offers(step.at, spot)))

        everywhere = ask_rules(question, builder.blank())
        if not isinstance(everywhere, NeedsCards):
            every = np.arange(len(level))
            for offer, decision in everywhere:
                yield offer, decision, every, None
            return
        found: dict[tuple[Any, ...], tuple[Offer, Decision, list[int], list[tuple[int, ...]]]] = {}
        dealt = level.columns([group.where for group in level.groups if group.where.startswith("dealt")])
        for state, row in enumerate(level.rows.tolist()):
            cards = builder.cards(row)
            seen: set[tuple[Any, ...]] = set()
            for offer, decision in self._answer_for_row(step, question, builder, row):
                discard = decision.discard or ()
                columns = self._discard_columns(step, [cards[column] for column in dealt], dealt, discard)
                kind = (*kind_of(decision), decision.discard is None, len(discard), offer[1:])
                if (kind, faces := tuple(sorted(row[column] for column in columns))) in seen:
                    continue  # throwing either of two equal cards is the same
                seen.add((kind, faces))
                _, _, states, thrown = found.setdefault(kind, (offer, decision, [], []))
                states.append(state)
                thrown.append(columns)
            if not seen:
                raise HousewayError(
                    f"{self.game.name} offers nothing at {step.at} with {' '.join(card.text for card in cards)}."
                )
        for offer, decision, states, thrown in found.values():
            yield offer, decision, np.array(states), thrown if thrown[0] else None

    def _discard_columns(
        self, step: Decide, cards: list[Any], dealt: list[int], discard: tuple[Any, ...]
    ) -> tuple[int, ...]:
        left = list(zip(cards, dealt, strict=True))
        found = []
        for card in discard:
            match = next((item for item in left if item[0] == card), None)
            if match is None:
                raise HousewayError(f"{self.game.name} offers to throw {card} at {step.at}, which is not in the hand.")
            left.remove(match)
            found.append(match[1])
        return tuple(found)

    def _without(self, level: Level, states: Ints, thrown: list[tuple[int, ...]]) -> tuple[Level, Ints]:
        """The level after a discard: cards held, cards thrown, then the rest."""
        key = level, states.tobytes(), tuple(thrown)
        if key not in self._thrown:
            self._thrown[key] = self._regroup(level, states, thrown)
        return self._thrown[key]

    def _regroup(self, level: Level, states: Ints, thrown: list[tuple[int, ...]]) -> tuple[Level, Ints]:
        size = len(thrown[0])
        dealt = level.columns([group.where for group in level.groups if group.where.startswith("dealt")])
        others = [column for column in range(level.width) if column not in dealt]
        rows: Faces = np.empty((len(states), level.width), np.uint8)
        for index, (state, columns) in enumerate(zip(states.tolist(), thrown, strict=True)):
            row = level.rows[state]
            held = [column for column in dealt if column not in columns]
            rows[index] = row[[*held, *columns, *others]]
        groups = [
            Group("held", len(dealt) - size),
            Group("thrown", size),
            *(group for group in level.groups if not group.where.startswith("dealt")),
        ]
        return regrouped(level, [group for group in groups if group.size], rows)


def _gaps(indices: Sequence[int]) -> bool:
    return any(after != before + 1 for before, after in pairwise(indices))
