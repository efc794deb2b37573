"""Simulation: rounds by the billion from the rules that deal the game, reproducible on any number of machines."""

from houseway.simulate.cluster import Cluster
from houseway.simulate.plan import Plan, kernel_of
from houseway.simulate.result import Result, WagerResult
from houseway.simulate.run import simulate
from houseway.simulate.strategies import StrategyFile, read_strategy

__all__ = ["Cluster", "Plan", "Result", "StrategyFile", "WagerResult", "kernel_of", "read_strategy", "simulate"]
