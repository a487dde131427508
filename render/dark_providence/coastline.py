"""The hand-drawn land of the map in pixels: coast, lakes, rivers and mountains.

The north-east is stretched to make room for its many cities. Even so, each city must be where people expect it in
relation to the sea, the lakes and the rivers.
"""

from collections.abc import Sequence

Point = tuple[float, float]

#: The coast from Maine to the Gulf of Mexico, closed into a polygon around the land.
COAST: tuple[Point, ...] = (
    (1150, -40), (1128, 20), (1092, 52), (1064, 44), (1040, 84), (1018, 128), (1010, 190), (1002, 250), (1006, 292),
    (998, 340), (1004, 410), (1022, 462), (1052, 506), (1092, 530), (1122, 520), (1128, 492), (1112, 478), (1140, 470),
    (1162, 502), (1158, 540), (1124, 562), (1070, 560), (1034, 566), (1006, 574), (990, 590), (1040, 600), (1010, 622),
    (984, 660), (982, 720), (962, 772), (936, 826), (918, 846), (902, 824), (892, 800), (900, 850), (906, 884),
    (886, 900), (874, 862), (862, 838), (858, 880), (876, 930), (906, 968), (918, 984), (878, 1004), (838, 1034),
    (796, 1060), (752, 1080), (722, 1100), (704, 1130), (700, 1200), (560, 1200), (566, 1150), (548, 1110), (516, 1084),
    (470, 1072), (420, 1078), (372, 1070), (330, 1082), (282, 1084), (250, 1104), (214, 1100), (196, 1118), (220, 1136),
    (188, 1150), (160, 1128), (110, 1118), (60, 1124), (-60, 1116), (-60, -60), (1150, -60),
)  # fmt: skip

#: The islands: Nova Scotia at the edge, Long Island, and the nearest of the Bahamas.
ISLANDS: tuple[tuple[Point, ...], ...] = (
    ((1200, 70), (1168, 96), (1150, 136), (1164, 160), (1200, 150)),
    ((1000, 604), (1060, 592), (1104, 586), (1070, 608), (1016, 620)),
    ((836, 1128), (850, 1112), (872, 1128), (862, 1150), (842, 1146)),
)

LAKES: tuple[tuple[Point, ...], ...] = (
    # Lake Superior
    ((-20, 40), (40, 18), (96, 26), (150, 8), (214, 22), (244, 48), (204, 58), (150, 66), (104, 84), (60, 72), (20, 92),
     (-20, 84)),
    # Lake Michigan
    ((268, 84), (308, 66), (332, 74), (324, 110), (316, 160), (322, 208), (306, 244), (284, 250), (272, 214),
     (276, 150), (254, 130)),
    # Lake Huron
    ((392, 30), (460, 14), (540, 26), (566, 64), (548, 92), (502, 84), (484, 108), (462, 96), (440, 66), (404, 58)),
    # Lake Erie
    ((594, 222), (640, 196), (700, 178), (762, 152), (770, 168), (724, 204), (660, 236), (606, 246)),
    # Lake Ontario
    ((782, 106), (830, 92), (886, 82), (898, 98), (856, 122), (800, 132)),
)  # fmt: skip

RIVERS: tuple[tuple[Point, ...], ...] = (
    # The Mississippi River
    ((30, 60), (12, 130), (40, 420), (52, 470), (30, 560), (18, 640), (48, 730), (24, 800), (40, 860), (20, 960),
     (60, 1040), (120, 1090), (196, 1120)),
    # The Ohio River
    ((652, 372), (590, 420), (590, 520), (500, 690), (420, 680), (330, 700), (240, 730), (150, 740), (48, 730)),
    # The Saint Lawrence River
    ((890, 90), (930, 50), (980, 10), (1010, -20)),
    # The Hudson River
    ((976, 650), (886, 560), (880, 470), (884, 360), (892, 250)),
    # The Potomac River
    ((880, 880), (870, 830), (800, 830), (640, 836)),
    # The Missouri River
    ((52, 470), (20, 450), (-10, 440)),
    # The Tennessee River
    ((240, 730), (290, 800), (300, 980), (420, 1000), (600, 850), (590, 780)),
)  # fmt: skip

#: The Appalachians: the foot of each mountain that is drawn.
PEAKS: tuple[Point, ...] = (
    (590, 842), (620, 846), (578, 700), (594, 738), (572, 772), (586, 806), (582, 640), (590, 600), (876, 436),
    (888, 398), (870, 362), (890, 322), (872, 284), (884, 246), (868, 208), (884, 172), (960, 20), (930, 30), (990, 36),
)  # fmt: skip


def smooth(points: Sequence[Point], closed: bool, steps: int = 6) -> list[Point]:
    """Return a smooth line through all points: a Catmull-Rom curve with `steps` points per section."""
    count = len(points)
    out: list[Point] = []
    for index in range(count if closed else count - 1):
        if closed:
            a, b, c, d = (points[(index + shift) % count] for shift in (-1, 0, 1, 2))
        else:
            a, b, c, d = (points[min(max(index + shift, 0), count - 1)] for shift in (-1, 0, 1, 2))
        for step in range(steps):
            t = step / steps
            out.append((_spline(a[0], b[0], c[0], d[0], t), _spline(a[1], b[1], c[1], d[1], t)))
    if not closed:
        out.append(points[-1])
    return out


def _spline(a: float, b: float, c: float, d: float, t: float) -> float:
    return 0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t * t * t)
