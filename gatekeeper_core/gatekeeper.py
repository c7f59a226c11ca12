"""The specification's class: a thin holder of turns and constraints over the pipeline."""

from __future__ import annotations

from gatekeeper_core.analysis import analyse
from gatekeeper_core.errors import BudgetError
from gatekeeper_core.model import Block, Policy, Selection
from gatekeeper_core.pipeline import select
from gatekeeper_core.retrieval import Index


class ContextGatekeeper:
    """Selects from the turns of one conversation the least that a question needs."""

    def __init__(self, token_budget: int = 4000) -> None:
        """`token_budget`: most tokens of history a selection may hold. Raises BudgetError below zero."""
        if token_budget < 0:
            raise BudgetError(token_budget)
        self._policy = Policy(token_budget=token_budget)
        self._blocks: list[Block] = []
        self._index = Index()
        self._constraints: dict[str, str] = {}

    def add_turn(self, user_text: str, assistant_text: str) -> None:
        """Adds one finished turn; its turn_id is its place in the conversation, from 0."""
        messages = (analyse("user", user_text), analyse("assistant", assistant_text))
        self._blocks.append(Block(len(self._blocks), messages))

    def select(self, query: str) -> list[dict[str, str | int]]:
        """The turns this question needs, in conversation order: `{"user", "assistant", "turn_id"}`.

        Long turns come back trimmed to the sentences that matter; every one of them is a slice of the original.
        """
        selection = self.explain(query)
        out: list[dict[str, str | int]] = []
        for position in selection.kept:
            block = self._blocks[position]
            user, assistant = (
                "".join(m.text[start:end] for start, end in selection.excerpts.get((position, i), ((0, len(m.text)),)))
                for i, m in enumerate(block.messages)
            )
            out.append({"user": user, "assistant": assistant, "turn_id": block.turn_id})
        return out

    def explain(self, query: str) -> Selection:
        """The same decision with its trace: one verdict and one reason for every turn."""
        return select(self._blocks, query, self._policy, index=self._index)

    def set_constraint(self, key: str, value: str) -> None:
        """Sets a lasting constraint; the same key replaces its earlier value."""
        self._constraints[key] = value

    def get_constraints(self) -> dict[str, str]:
        """All constraints in force, in the order in which their keys were first set."""
        return dict(self._constraints)
