"""Emblems of Edge of Darkness: the people of the city, each in front of a different sky."""

from random import Random

from PIL import Image

from render.emblem.backdrops import Stage
from render.emblem.emblem_person import MODERN, draw_person, random_look, read_looks
from render.pen import theme
from render.pen.picture_cache import cached
from render.pen.theme import Sky, mix

#: The looks of the game's people: posture, headgear, held object and background.
PEOPLE = read_looks({
    "ruta_vantongeren": "aims broad crossbow towers",
    "old_piet_haverkamp": "stooped straw staff rain",
    "jessamy_crake": "dances long fiddle moon",
    "bertil_nosk": "laden cap fish snow",
    "nell_the_lamplighter": "strides bob lamp crescent",
    "oswin_tallow": "gives bearded candle candles",
    "tova_lindqvart": "gown braids axe peaks",
    "hob_the_ferryman": "afloat broad oar sea",
    "ysolde_marrow": "crouches hood bone graves",
    "dragan_pell": "giant fur hammer fire",
    "matthis_quill": "leans square quill books",
    "lady_corisande_vael": "gown hennin rose mirror",
    "magister_aurel_tamsin": "arms patriarch astrolabe eclipse",
    "baron_lothar_grieve": "rides feather falcon birds",
    "dame_ottoline_sark": "raised plumed rapier rays",
    "judge_evander_holt": "throned wig scales bars",
    "countess_ilka_morvane": "cloak crown chalice rings",
    "marie_christine_botrelle": "kneels veil lily window",
    "brother_anselm_rook": "stands tonsure raven vault",
    "sister_odile_marrec": "gives wimple book dawn",
    "prior_benedikt_lorne": "raised bishop crook window",
    "lazlo_fenn": "leaps feather cards curtain",
    "giacomo_tredita": "bust jester mask stars",
    "pipistrelle_the_tumbler": "winged ears none moon",
    "madame_solange_nuit": "throned turban crystal comet",
    "hesper_alder": "strides hood bow wood",
    "corin_thornby": "kneels stag horn fog",
    "wenna_applegarth": "gown straw basket field",
    "alderman_silas_greve": "bust broad purse wheel",
    "benedetta_sforni": "turned braids phial wall",
    "tomaso_grigio": "wall tricorn lantern storm",
    "ilario_vance": "leans bandage dice gallows",
    "donna_fiammetta_corvi": "arms long torch fire",
})  # fmt: skip
#: The index of a person's sky in the theme. For other ids, the sky is chosen by the id's hash.
SKIES = {
    "ruta_vantongeren": 0, "old_piet_haverkamp": 5, "jessamy_crake": 2, "bertil_nosk": 3, "nell_the_lamplighter": 1,
    "oswin_tallow": 4, "tova_lindqvart": 3, "hob_the_ferryman": 5, "ysolde_marrow": 2, "dragan_pell": 0,
    "matthis_quill": 1, "lady_corisande_vael": 2, "magister_aurel_tamsin": 3, "baron_lothar_grieve": 0,
    "dame_ottoline_sark": 4, "judge_evander_holt": 5, "countess_ilka_morvane": 2, "marie_christine_botrelle": 1,
    "brother_anselm_rook": 3, "sister_odile_marrec": 4, "prior_benedikt_lorne": 0, "lazlo_fenn": 4,
    "giacomo_tredita": 2, "pipistrelle_the_tumbler": 3, "madame_solange_nuit": 1, "hesper_alder": 5,
    "corin_thornby": 1, "wenna_applegarth": 5, "alderman_silas_greve": 0, "benedetta_sforni": 2,
    "tomaso_grigio": 3, "ilario_vance": 4, "donna_fiammetta_corvi": 0,
}  # fmt: skip


@cached
def face(seed: str, wide: int, tall: int, blight: bool = False) -> Image.Image:
    """Draw a person of the city as RGB. On the Blight side, the person is in front of ruins."""
    skies = theme.RUIN_SKIES if blight else theme.SKIES
    sky: Sky = skies[SKIES.get(seed, Random(f"sky/{seed}").randrange(len(theme.SKIES))) % len(skies)]
    look = PEOPLE.get(seed) or random_look(seed, MODERN)
    # On the Blight side, the person is in the middle, between the rewards and the Damage.
    return draw_person(seed, look, sky, wide, tall, *((0.5, _ruins) if blight else (0.43, _roofs)))


def _roofs(stage: Stage) -> None:
    """Draw the city's roofs with lit windows along the lower edge of a picture."""
    far, pen, dice = mix(stage.sky[0], stage.sky[1], 0.45), stage.pen, stage.dice
    for x in stage.across(4.6, 0.3):
        y, half = dice.uniform(14, 19.4), dice.uniform(2, 3)
        peak = dice.choice((1.2, 3, 6))
        pen.fill([(x - half, 26), (x - half, y), (x, y - peak), (x + half, y), (x + half, 26)], far)
        for shift in (-1, 0.6):
            if dice.random() < 0.6:
                pen.fill([(x + shift, y + 1.4), (x + shift + 0.7, y + 1.4), (x + shift + 0.7, y + 2.6),
                          (x + shift, y + 2.6)], stage.lit(0.85))  # fmt: skip


def _ruins(stage: Stage) -> None:
    """Draw broken walls along the lower edge of a picture."""
    for x in stage.across(3.4, 0.8):
        y = stage.dice.uniform(13, 21)
        stage.pen.fill([(x - 2, 26), (x - 1.6, y), (x - 0.4, y + 2.6), (x + 0.8, y - 1.4), (x + 2, 26)], stage.far)
