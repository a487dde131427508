"""The lesson covers the rules that decide a first match (finding B6 of the play tests)."""

from __future__ import annotations

import pytest

from rules.kernel.engine.lesson import course
from rules.kernel.words.translation import Translator
from tests.dark_providence.table import GAME

#: The words of the lesson by subject, in English, Hungarian and Spanish.
FACTS = {
    "an agent counts for acquiring its city": (
        "counts as 1 influence for acquiring its city", "városa megszerzésekor 1 befolyásnak számít",
        "cuenta como 1 de influencia para adquirir su ciudad",
    ),
    "what the allegiance scores": (
        "you score the investigation track, the gates you closed and your agents' pink VP",
        "a nyomozási sávért, az általad bezárt kapukért és az ügynökeid rózsaszín GyP-jéért",
        "puntúas el medidor de investigación, las puertas que cerraste y los PV rosas",
    ),
    "3 VP for a hidden card": ("3 VP if no one has seen", "3 GyP-t, ha senki sem", "3 PV si nadie ha visto"),
    "locks": ("not where a lock is", "zár alatt nem megy", "no donde hay un cerrojo"),
    "the crypt": ("The victim goes to your crypt: 1 VP each", "a kriptádba kerül", "va a tu cripta"),
    "an investigator scores no victim": (
        "As an investigator you score nothing", "Nyomozóként nem kapsz érte pontot", "Como investigador no puntúas",
    ),
    "lead agents are safe": ("A lead agent is safe", "A vezető ügynök védett", "Un agente principal está a salvo"),
    "dissenters": ("the track of the side they left", "elhagyott oldaluk sávjáért", "el del bando que dejaron"),
    "madness": ("you go mad and must reveal", "felfeded a hűségedet", "enloqueces y revelas tu lealtad"),
    "revealing": ("you may reveal your allegiance if", "felfedheted a hűségedet, ha", "puedes revelar tu lealtad si"),
    "a revealed dissenter": ("a dissenter 3 more", "szakadárként még 3-at", "un disidente, 3 más"),
}  # fmt: skip


@pytest.mark.parametrize(("number", "locale"), [(0, "en"), (1, "hu"), (2, "es")])
@pytest.mark.parametrize("facts", FACTS.values(), ids=FACTS)
def test_the_lesson_covers_the_rules_that_decide_a_first_match(
    facts: tuple[str, str, str], number: int, locale: str
) -> None:
    taught = course(GAME)
    assert taught is not None
    assert facts[number] in " ".join(Translator(locale).name(step.words) for step in taught.steps)
