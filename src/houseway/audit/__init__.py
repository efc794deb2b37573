"""The audit: every figure that the manuals print, counted again from the rules, and a verdict on each.

A figure that was rounded is compared to the digits that are printed, no more and no fewer; a number of combinations, a
pay or a bet must be equal outright; a printed play must be one of the best. What counts as a figure: combinations,
probabilities, frequencies, returns, edges, pays, sizes of bets, bounds of rules, numbers of buried cards, and the plays
of a printed strategy. A pay or bound that the manual states in prose is derived by playing a hand. The figures
themselves are data (`figures/*.json`): each table names its game, edition, wager and strategy, each column what kind of
figure it holds.
"""

from houseway.audit.documents import Figure, document_ids, read_figures
from houseway.audit.engine import Audit, Finding, Verdict, audit

__all__ = ["Audit", "Figure", "Finding", "Verdict", "audit", "document_ids", "read_figures"]
