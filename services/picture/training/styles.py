"""Piece sets that nobody drew: sets are mixed, bent, thickened, recoloured and shaded, all twelve pieces alike.

A network that knows a hundred sets by heart fails on the next one; what it needs is to have seen no set twice.
"""

import colorsys

import numpy as np
from PIL import Image, ImageFilter

SIDE = 128
# Kings are told from queens, and bishops from pawns, by how they differ within one set: they stay together.
KIN = [(0, 2), (1,), (3,), (4, 5)]
POOL, FRESH = 32, 0.12


def restyled(d):
    """Twelve images of a new set, RGBA from 0 to 255."""
    art, mixed = blended(d)
    art = bent(d, art) if d.chance(0.75) else art
    art = [stroked(piece, kind) for piece in art] if (kind := d.pick([None, None, "thick", "thin", "eaten"])) else art
    art = np.stack(art).astype(np.float32)
    if mixed or d.chance(0.65):
        art = recoloured(d, art)
    if d.chance(0.35):
        art[..., :3] *= ramp(d)[..., None]
    if d.chance(0.25):
        art = embossed(d, art)
    if d.chance(0.2):
        art = shadowed(d, art)
    return np.clip(art, 0, 255).astype(np.uint8)


def blended(d):
    """A set, or the kinds of piece of several sets together."""
    name = lambda: d.names[int(d.rng.choice(len(d.names), p=d.flat))]
    art, mixed = list(d.art[name()]), d.chance(0.4)
    if mixed:
        for kin in KIN:
            if d.chance(0.5):
                other = d.art[name()]
                for kind in kin:
                    art[kind], art[kind + 6] = other[kind], other[kind + 6]
    return art, mixed


def waves(d, cells, amount):
    small = Image.fromarray(d.rng.uniform(-1, 1, (cells, cells)).astype(np.float32))
    return np.asarray(small.resize((SIDE, SIDE), Image.BICUBIC)) * amount


def bent(d, art):
    """Stretched, leant, waisted and rippled: the same for all, and a little more for each kind of piece."""
    yy, xx = np.mgrid[0:SIDE, 0:SIDE].astype(np.float32) - (SIDE - 1) / 2
    mirrored = d.chance(0.12)
    wide, high, lean = d.between(0.8, 1.25), d.between(0.88, 1.18), d.between(-0.06, 0.06)
    profile = np.asarray(Image.fromarray(d.rng.uniform(0.82, 1.2, (d.whole(3, 6), 1)).astype(np.float32)).resize((1, SIDE), Image.BICUBIC))
    profile = profile if d.chance(0.6) else 1
    ripple, own = d.between(0, 5), d.between(0, 5)
    base = [waves(d, d.whole(3, 6), ripple) for _ in range(2)]
    out = [None] * 12
    for kind in range(6):
        # A knight looks left or right; everything else is the same on both sides.
        even = kind != 1 and d.chance(0.8)
        x = (-xx if mirrored and kind == 1 else xx) * wide * profile + yy * (0 if even else lean)
        dx, dy = (base[axis] + waves(d, d.whole(3, 6), own) for axis in (0, 1))
        if even:
            dx, dy = (dx - dx[:, ::-1]) / 2, (dy + dy[:, ::-1]) / 2
        columns = np.rint(x + dx + (SIDE - 1) / 2).astype(int)
        rows = np.rint(yy * high + dy + (SIDE - 1) / 2 + (high - 1) * 20).astype(int)
        inside = ((columns >= 0) & (columns < SIDE) & (rows >= 0) & (rows < SIDE))[..., None]
        for at in (kind, kind + 6):
            out[at] = art[at][rows.clip(0, SIDE - 1), columns.clip(0, SIDE - 1)] * inside
    return out


def stroked(piece, kind):
    """Its lines made heavier or lighter, or its rim eaten away."""
    image = Image.fromarray(np.asarray(piece, np.uint8))
    alpha, colour = image.getchannel("A"), image.convert("RGB")
    if kind == "eaten":
        alpha = alpha.filter(ImageFilter.MinFilter(5))
    else:
        flat = Image.new("RGB", image.size, (0, 0, 0) if kind == "thick" else (255, 255, 255))
        flat.paste(colour, (0, 0), alpha)
        colour = flat.filter(ImageFilter.MinFilter(3) if kind == "thick" else ImageFilter.MaxFilter(3))
    colour.putalpha(alpha)
    return np.asarray(colour)


def shade(d, low, high, most):
    return np.array(colorsys.hsv_to_rgb(d.rng.random(), d.between(0, most) if d.chance(0.7) else 0, d.between(low, high)), np.float32) * 255


def recoloured(d, art):
    """Bodies and lines in new colours; white pieces stay clearly lighter than black ones."""
    light = art[..., :3] @ np.array([0.299, 0.587, 0.114], np.float32) / 255
    cover = art[..., 3] / 255
    mean = lambda values, part: (values[part] * cover[part]).sum() / max(1, cover[part].sum())
    white, black = slice(0, 6), slice(6, 12)
    for _ in range(12):
        out = art.copy()
        ends = [(shade(d, 0, 0.75, 0.8), shade(d, 0.6, 1, 0.35)), (shade(d, 0, 0.45, 0.8), shade(d, 0.05, 1, 0.6))]
        for part, (dark, bright) in zip((white, black), ends):
            tone = (light[part] ** d.between(0.6, 1.6))[..., None]
            out[part, ..., :3] = dark + (bright - dark) * tone
        luma = out[..., :3] @ np.array([0.299, 0.587, 0.114], np.float32)
        if mean(luma, white) - mean(luma, black) > 45 and mean(luma, white) > 105:
            return out
    return art


def ramp(d):
    line = np.linspace(d.between(0.5, 1.15), d.between(0.5, 1.15), SIDE, dtype=np.float32)
    return np.broadcast_to(line[:, None] if d.chance(0.6) else line[None], (SIDE, SIDE))


def embossed(d, art):
    """Light from one side."""
    out, reach, strength = art.copy(), d.whole(3, 8), d.between(20, 70)
    for piece in out:
        soft = np.asarray(Image.fromarray(piece[..., 3].astype(np.uint8)).filter(ImageFilter.BoxBlur(reach))).astype(np.float32) / 255
        piece[..., :3] += ((np.roll(soft, reach, 0) - soft + np.roll(soft, reach, 1) - soft) * -strength)[..., None]
    return out


def shadowed(d, art):
    """A soft shadow or a glow behind each piece."""
    tone, strength, reach = d.pick([0, 0, 0, 255]), d.between(0.2, 0.8), d.whole(2, 6)
    down, right = d.whole(0, 6), d.whole(-4, 6)
    out = []
    for piece in art:
        alpha = piece[..., 3:] / 255
        soft = Image.fromarray(piece[..., 3].astype(np.uint8)).filter(ImageFilter.MaxFilter(3)).filter(ImageFilter.BoxBlur(reach))
        behind = np.roll(np.asarray(soft).astype(np.float32), (down, right), (0, 1))[..., None] / 255 * strength
        whole = alpha + behind * (1 - alpha)
        colour = (piece[..., :3] * alpha + tone * behind * (1 - alpha)) / np.maximum(whole, 1e-3)
        out.append(np.concatenate([colour, whole * 255], 2))
    return np.stack(out)
