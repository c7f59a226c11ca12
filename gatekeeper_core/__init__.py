"""Selects the part of a chat history that a question needs. Standard library only."""

from gatekeeper_core.analysis import analyse, blocks_of
from gatekeeper_core.errors import BudgetError, GatekeeperError
from gatekeeper_core.gatekeeper import ContextGatekeeper
from gatekeeper_core.model import (
    Block,
    Fill,
    GateDecision,
    Marks,
    Message,
    Policy,
    Previous,
    Reason,
    Selection,
    Trace,
    Verdict,
)
from gatekeeper_core.pipeline import select
from gatekeeper_core.retrieval import Index

__all__ = [
    "Block",
    "BudgetError",
    "ContextGatekeeper",
    "Fill",
    "GateDecision",
    "GatekeeperError",
    "Index",
    "Marks",
    "Message",
    "Policy",
    "Previous",
    "Reason",
    "Selection",
    "Trace",
    "Verdict",
    "analyse",
    "blocks_of",
    "select",
]
