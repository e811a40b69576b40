"""Draws synthetic boards as a camera, a browser or a press would show them.

usage: gen.py SETS.npz FONTS OUT_PREFIX SHARDS BOARDS SEED seen|unseen|own [clean] [played] [styled] [pictures]
Writes OUT_PREFIX.<n>.npz with: boards (256 px, RGB), pieces (64 classes: empty, PNBRQK, pnbrqk), tints (64: 1 where the
last move is shown, 255 where it cannot be told), strips (the four edges in grey, 256 x 40) and sides (what each strip
says: 0 nothing, 1 White at the bottom, 2 Black at the bottom). Clean: as a browser shows it. Played: only positions that a
game can reach. Styled: for training, mostly with sets that nobody drew, without strips. Pictures: OUT_PREFIX is a folder
that gets SHARDS * BOARDS whole pictures and a manifest.json of what they show.
"""

import colorsys
import functools
import io
import json
import math
import pathlib
import re
import sys

import chess
import numpy as np
from PIL import Image, ImageDraw, ImageEnhance, ImageFilter, ImageFont

import styles

COMMON = {"lichess/cburnett": 5, "lichess/merida": 3, "lichess/chessnut": 2, "lichess/kosal": 2, "font/merida": 2, "font/leipzig": 2,
          "scid/Alpha": 2, "font/usual": 2, "font/AlphaDia": 2, "own/plain": 6, "own/print": 6, "lichess/pirouetti": 1.5, "lichess/riohacha": 1.5}
THEMES = [((240, 217, 181), (181, 136, 99)), ((222, 227, 230), (140, 162, 173)), ((255, 255, 221), (134, 166, 102)),
          ((238, 238, 210), (118, 150, 86)), ((235, 236, 208), (115, 149, 82)), ((255, 206, 158), (209, 139, 71)),
          ((255, 255, 255), (160, 160, 160)), ((255, 255, 255), (200, 200, 200)), ((230, 230, 230), (120, 120, 120)),
          ((232, 235, 239), (125, 135, 150)), ((240, 236, 250), (150, 125, 190)), ((234, 233, 210), (75, 115, 153)),
          ((197, 173, 141), (107, 82, 66)), ((255, 255, 240), (170, 210, 230)), ((220, 220, 220), (148, 148, 148)),
          ((204, 183, 174), (112, 102, 119)), ((250, 235, 215), (205, 92, 92)), ((200, 200, 195), (90, 90, 85)), ((222, 232, 239), (115, 148, 178))]
TINTS = [(155, 199, 0), (255, 255, 51), (205, 210, 106), (246, 246, 105), (217, 194, 28), (169, 201, 58), (120, 200, 255), (100, 170, 230), (20, 85, 30)]
PAGES = [(255, 255, 255), (38, 36, 33), (49, 51, 56), (22, 21, 18), (0, 0, 0), (240, 240, 240), (48, 46, 43)]

LETTERS = ["dejavu-core", "liberation", "roboto-unhinted", "open-sans"]


class Draw:
    """The random choices and the art they draw from."""

    def __init__(self, sets, fonts, group, seed, wishes):
        self.clean, self.played = "clean" in wishes, "played" in wishes
        self.styled, self.pool = "styled" in wishes, []
        self.pictures = "pictures" in wishes
        loaded = np.load(sets)
        names = [key.replace("__", "/") for key in loaded]
        chosen = {"own": lambda n: n.startswith("own/"), "unseen": lambda n: n.startswith("unseen/"), "seen": lambda n: not n.startswith("unseen/")}[group]
        self.names = [name for name in names if chosen(name)]
        self.art = {name: loaded[name.replace("/", "__")] for name in self.names}
        self.weights = np.array([COMMON.get(name, 1) for name in self.names], float)
        self.weights /= self.weights.sum()
        self.flat = np.full(len(self.names), 1 / len(self.names))
        found = (path for family in LETTERS for path in pathlib.Path(fonts).glob(f"fonts-{family}/**/*.ttf"))
        self.fonts = sorted(str(path) for path in found if "Oblique" not in path.name and "Italic" not in path.name)
        self.rng = np.random.default_rng(seed)

    def chance(self, p):
        return self.rng.random() < p

    def between(self, low, high):
        return float(self.rng.uniform(low, high))

    def whole(self, low, high):
        return int(self.rng.integers(low, high + 1))

    def pick(self, items):
        return items[int(self.rng.integers(len(items)))]

    def colour(self, low=0, high=255):
        return tuple(int(v) for v in self.rng.integers(low, high + 1, 3))

    @functools.lru_cache(400)
    def font(self, index, size):
        return ImageFont.truetype(self.fonts[index], size)

    def any_font(self, size):
        return self.font(self.whole(0, len(self.fonts) - 1), max(6, int(size)))

    @functools.lru_cache(1200)
    def sprites(self, name, side):
        return self.sized(self.art[name], side)

    def new_sprites(self, side):
        """The sprites of a set that nobody drew; each serves some boards."""
        if len(self.pool) < styles.POOL or self.chance(styles.FRESH):
            at = len(self.pool) if len(self.pool) < styles.POOL else self.whole(0, styles.POOL - 1)
            self.pool[at : at + 1] = [styles.restyled(self)]
            return self.sized(self.pool[at], side)
        return self.sized(self.pick(self.pool), side)

    @staticmethod
    def sized(pieces, side):
        return [np.asarray(Image.fromarray(art).resize((side, side), Image.LANCZOS)).astype(np.float32) for art in pieces]


def hsv(h, s, v):
    return tuple(int(c * 255) for c in colorsys.hsv_to_rgb(h % 1, s, v))


def luma(c):
    return 0.299 * c[0] + 0.587 * c[1] + 0.114 * c[2]


def smooth_noise(d, side, cells):
    small = (d.rng.random((cells, d.whole(max(2, cells // 3), cells))) * 255).astype(np.uint8)
    return np.asarray(Image.fromarray(small).resize((side, side), Image.BICUBIC)).astype(np.float32) - 128


def wood(d, side, colour):
    """Streaks along one axis in shades of a colour: wood; blobs: marble."""
    cells = d.whole(20, 80)
    grain = d.rng.random((d.whole(2, 6), cells)) if d.chance(0.7) else d.rng.random((cells // 4, cells // 4))
    if d.chance(0.3):
        grain = grain.T
    streaks = np.asarray(Image.fromarray((grain * 255).astype(np.uint8)).resize((side, side), Image.BICUBIC)).astype(np.float32) - 128
    return np.array(colour, np.float32) + streaks[..., None] * d.between(0.08, 0.35)


def book_ground(d, s, dark):
    """White paper; dark squares hatched, dotted or grey."""
    n = 8 * s
    paper = np.array(d.pick([(255, 255, 255), (250, 248, 240), (245, 238, 220), (235, 235, 235), d.colour(200, 255)]), np.float32)
    ground = np.broadcast_to(paper, (n, n, 3)).copy()
    ink, mode = d.whole(0, 110), d.rng.random()
    yy, xx = np.mgrid[0:n, 0:n]
    if mode < 0.6:
        period = s / d.between(4, 16)
        angle = d.pick([math.pi / 4, -math.pi / 4, math.pi / 4, -math.pi / 4, 0, math.pi / 2, d.between(0, 3.1)])
        duty = d.between(0.2, 0.65)
        phase = ((xx * math.cos(angle) + yy * math.sin(angle)) / period) % 1.0
        hatch = np.clip((duty - np.abs(phase - 0.5) * 2) * period / 2 + 0.5, 0, 1)
    elif mode < 0.75:
        hatch = np.full((n, n), d.between(0.1, 0.6))
    elif mode < 0.88:
        period = s / d.between(5, 12)
        hatch = ((np.cos(2 * math.pi * xx / period) + np.cos(2 * math.pi * yy / period)) > d.between(-0.3, 1.2)).astype(float)
    else:
        hatch = (d.rng.random((n, n)) < d.between(0.15, 0.5)).astype(float)
    hatch = (hatch * dark)[..., None]
    ground = ground * (1 - hatch) + ink * hatch
    if d.chance(0.35):
        grey, width = d.whole(0, 120), max(1, s // 40)
        for i in range(1, 8):
            ground[i * s - width // 2 : i * s - width // 2 + width] = grey
            ground[:, i * s - width // 2 : i * s - width // 2 + width] = grey
    return ground


def ground_of(d, s, print_share=0.27):
    """The empty board, and whether it is print."""
    n = 8 * s
    dark = (np.add.outer(np.arange(n) // s, np.arange(n) // s) % 2).astype(bool)
    if d.chance(print_share):
        return book_ground(d, s, dark), True
    if d.chance(0.5):
        light, shade = (tuple(max(0, min(255, c + d.whole(-12, 12))) for c in colour) for colour in d.pick(THEMES))
    else:
        while True:
            h = d.rng.random()
            light = hsv(h + d.between(-0.1, 0.1), d.between(0, 0.4), d.between(0.55, 1))
            shade = hsv(h, d.between(0, 0.8), d.between(0.15, 0.85))
            if luma(light) - luma(shade) > 22:
                break
    ground = np.zeros((n, n, 3), np.float32)
    if d.chance(0.25):
        ground[:] = np.where(dark[..., None], wood(d, n, shade), wood(d, n, light))
    else:
        ground[~dark], ground[dark] = light, shade
        if d.chance(0.15):
            ground += smooth_noise(d, n, d.whole(4, n // 2))[..., None] * d.between(0.05, 0.25)
    if d.chance(0.12):
        slope = np.linspace(-1, 1, n) * d.between(5, 35)
        ground += slope[:, None, None] if d.chance(0.5) else slope[None, :, None]
    if d.chance(0.06):
        line = np.array(d.colour(), np.float32)
        for i in range(1, 8):
            ground[i * s - 1 : i * s] = line
            ground[:, i * s - 1 : i * s] = line
    return np.clip(ground, 0, 255), False


def position(d):
    """64 classes from the top left as seen, the two squares of the last move or None, and whether Black is at the bottom, if that matters."""
    kind, classes = d.rng.random(), np.zeros(64, np.uint8)
    if kind < 0.45 or d.played:
        board = chess.Board()
        for _ in range(d.whole(0, 100)):
            moves = list(board.legal_moves)
            if not moves:
                break
            captures = [m for m in moves if board.is_capture(m)]
            board.push(d.pick(captures) if captures and d.chance(0.35) else d.pick(moves))
        for square, piece in board.piece_map().items():
            classes[(7 - square // 8) * 8 + square % 8] = piece.piece_type + (0 if piece.color else 6)
        last = None
        if board.move_stack:
            move = board.peek()
            last = [(7 - q // 8) * 8 + q % 8 for q in (move.from_square, move.to_square)]
        turned = d.chance(0.4)
        if turned:
            classes = classes[::-1].copy()
            last = last and [63 - q for q in last]
        return classes, last, turned
    density = d.pick([d.between(0.03, 0.3), d.between(0.3, 0.85), d.between(0.6, 0.98)])
    filled = d.rng.random(64) < density
    few = d.rng.integers(1, 13, d.whole(1, 3)) if kind < 0.6 else np.arange(1, 13)
    classes[filled] = d.rng.choice(few, filled.sum())
    empty, full = np.flatnonzero(classes == 0), np.flatnonzero(classes)
    last = [int(d.pick(empty)), int(d.pick(full))] if len(empty) and len(full) else None
    return classes, last, None


def coloured(d, name, side, printed):
    """The sprites of a set, at times recoloured or outlined."""
    sprites = d.new_sprites(side) if d.styled and d.chance(0.7) else d.sprites(name, side)
    recolour, outline = d.chance(0.35) and not printed and not d.clean, d.chance(0.5 if printed else 0.12)
    tone = 255 if printed else d.pick([0, 0, 255, 60])
    light, dim = d.between(0.72, 1), d.between(0.5, 1)
    warm = np.array(hsv(d.rng.random(), d.between(0, 0.35), 1), np.float32) / 255
    deep = np.array(hsv(d.rng.random(), d.between(0, 0.8), d.between(0.1, 0.45)), np.float32)
    lift = d.between(0, 70) if d.chance(0.25) else 0
    out = []
    for i, sprite in enumerate(sprites):
        colour, alpha = sprite[..., :3], sprite[..., 3:] / 255
        if recolour:
            colour = colour * warm * light if i < 6 else np.clip(colour * dim + deep * (1 - colour / 255), 0, 255)
        if lift:
            colour = colour * (1 - lift / 255) + lift
        if outline and side >= 22:
            mask = Image.fromarray((alpha[..., 0] * 255).astype(np.uint8)).filter(ImageFilter.MaxFilter(5 if side >= 44 else 3))
            colour = colour * alpha + tone * (1 - alpha)
            alpha = np.asarray(mask).astype(np.float32)[..., None] / 255
        out.append((colour, alpha))
    return out


def as_they_are(d, name, side):
    """The sprites of a set as they are."""
    return [(sprite[..., :3], sprite[..., 3:] / 255) for sprite in d.sprites(name, side)]


def tint(d, ground, s, classes, last, printed):
    """Shows the last move, or other squares; returns the labels."""
    labels = np.zeros(64, np.uint8)

    def paint(q, colour, alpha):
        y, x = q // 8 * s, q % 8 * s
        ground[y : y + s, x : x + s] = ground[y : y + s, x : x + s] * (1 - alpha) + np.array(colour, np.float32) * alpha

    def frame(q, colour, width):
        y, x = q // 8 * s, q % 8 * s
        inside = ground[y + width : y + s - width, x + width : x + s - width].copy()
        ground[y : y + s, x : x + s] = colour
        ground[y + width : y + s - width, x + width : x + s - width] = inside

    if last and d.chance(0.45):
        colour, alpha = d.pick(TINTS), d.between(0.35, 0.9)
        framed, width = d.chance(0.35 if printed else 0.12), max(1, int(s * d.between(0.04, 0.12)))
        colour = d.pick([colour, (80, 80, 80), (0, 87, 255), (0, 0, 0)]) if framed else colour
        for q in last:
            frame(q, colour, width) if framed else paint(q, colour, alpha)
            labels[q] = 1
    elif d.chance(0.2):
        colour, alpha = d.colour(), d.between(0.25, 0.9)
        for _ in range(d.whole(1, 4)):
            q = d.whole(0, 63)
            paint(q, colour, alpha)
            labels[q] = 255
    if d.chance(0.12):
        for _ in range(d.whole(1, 3)):
            q = d.whole(0, 63)
            if labels[q] == 0:
                paint(q, d.pick([(235, 97, 80), (200, 40, 40), (255, 120, 60)]), d.between(0.4, 0.85))
    if d.chance(0.2 if printed else 0.08):
        width = max(1, int(s * d.between(0.04, 0.2)))
        for _ in range(d.whole(1, 3)):
            q = d.whole(0, 63)
            if labels[q] == 0:
                frame(q, d.pick([(0, 0, 0), (255, 0, 0), (0, 0, 0), d.colour()]), width)
    if d.chance(0.12):
        q = d.whole(0, 63)
        yy, xx = np.mgrid[0:s, 0:s]
        glow = np.clip(1.6 - 3.2 * np.hypot(yy - s / 2, xx - s / 2) / s, 0, 1)[..., None]
        y, x = q // 8 * s, q % 8 * s
        ground[y : y + s, x : x + s] = ground[y : y + s, x : x + s] * (1 - glow) + np.array([235, 0, 0], np.float32) * glow
    return labels


def inside_coordinates(d, ground, s, flipped, sides):
    image = Image.fromarray(ground.astype(np.uint8))
    draw, font = ImageDraw.Draw(image), d.any_font(s * d.between(0.17, 0.3))
    light, dark, odd = ground[1, 1], ground[1, s + 1], d.colour()
    plain, right, low = d.chance(0.1), d.chance(0.35), d.chance(0.5)
    for i in range(8):
        on_dark = tuple(int(v) for v in light) if not plain else odd
        on_light = tuple(int(v) for v in dark) if not plain else odd
        file, rank = "abcdefgh"[7 - i if flipped else i], str(i + 1 if flipped else 8 - i)
        draw.text(((i + (0.05 if low else 0.95)) * s, 7.97 * s), file, font=font, fill=on_dark if i % 2 == 0 else on_light, anchor="ls" if low else "rs")
        column = 7 if right else 0
        draw.text(((7.96 if right else 0.04) * s, (i + 0.04) * s), rank, font=font, fill=on_light if (i + column) % 2 == 0 else on_dark, anchor="rt" if right else "lt")
    sides[1 if right else 0] = sides[3] = 2 if flipped else 1
    return np.asarray(image).astype(np.float32)


def outside_coordinates(d, canvas, s, flipped, sides):
    image = Image.fromarray(canvas.astype(np.uint8))
    draw, font = ImageDraw.Draw(image), d.any_font(s * d.between(0.22, 0.5))
    page = luma(canvas[s // 2, s // 2])
    colour = d.colour() if d.chance(0.2) else tuple([d.whole(0, 60)] * 3) if page > 128 else tuple([d.whole(180, 255)] * 3)
    gap, both, upper = d.between(0.25, 0.5), d.chance(0.2), d.chance(0.1)
    says = 2 if flipped else 1
    for i in range(8):
        file, rank = "abcdefgh"[7 - i if flipped else i], str(i + 1 if flipped else 8 - i)
        file = file.upper() if upper else file
        middle = s + (i + 0.5) * s
        draw.text((middle, s + 8 * s + gap * s), file, font=font, fill=colour, anchor="mm")
        draw.text((s - gap * s, middle), rank, font=font, fill=colour, anchor="mm")
        if both:
            draw.text((middle, s - gap * s), file, font=font, fill=colour, anchor="mm")
            draw.text((9 * s + gap * s, middle), rank, font=font, fill=colour, anchor="mm")
    sides[0] = sides[3] = says
    if both:
        sides[1] = sides[2] = says
    return np.asarray(image).astype(np.float32)


def page(d, s):
    n = 10 * s
    if d.chance(0.4):
        canvas = np.broadcast_to(np.array(d.pick(PAGES), np.float32), (n, n, 3)).copy()
    elif d.chance(0.5):
        canvas = np.broadcast_to(np.array(d.colour(), np.float32), (n, n, 3)).copy()
    else:
        blobs = d.rng.integers(0, 255, (d.whole(2, 20), d.whole(2, 20), 3), dtype=np.uint8)
        canvas = np.asarray(Image.fromarray(blobs).resize((n, n), Image.BILINEAR)).astype(np.float32)
    if d.chance(0.4):
        width, colour = d.whole(1, max(1, s // 6)), d.colour() if d.chance(0.5) else (0, 0, 0)
        gap = d.pick([0, 0, d.whole(0, s // 4)])
        out = gap + width
        canvas[s - out : 9 * s + out, s - out : 9 * s + out] = colour
        if gap:
            canvas[s - gap : 9 * s + gap, s - gap : 9 * s + gap] = d.colour()
    return canvas


def arrow(d, draw, x1, y1, x2, y2, width, colour):
    length = math.hypot(x2 - x1, y2 - y1)
    if length < 1:
        return
    ux, uy = (x2 - x1) / length, (y2 - y1) / length
    if d.chance(0.5):
        tail = min(0.3 * length, 2.5 * width)
        x1, y1 = x1 + ux * tail, y1 + uy * tail
    px, py, head, wing = -uy, ux, width * d.between(2, 3.2), width * d.between(1.2, 2)
    hx, hy = x2 - ux * head, y2 - uy * head
    half = width / 2
    draw.polygon([(x1 + px * half, y1 + py * half), (hx + px * half, hy + py * half), (hx + px * wing, hy + py * wing), (x2, y2),
                  (hx - px * wing, hy - py * wing), (hx - px * half, hy - py * half), (x1 - px * half, y1 - py * half)], fill=colour)


def marks(d, image, s, classes):
    """What sites and people lay over the board: arrows, rings, dots, badges, marks of ownership, a pointer."""
    over = Image.new("RGBA", image.size)
    draw = ImageDraw.Draw(over)
    centre = lambda q: (s + (q % 8 + 0.5) * s, s + (q // 8 + 0.5) * s)
    if d.chance(0.3):
        for _ in range(d.whole(1, 5)):
            colour = d.pick([(21, 120, 27), (136, 32, 32), (0, 48, 136), (230, 143, 0), (255, 170, 0), (240, 138, 0), (48, 48, 48), (100, 180, 230), d.colour()])
            alpha = d.whole(110, 235) if d.chance(0.8) else 255
            full = np.flatnonzero(classes)
            target = int(d.pick(full)) if len(full) and d.chance(0.6) else d.whole(0, 63)
            arrow(d, draw, *centre(d.whole(0, 63)), *centre(target), s * d.between(0.08, 0.24), colour + (alpha,))
    if d.chance(0.15):
        for _ in range(d.whole(1, 3)):
            x, y = centre(d.whole(0, 63))
            width, r = max(1, int(s * d.between(0.03, 0.08))), s * d.between(0.42, 0.49)
            draw.ellipse((x - r, y - r, x + r, y + r), outline=d.pick([d.colour(), (0, 0, 0)]) + (d.whole(130, 255),), width=width)
    if d.chance(0.08):
        colour, reach = d.pick([(0, 0, 0), (20, 85, 30), (0, 87, 255), d.colour()]) + (d.whole(100, 255),), s * d.between(0.15, 0.3)
        for _ in range(d.whole(1, 4)):
            x, y = centre(d.whole(0, 63))
            for sx in (-1, 1):
                for sy in (-1, 1):
                    cx, cy = x + sx * s / 2, y + sy * s / 2
                    draw.polygon([(cx, cy), (cx - sx * reach, cy), (cx, cy - sy * reach)], fill=colour)
    if d.chance(0.2):
        colour = d.pick([(20, 85, 30, 128), (0, 0, 0, 40), (0, 0, 0, 90), (31, 81, 48, 160), (0, 87, 255, 255)])
        for _ in range(d.whole(1, 12)):
            q = d.whole(0, 63)
            if classes[q] == 0:
                x, y = centre(q)
                r = s * d.between(0.1, 0.2)
                draw.ellipse((x - r, y - r, x + r, y + r), fill=colour)
    if d.chance(0.15):
        for _ in range(d.whole(1, 2)):
            q = d.whole(0, 63)
            x, y = s + (q % 8 + d.pick([0.95, 0.05, 0.9])) * s, s + (q // 8 + d.pick([0.05, 0.1])) * s
            r = s * d.between(0.14, 0.26)
            draw.ellipse((x - r, y - r, x + r, y + r), fill=d.colour() + (255,), outline=d.pick([None, (255, 255, 255, 255)]))
            draw.text((x, y), d.pick(["!!", "!", "?", "??", "x", "#", "1"]), font=d.any_font(r * 1.4), fill=(255, 255, 255, 255), anchor="mm")
    if d.chance(0.1):
        text = d.pick(["chess", "www.example.org", "puzzle", "Mate in 2", "White to move", "@board", "2026", "diagram"])
        shade = d.pick([(255, 255, 255), (0, 0, 0), d.colour()]) + (d.whole(40, 170),)
        draw.text((s * d.between(1, 8), s * d.between(1, 9)), text, font=d.any_font(s * d.between(0.25, 0.8)), fill=shade)
    if d.chance(0.06):
        x, y, r = s * d.between(1, 9), s * d.between(1, 9), s * d.between(0.2, 0.45)
        draw.polygon([(x, y), (x, y + r * 1.5), (x + r * 0.4, y + r * 1.1), (x + r, y + r * 1.05)], fill=(255, 255, 255, 255), outline=(0, 0, 0, 255))
    if d.chance(0.05):
        x, y, r = s * d.between(1, 9), s * d.between(1, 9), s * d.between(0.15, 0.35)
        draw.ellipse((x - r, y - r, x + r, y + r), fill=d.colour() + (d.whole(120, 255),))
    image.paste(over, (0, 0), over)


def jpeg(image, quality):
    stored = io.BytesIO()
    image.save(stored, "JPEG", quality=quality)
    return Image.open(stored).convert("RGB")


def press(d, image):
    """Ink on paper, scanned: spread, cut at a threshold, speckled."""
    grey = np.asarray(image.convert("L").filter(ImageFilter.GaussianBlur(d.between(0.2, 1.0)))).astype(np.float32)
    grey += d.rng.normal(0, d.between(2, 22), grey.shape)
    steep = d.between(1.5, 12)
    grey = 255 / (1 + np.exp(-(grey - d.between(100, 185)) / 255 * 4 * steep))
    paper, ink = d.between(200, 255), d.between(0, 70)
    grey = ink + (paper - ink) * grey / 255
    warm = np.array([1, d.between(0.94, 1), d.between(0.82, 1)]) if d.chance(0.5) else np.ones(3)
    return Image.fromarray(np.clip(grey[..., None] * warm, 0, 255).astype(np.uint8))


def camera(d, image):
    """A photographed screen or page: moire, uneven light, a colour cast, soft focus."""
    n = image.width
    a = np.asarray(image).astype(np.float32)
    yy, xx = np.mgrid[0:n, 0:n].astype(np.float32)
    if d.chance(0.5):
        period, angle = d.between(2.2, 9), d.between(0, math.pi)
        wave = np.cos(2 * math.pi * (xx * math.cos(angle) + yy * math.sin(angle)) / period + d.between(-2, 2) * np.sin(yy / n * d.between(2, 9)))
        a *= 1 + wave[..., None] * d.between(0.02, 0.12) * np.array([1, d.between(0.4, 1.3), d.between(0.4, 1.3)])
    light = 1 + smooth_noise(d, n, d.whole(2, 4)) / 128 * d.between(0.05, 0.35)
    a *= light[..., None] * np.array([d.between(0.8, 1.1), d.between(0.88, 1.08), d.between(0.8, 1.15)])
    if d.chance(0.3):
        a = a * d.between(0.6, 0.95) + d.between(0, 90)
    if d.chance(0.25):
        x, y, r = d.between(0, n), d.between(0, n), d.between(0.08, 0.3) * n
        a += (np.clip(1 - np.hypot(xx - x, yy - y) / r, 0, 1) * d.between(30, 150))[..., None]
    image = Image.fromarray(np.clip(a, 0, 255).astype(np.uint8))
    return image.filter(ImageFilter.GaussianBlur(d.between(0.3, 1.4))) if d.chance(0.7) else image


def bend(d, image, s):
    """A page is not flat, and no lens is true."""
    n, amount = image.width, s * d.between(0.02, 0.09)
    yy, xx = np.mgrid[0:n, 0:n].astype(np.float32)
    dx = smooth_noise(d, n, d.whole(2, 4)) / 128 * amount
    dy = smooth_noise(d, n, d.whole(2, 4)) / 128 * amount
    a = np.asarray(image)
    return Image.fromarray(a[np.clip(np.rint(yy + dy), 0, n - 1).astype(int), np.clip(np.rint(xx + dx), 0, n - 1).astype(int)])


# Light, dark, last move, mark, arrow, page; of the print themes also the colours of the frames.
HOUSE = {
    "plain": [((240, 217, 181), (181, 136, 99), (217, 194, 28), (20, 128, 60), (240, 138, 0), (42, 33, 27)),
              ((238, 238, 210), (118, 150, 86), (217, 194, 28), (21, 96, 189), (240, 138, 0), (31, 39, 27)),
              ((222, 232, 239), (115, 148, 178), (169, 201, 58), (20, 128, 60), (240, 138, 0), (26, 34, 43)),
              ((222, 222, 222), (148, 148, 148), (217, 194, 28), (20, 128, 60), (240, 138, 0), (34, 34, 34))],
    "print": [((255, 255, 255), None, (80, 80, 80), (0, 0, 0), (48, 48, 48), (255, 255, 255)),
              ((255, 255, 255), (138, 138, 138), (0, 87, 255), (208, 0, 208), (255, 106, 0), (0, 0, 0))],
}


def house_board(d, s, style, classes, last):
    """A board as the drawing room makes it, before its pieces; what is laid over it comes as a function."""
    n = 8 * s
    light, dark, shown, mark, pointer, page_colour = d.pick(HOUSE[style])
    ground = np.broadcast_to(np.array(light, np.float32), (n, n, 3)).copy()
    squares = (np.add.outer(np.arange(n) // s, np.arange(n) // s) % 2).astype(bool)
    if dark is None:
        yy, xx = np.mgrid[0:n, 0:n]
        period = s / 9
        along = (xx % s + yy % s + 1) / period
        cover = np.clip(max(period * 0.17, 0.45) + 0.5 - np.abs(along - np.rint(along)) * period / math.sqrt(2), 0, 1)
        cover = (cover * squares)[..., None]
        ground = ground * (1 - cover) + 76 * cover
    else:
        ground[squares] = dark
    labels = np.zeros(64, np.uint8)

    def show(q, colour, opacity, width):
        y, x = q // 8 * s, q % 8 * s
        cell = ground[y : y + s, x : x + s]
        inside = cell[width : s - width, width : s - width].copy()
        cell[:] = cell * (1 - opacity) + np.array(colour, np.float32) * opacity
        if style == "print":
            cell[:] = colour
            cell[width : s - width, width : s - width] = inside

    if last and d.chance(0.5):
        for q in last:
            show(q, shown, 0.51, s // 14 + 1)
            labels[q] = 1
    for q in d.rng.integers(0, 64, d.whole(0, 3)):
        if labels[q] == 0:
            show(q, (0, 0, 0) if dark is None else (255, 0, 0) if style == "print" else (229, 52, 31), 0.745, s // 8 + 1)

    def over(image):
        top = Image.new("RGBA", image.size)
        draw = ImageDraw.Draw(top)
        centre = lambda q: (s + (q % 8 + 0.5) * s, s + (q // 8 + 0.5) * s)
        for q in d.rng.integers(0, 64, d.whole(0, 4)):
            (x, y), r = centre(q), s * 0.48
            draw.ellipse((x - r, y - r, x + r, y + r), outline=mark + (235,), width=max(2, round(s * 0.07)))
        for _ in range(d.whole(0, 4)):
            (x1, y1), (x2, y2) = centre(d.whole(0, 63)), centre(d.whole(0, 63))
            length = math.hypot(x2 - x1, y2 - y1)
            if length < 1:
                continue
            ux, uy = (x2 - x1) / length, (y2 - y1) / length
            at = lambda along, aside: (x1 + ux * along - uy * aside, y1 + uy * along + ux * aside)
            tail, neck = min(s * 0.28, length * 0.3), length + s * 0.08 - s * 0.42
            outline = [(tail, 0.085), (neck, 0.085), (neck, 0.24), (length + s * 0.08, 0), (neck, -0.24), (neck, -0.085), (tail, -0.085)]
            draw.polygon([at(along, aside * s) for along, aside in outline], fill=pointer + (215,))
        image.paste(top, (0, 0), top)

    return ground, labels, page_colour, over


def worn(d, image, s, printed):
    """What happens to a picture before somebody sends it."""
    if printed and d.chance(0.5):
        image = press(d, image)
    if d.chance(0.2):
        image = bend(d, image, s)
    if d.chance(0.3):
        f = d.between(max(0.45, min(0.85, 13 / s)), 0.9)
        small = image.resize([int(length * f) for length in image.size], d.pick([Image.BILINEAR, Image.BICUBIC, Image.NEAREST, Image.BOX]))
        image = small.resize(image.size, Image.BILINEAR)
    return camera(d, image) if d.chance(0.25) else image


def sample(d):
    d.clean = d.clean if not d.styled else d.chance(0.6)
    name = d.names[int(d.rng.choice(len(d.names), p=d.weights))]
    # What is shrunk in the end need not be drawn large.
    s = d.whole(20, 44) if d.styled else d.whole(24, 60) if d.clean else d.pick([d.whole(18, 32), d.whole(32, 60), d.whole(32, 60)])
    n = 8 * s
    fond_of_print = name.startswith(("font/", "own/print"))
    classes, last, turned = position(d)
    sides, coordinates, flipped = np.zeros(4, np.uint8), d.rng.random(), d.chance(0.5)
    house = name.startswith("own/") and d.chance(0.7)
    if house:
        ground, tints, page_colour, over = house_board(d, s, name[4:], classes, last)
        printed, coordinates = False, d.between(0.5, 1)
    else:
        ground, printed = ground_of(d, s, 0.5 if fond_of_print else 0.15)
        tints = tint(d, ground, s, classes, last, printed)
    inside, outside = coordinates < 0.4 and not printed, coordinates > (0.6 if printed else 0.7)
    if d.pictures:
        # Here somebody asks which way round it is, so where Black is at the bottom letters on the page tell.
        inside, outside = inside and not turned, outside or bool(turned)
        flipped = turned if turned is not None else flipped and outside
    if inside:
        ground = inside_coordinates(d, ground, s, flipped, sides)
    canvas = np.broadcast_to(np.array(page_colour, np.float32), (10 * s, 10 * s, 3)).copy() if house else page(d, s)
    canvas[s : s + n, s : s + n] = ground
    if outside:
        canvas = outside_coordinates(d, canvas, s, flipped, sides)
    side = s if house else max(12, round(s * d.between(0.72, 1.04)))
    sprites = as_they_are(d, name, side) if house else coloured(d, name, side, printed)
    jx, jy, each = (0, 0, 0) if house else (d.between(-0.03, 0.03) * s, d.between(-0.04, 0.04) * s, d.pick([0, 0, 0.02]) * s)
    for q in np.flatnonzero(classes):
        colour, alpha = sprites[classes[q] - 1]
        y = round(s + q // 8 * s + (s - side) / 2 + jy + d.between(-each, each))
        x = round(s + q % 8 * s + (s - side) / 2 + jx + d.between(-each, each))
        canvas[y : y + side, x : x + side] = canvas[y : y + side, x : x + side] * (1 - alpha) + colour * alpha
    image = Image.fromarray(np.clip(canvas, 0, 255).astype(np.uint8))
    over(image) if house else marks(d, image, s, classes)
    if not d.clean and not (house and d.chance(0.6)):
        image = worn(d, image, s, printed)
    if d.pictures:
        return develop(d, image), classes, name, flipped
    e = s * (0.015 if d.clean else d.pick([0.02, 0.05, 0.08]))
    j = lambda scale=1.0: d.between(-e, e) * scale
    sx, sy = j(), j()
    corners = [(x + sx + j(0.4), y + sy + j(0.4)) for x, y in ((s, s), (s, s + n), (s + n, s + n), (s + n, s))]
    if s > 36:
        f = 36 / s
        image = image.resize([int(length * f) for length in image.size], d.pick([Image.BOX, Image.BILINEAR, Image.LANCZOS]))
        corners = [(x * f, y * f) for x, y in corners]
    sampling = d.pick([Image.BILINEAR, Image.BICUBIC])
    strips = np.stack([edge(image, corners, which, sampling) for which in range(4)]) if not d.styled else np.zeros(0)
    image = image.transform((256, 256), Image.QUAD, sum(corners, ()), sampling)
    return develop(d, image), classes, tints, strips, sides


def edge(image, corners, which, sampling):
    """A strip along one edge, three quarters of a square outside and half a square inside; files lie on their side."""
    tl, bl, br, tr = (np.array(corner) for corner in corners)
    at = lambda u, v: tuple(tl * (1 - u) * (1 - v) + tr * u * (1 - v) + bl * (1 - u) * v + br * u * v)
    low, high = -0.75 / 8, 0.5 / 8
    if which < 2:
        u0, u1 = (low, high) if which == 0 else (1 - high, 1 - low)
        quad = at(u0, 0) + at(u0, 1) + at(u1, 1) + at(u1, 0)
    else:
        v0, v1 = (low, high) if which == 2 else (1 - high, 1 - low)
        quad = at(0, v0) + at(1, v0) + at(1, v1) + at(0, v1)
    return np.asarray(image.transform((40, 256), Image.QUAD, quad, sampling).convert("L"))


def develop(d, image):
    if d.clean:
        return np.asarray(jpeg(image, d.whole(70, 92)) if d.chance(0.5) else image)
    if d.chance(0.22):
        image = image.filter(ImageFilter.GaussianBlur(d.between(0.3, 1.1)))
    if d.chance(0.05):
        image = image.filter(ImageFilter.UnsharpMask(2, d.whole(50, 250)))
    if d.chance(0.22):
        image = image.convert("L").convert("RGB")
    for kind, low, high, share in ((ImageEnhance.Contrast, 0.55, 1.35, 0.35), (ImageEnhance.Brightness, 0.6, 1.25, 0.35), (ImageEnhance.Color, 0.2, 1.8, 0.3)):
        if d.chance(share):
            image = kind(image).enhance(d.between(low, high))
    if d.chance(0.45):
        image = jpeg(image, d.whole(22, 92))
    a = np.asarray(image)
    if d.chance(0.2):
        noise = d.rng.normal(0, d.between(2, 14), (*a.shape[:2], 1 if d.chance(0.5) else 3))
        a = np.clip(a + noise, 0, 255).astype(np.uint8)
    return a


def placement(classes, flipped):
    """The first field of a FEN, as White sees it."""
    letters = [".PNBRQKpnbrqk"[c] for c in (classes[::-1] if flipped else classes)]
    rows = ["".join(letters[row : row + 8]) for row in range(0, 64, 8)]
    return re.sub(r"\.+", lambda gap: str(len(gap.group())), "/".join(rows))


def write_pictures(d, folder, count):
    """A folder of pictures and the list of what they show, by set."""
    folder.mkdir(parents=True, exist_ok=True)
    listed = []
    for at in range(count):
        picture, classes, name, flipped = sample(d)
        file = f"{at:05}.png"
        Image.fromarray(picture).save(folder / file)
        listed.append({"file": file, "fen": placement(classes, flipped), "kind": name.split("/")[1]})
    (folder / "manifest.json").write_text(json.dumps(listed, indent=0))


def main():
    sets, fonts, prefix, shards, boards, seed, group = sys.argv[1:8]
    if "pictures" in sys.argv[8:]:
        return write_pictures(Draw(sets, fonts, group, int(seed), sys.argv[8:]), pathlib.Path(prefix), int(shards) * int(boards))
    for shard in range(int(shards)):
        d = Draw(sets, fonts, group, int(seed) * 1000 + shard, sys.argv[8:]) if shard == 0 else d
        d.rng = np.random.default_rng(int(seed) * 1000 + shard)
        columns = list(zip(*(sample(d) for _ in range(int(boards)))))
        keys = ("boards", "pieces", "tints", "strips", "sides")
        target = pathlib.Path(f"{prefix}.{shard}.npz")
        part = target.with_suffix(".part.npz")
        np.savez(part, **{key: np.stack(column) for key, column in zip(keys, columns)})
        part.rename(target)


if __name__ == "__main__":
    main()
