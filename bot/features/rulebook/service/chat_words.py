"""Writes out the short forms that people type on a phone."""

from __future__ import annotations

from collections.abc import Mapping

from bot.features.rulebook.service.word_stems import WORD, folded

#: Short forms and what they stand for, in each language; nothing for words that say nothing about a rule. Contractions
#: stand without their last letter's apostrophe: "don't" is read as "don t".
_SHORT_FORMS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "w": "with", "wo": "without", "ppl": "players", "ppls": "players", "plyr": "player", "plyrs": "players",
        "opp": "opponent", "opps": "opponents", "u": "you", "ur": "your", "r": "are", "y": "why", "n": "and",
        "cuz": "because", "bc": "because", "coz": "because", "thru": "through", "diff": "difference", "dmg": "damage",
        "atk": "attack", "def": "defence", "inf": "influence", "rep": "reputation", "vps": "vp", "pts": "points",
        "pt": "point", "char": "character", "chars": "characters", "init": "initiator", "max": "maximum",
        "smth": "something", "sth": "something", "sb": "somebody", "sm1": "somebody", "1st": "first",
        "2nd": "second", "3rd": "third", "btw": "", "lol": "", "pls": "", "plz": "", "please": "", "hey": "", "hi": "",
        "ok": "", "omg": "", "guys": "", "sorry": "", "thanks": "",
        "gonna": "going to", "wanna": "want to", "gotta": "have to",
        "im": "i m", "ive": "i ve", "dont": "don t", "doesnt": "doesn t", "didnt": "didn t", "cant": "can t",
        "couldnt": "couldn t", "wont": "won t", "isnt": "isn t", "arent": "aren t", "whats": "what s",
        "whos": "who s", "wheres": "where s", "hes": "he s", "theres": "there s", "thats": "that s",
    },
    "hu": {
        "h": "hogy", "hgy": "hogy", "vmi": "valami", "vmit": "valamit", "vki": "valaki", "vkit": "valakit",
        "vmikor": "valamikor", "mos": "most", "nm": "nem", "v": "vagy", "sztem": "", "asszem": "", "légyszi": "",
        "pls": "", "lécci": "", "srácok": "", "amúgy": "", "szóval": "", "bef": "befolyás", "max": "legfeljebb",
        "min": "legalább", "db": "darab", "help": "", "sziasztok": "", "szia": "", "bocs": "", "bocsi": "",
        "bocsánat": "", "elnézést": "", "kérlek": "", "köszi": "",
    },
    "es": {
        "q": "que", "k": "que", "xq": "porque", "pq": "porque", "x": "por", "tb": "también", "tmb": "también",
        "tmbn": "también", "d": "de", "xa": "para", "pa": "para", "porfa": "", "xfa": "", "pf": "", "oye": "",
        "pts": "puntos", "ptos": "puntos", "pto": "punto", "jug": "jugadores", "max": "máximo", "min": "mínimo",
        "cdo": "cuando", "cm": "como", "tngo": "tengo", "inf": "influencia", "vale": "", "jaja": "", "chicos": "",
        "hola": "", "perdona": "", "perdón": "", "disculpa": "", "disculpad": "", "gracias": "",
    },
}  # fmt: skip
_FOLDED = {locale: {folded(short): full for short, full in forms.items()} for locale, forms in _SHORT_FORMS.items()}


def written_out(locale: str, text: str) -> str:
    """Return the words of a question with short forms written out; the question itself if nothing else is left."""
    forms = _FOLDED[locale]
    return " ".join(filter(None, (forms.get(folded(word), word) for word in WORD.findall(text)))) or text
