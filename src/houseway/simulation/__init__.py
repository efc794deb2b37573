"""Simulation: rounds by the billion from the rules that deal the game, reproducible on any number of machines."""

from houseway.simulation.cluster import Cluster
from houseway.simulation.plan import SimulationPlan, kernel_of
from houseway.simulation.result import Result, WagerResult
from houseway.simulation.run import simulate
from houseway.simulation.strategies import StrategyFile, read_strategy

__all__ = [
    "Cluster",
    "Result",
    "SimulationPlan",
    "StrategyFile",
    "WagerResult",
    "kernel_of",
    "read_strategy",
    "simulate",
]
