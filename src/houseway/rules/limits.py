"""What may be bet: the table's own limits, and the jurisdiction's on top."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from houseway.errors import WagerError
from houseway.money import dollars, parse_dollars
from houseway.rules.wagers import Kind, Wager


@dataclass(frozen=True)
class Jurisdiction:
    """A regulator's limits with the day they came into force; None where there is none."""

    name: str
    title: str
    since: str
    single_wager: int | None = None  # largest amount of any one wager, in cents
    games: int | None = None  # separate games a player may bet on with one hand
    large_games: int | None = None  # how many of those may be bet above `small_wager`
    small_wager: int = 500


# Sources: WAC 230-15-140 (single wager) and WAC 230-15-040 (separate games with a single hand). A main wager and the
# raises and linked wagers that hang on it are one game; each side wager is another. How many games a hand might have
# before September 2009 is not known.
JURISDICTIONS = {
    profile.name: profile
    for profile in (
        Jurisdiction("none", "No jurisdiction: the table's own limits only", ""),
        Jurisdiction("washington-2004", "Washington State, July 2004 to 2008: $100 a wager", "2004-07-01", 10_000),
        Jurisdiction(
            "washington-2004-high",
            "Washington State, July 2004 to 2008: $200 a wager, on up to three tables of a card room",
            "2004-07-01",
            20_000,
        ),
        Jurisdiction(
            "washington-2009", "Washington State, 2009: $300 a wager, six games a hand", "2009-09", 30_000, 6, 3
        ),
        Jurisdiction("washington-2023", "Washington State, 2023: $400 a wager, six games a hand", "2023", 40_000, 6, 3),
    )
}


# What the manuals for card rooms in Washington State say about wagers.
WASHINGTON = (
    "In Washington State no wager may exceed the limits of WAC 230-15-040 and WAC 230-15-140: open the table under the "
    f"jurisdiction in force ({', '.join(name for name in JURISDICTIONS if name != 'none')})."
)


def jurisdiction(name: str) -> Jurisdiction:
    if name not in JURISDICTIONS:
        raise WagerError(f"There is no jurisdiction {name!r}: take {', '.join(JURISDICTIONS)}.")
    return JURISDICTIONS[name]


@dataclass(frozen=True)
class Limit:
    """Smallest, largest and step of one wager, in cents."""

    least: int
    most: int
    step: int

    def __post_init__(self) -> None:
        if not (0 < self.least <= self.most and self.step > 0):
            raise WagerError(f"{self} is not a limit: minimum and step must be positive, the maximum no smaller.")

    def __str__(self) -> str:
        if self.least == self.most:
            return f"{dollars(self.least)} exactly"
        step = f" in steps of {dollars(self.step)}" if self.step != 1 else ""
        return f"{dollars(self.least)} to {dollars(self.most)}{step}"

    def takes(self, amount: object) -> bool:
        """Whether it is an amount of whole cents within the bounds, and on a step."""
        return type(amount) is int and self.least <= amount <= self.most and not (amount - self.least) % self.step

    @classmethod
    def parse(cls, text: str) -> Limit:
        """Read `5-100/5`: minimum, maximum and step in dollars (the step may be left out: one dollar)."""
        bounds, slash, step = text.partition("/")
        least, dash, most = bounds.partition("-")
        if not dash:
            raise WagerError(f"{text!r} is not a limit: write minimum-maximum/step in dollars, such as 5-100/5.")
        return cls(parse_dollars(least), parse_dollars(most), parse_dollars(step) if slash else 100)


# The limits of wagers that nobody has set. No single bet that the rules force is above $300, which Washington State has
# allowed since 2009: a first wager that forces a raise of twice its size is limited to $150.
FIRST = Limit(500, 30_000, 100)
SIDE = Limit(100, 10_000, 100)


@dataclass(frozen=True)
class Limits:
    """The limits of one table."""

    wagers: Mapping[str, Limit] = field(default_factory=dict)
    jurisdiction: Jurisdiction = JURISDICTIONS["none"]

    def opening(self, wagers: tuple[Wager, ...]) -> dict[str, Limit]:
        """The limit of every wager that is made before the deal."""
        spots = [wager.id for wager in wagers if wager.opening]
        for name in self.wagers:
            if name not in spots:
                raise WagerError(f"There is no wager {name!r} to limit: the spots are {', '.join(spots)}.")
        return {wager.id: self.of(wager, wagers) for wager in wagers if wager.opening}

    def of(self, wager: Wager, wagers: Iterable[Wager]) -> Limit:
        """What may be bet on an opening wager, the jurisdiction's limit taken in."""
        wagers = tuple(wagers)
        limit = self._own(wager, wagers)
        single = self.jurisdiction.single_wager
        if single is None:
            return limit
        # A raise that cannot be avoided must fit too: a 2x play bet halves the largest ante.
        most = min(limit.most, single // _forced(wager, wagers))
        if most < limit.least:
            raise WagerError(
                f"The minimum of {dollars(limit.least)} on {wager.name} is above what {self.jurisdiction.name} allows "
                f"({dollars(most)})."
            )
        return Limit(limit.least, most, limit.step)

    def _own(self, wager: Wager, wagers: tuple[Wager, ...]) -> Limit:
        """The table's limit; a linked wager's follows from that of the wager it goes with, unless it has its own."""
        if wager.fixed:
            return Limit(wager.fixed, wager.fixed, 1)
        limit = self.wagers.get(wager.id)
        if wager.linked and limit is None:
            base = self.of(next(other for other in wagers if other.id == wager.on), wagers)
            step = base.step * (wager.least if wager.least == wager.most else 1)
            return Limit(base.least * wager.least, base.most * wager.most, step)
        if limit is None:
            limit = _usual(wager, wagers)
        for other in _linked_to(wager, wagers):
            if other.id in self.wagers:
                limit = _fitting(limit, wager, self.wagers[other.id], other)
        return limit

    def stated(self, wagers: Iterable[Wager]) -> dict[str, Limit]:
        """The table's own limit of every wager that has one, those that nobody set among them: what a record keeps."""
        wagers = tuple(wagers)
        usual = {
            wager.id: _usual(wager, wagers)
            for wager in wagers
            if wager.opening and not wager.fixed and not wager.linked
        }
        return {**usual, **self.wagers}

    def most_raise(self, wager: Wager, stakes: Mapping[str, int], wagers: tuple[Wager, ...]) -> Fraction:
        """The largest multiple that a raise may be; never under the smallest the rules force."""
        law, amount = self.jurisdiction, stakes[wager.on]
        if law.single_wager is None:
            return Fraction(wager.most)
        cents = law.single_wager
        main = next((w.on for w in wagers if w.id == wager.on and w.linked), wager.on)
        others = [w for w in wagers if w.opening and not w.linked and w.id in stakes and w.id != main]
        large = sum(_largest(w, wagers, stakes) > law.small_wager for w in others)
        if law.large_games is not None and large >= law.large_games:
            cents = law.small_wager  # the main game must stay among the small ones
        return max(Fraction(wager.least), min(Fraction(wager.most), Fraction(cents, amount)))

    def check(self, limits: Mapping[str, Limit], wagers: tuple[Wager, ...], stakes: Mapping[str, int]) -> None:
        """Refuse opening wagers outside the limits, which are those of `opening`."""
        for wager in wagers:
            if wager.on and wager.linked and wager.id in stakes:
                self._check_link(wager, limits, wagers, stakes)
        for name, amount in stakes.items():
            limit = limits.get(name)
            if limit is None:
                raise WagerError(f"There is no wager {name!r} before the deal: the spots are {', '.join(limits)}.")
            if not limit.takes(amount):
                if type(amount) is not int:
                    raise WagerError(f"Wager {name} takes whole cents, not {amount!r}.")
                raise WagerError(f"Wager {name} takes {limit}, not {dollars(amount)}.")
        if self.jurisdiction.games is not None:
            self._check_games([wager for wager in wagers if wager.id in stakes], wagers, stakes)

    def _check_link(
        self, wager: Wager, limits: Mapping[str, Limit], wagers: Iterable[Wager], stakes: Mapping[str, int]
    ) -> None:
        """Refuse a linked wager that does not go with its base; a base that is not legal is not its affair."""
        base = next(other for other in wagers if other.id == wager.on)
        if base.id not in stakes:
            raise WagerError(f"{wager.name} goes with {base.name}: bet on {base.name} too.")
        if not limits[base.id].takes(stakes[base.id]) or type(stakes[wager.id]) is not int:
            return
        least, most = stakes[base.id] * wager.least, stakes[base.id] * wager.most
        if least <= stakes[wager.id] <= most:
            return
        if least == most:
            size = "equal" if wager.least == 1 else f"be {wager.least} times"
            raise WagerError(f"{wager.name} must {size} the {base.name}: {dollars(least)}.")
        size = f"{wager.least} to {wager.most} times"
        raise WagerError(f"{wager.name} must be {size} the {base.name}: {dollars(least)} to {dollars(most)}.")

    def _check_games(self, made: list[Wager], wagers: tuple[Wager, ...], stakes: Mapping[str, int]) -> None:
        law = self.jurisdiction
        games = [wager for wager in made if not wager.linked]
        if law.games is not None and len(games) > law.games:
            raise WagerError(f"{law.name} allows {law.games} wagers with one hand, not {len(games)}.")
        sizes = [max(_largest(w, wagers, stakes), stakes[w.id] * _forced(w, wagers)) for w in games]
        large = [size for size in sizes if size > law.small_wager]
        if law.large_games is not None and len(large) > law.large_games:
            raise WagerError(
                f"{law.name} allows {law.large_games} games above {dollars(law.small_wager)} with one hand, not "
                f"{len(large)}."
            )


def with_linked(wagers: Iterable[Wager], stakes: Mapping[str, int]) -> dict[str, int]:
    """The stakes above zero, plus every linked wager that was left out, at its minimum."""
    made = {name: amount for name, amount in stakes.items() if amount != 0}
    for wager in wagers:
        if wager.on in made and wager.linked and wager.id not in made and type(made[wager.on]) is int:
            made[wager.id] = made[wager.on] * wager.least
    return made


def linked_limit(wager: Wager, base: int, limit: Limit) -> Limit:
    """What may be bet on a linked wager, whose limit this is, beside so much on the wager it goes with."""
    least, most = max(limit.least, base * wager.least), min(limit.most, base * wager.most)
    return Limit(_on_step(least, limit), most, limit.step)


def _fitting(limit: Limit, wager: Wager, other: Limit, linked: Wager) -> Limit:
    """What is left of a wager's limit where one that is linked to it has another limit of its own."""
    least, most = max(limit.least, -(-other.least // linked.most)), min(limit.most, other.most // linked.least)
    least = _on_step(least, limit)
    if least > most:
        raise WagerError(f"{linked.name} at {other} cannot go with {wager.name} at {limit}.")
    return Limit(least, most, limit.step)


def _on_step(amount: int, limit: Limit) -> int:
    """The amount, or the next one above it that the limit's steps meet."""
    return amount + (limit.least - amount) % limit.step


def _usual(wager: Wager, wagers: tuple[Wager, ...]) -> Limit:
    """The limit of a wager that nobody has set, small enough for the raises that it forces."""
    if wager.kind is not Kind.FIRST:
        return SIDE
    most = FIRST.most // _forced(wager, wagers)
    return Limit(FIRST.least, most - (most - FIRST.least) % FIRST.step, FIRST.step)


def _linked_to(wager: Wager, wagers: Iterable[Wager]) -> list[Wager]:
    return [other for other in wagers if other.linked and other.on == wager.id]


def _largest(wager: Wager, wagers: Iterable[Wager], stakes: Mapping[str, int]) -> int:
    """The largest stake of one game: the wager's, or of one that is linked to it."""
    return max([stakes[wager.id], *(stakes.get(other.id, 0) for other in _linked_to(wager, wagers))])


def _forced(wager: Wager, wagers: Iterable[Wager]) -> int:
    """The largest multiple of a wager that the rules make a player bet on one spot, raises and linked wagers alike."""
    raises = [other.least for other in wagers if other.kind is Kind.RAISE and other.on == wager.id]
    linked = [other.least * _forced(other, wagers) for other in _linked_to(wager, wagers)]
    return max([1, *raises, *linked])
