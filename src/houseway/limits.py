"""What may be bet: the table's own limits, and the jurisdiction's on top."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from houseway.errors import WagerError
from houseway.money import dollars, parse_dollars
from houseway.wagers import Kind, Wager


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
# raises that hang on it are one game; each side wager is another.
JURISDICTIONS = {
    profile.name: profile
    for profile in (
        Jurisdiction("none", "No jurisdiction: the table's own limits only", ""),
        Jurisdiction(
            "washington-2009", "Washington State, 2009: $300 a wager, six games a hand", "2009-09", 30_000, 6, 3
        ),
        Jurisdiction("washington-2023", "Washington State, 2023: $400 a wager, six games a hand", "2023", 40_000, 6, 3),
    )
}


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
            raise WagerError(f"{self} is not a limit: minimum and step must be above nothing, the maximum no smaller.")

    def __str__(self) -> str:
        if self.least == self.most:
            return f"{dollars(self.least)} exactly"
        step = f" in steps of {dollars(self.step)}" if self.step != 1 else ""
        return f"{dollars(self.least)} to {dollars(self.most)}{step}"

    @classmethod
    def parse(cls, text: str) -> Limit:
        """Read `5-100/5`: minimum, maximum and step in dollars (the step may be left out: one dollar)."""
        bounds, slash, step = text.partition("/")
        least, dash, most = bounds.partition("-")
        if not dash:
            raise WagerError(f"{text!r} is not a limit: write minimum-maximum/step in dollars, such as 5-100/5.")
        return cls(parse_dollars(least), parse_dollars(most), parse_dollars(step) if slash else 100)


FIRST = Limit(500, 50_000, 100)
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
        if wager.fixed:
            limit = Limit(wager.fixed, wager.fixed, 1)
        else:
            limit = self.wagers.get(wager.id, FIRST if wager.kind is Kind.FIRST else SIDE)
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

    def most_raise(self, wager: Wager, stakes: Mapping[str, int], wagers: tuple[Wager, ...]) -> Fraction:
        """The largest multiple that a raise may be; never under the smallest the rules force."""
        law, amount = self.jurisdiction, stakes[wager.on]
        if law.single_wager is None:
            return Fraction(wager.most)
        cents = law.single_wager
        others = [w for w in wagers if w.opening and w.id in stakes and w.id != wager.on]
        if law.large_games is not None and sum(stakes[w.id] > law.small_wager for w in others) >= law.large_games:
            cents = law.small_wager  # the main game must stay among the small ones
        return max(Fraction(wager.least), min(Fraction(wager.most), Fraction(cents, amount)))

    def check(self, limits: Mapping[str, Limit], wagers: tuple[Wager, ...], stakes: Mapping[str, int]) -> None:
        """Refuse opening wagers outside the limits, which are those of `opening`."""
        for name, amount in stakes.items():
            limit = limits.get(name)
            if limit is None:
                raise WagerError(f"There is no wager {name!r} before the deal: the spots are {', '.join(limits)}.")
            if type(amount) is not int:
                raise WagerError(f"Wager {name} takes whole cents, not {amount!r}.")
            if not limit.least <= amount <= limit.most or (amount - limit.least) % limit.step:
                raise WagerError(f"Wager {name} takes {limit}, not {dollars(amount)}.")
        if self.jurisdiction.games is not None:
            self._check_games([wager for wager in wagers if wager.id in stakes], wagers, stakes)

    def _check_games(self, made: list[Wager], wagers: tuple[Wager, ...], stakes: Mapping[str, int]) -> None:
        law = self.jurisdiction
        if law.games is not None and len(made) > law.games:
            raise WagerError(f"{law.name} allows {law.games} wagers with one hand, not {len(made)}.")
        large = [w for w in made if stakes[w.id] * _forced(w, wagers) > law.small_wager]
        if law.large_games is not None and len(large) > law.large_games:
            raise WagerError(
                f"{law.name} allows {law.large_games} games above {dollars(law.small_wager)} with one hand, not "
                f"{len(large)}."
            )


def _forced(wager: Wager, wagers: Iterable[Wager]) -> int:
    return max((other.least for other in wagers if other.kind is Kind.RAISE and other.on == wager.id), default=1)
