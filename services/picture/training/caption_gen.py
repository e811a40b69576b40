"""Draws lines of text as they stand beside boards.

usage: caption_gen.py PACKAGES OUT SHARDS LINES SEED
PACKAGES is the folder that fetch_fonts.sh filled. Writes OUT.0.npz and so on: `pixels` are all lines on their sides one after the other,
`ends` is where each ends, `texts` what it says.
"""

import io
import pathlib
import random
import sys

import numpy as np
from PIL import Image, ImageDraw, ImageFilter, ImageFont

from caption_model import HIGH
from caption_text import folded, texts

INK = 18  # of the 24 px are the letters from the highest to the lowest
STRETCH = 1.25
MOST = 900  # px along a line
# Signs of our own that no text font needs to have.
DRAWN = "●○■□▲★♔♚►•"


def fonts(folder):
    """Text faces, regular, bold and italic. Those for other scripts and for signs are left out."""
    skipped = ["mono", "symbol", "math", "emoji", "dingbat", "d050000l", "noto", "initial", "chancery", "z003", "cmtex", "cmuex", "biolinum_k", "outline", "shadow", "linlibertine_i", "linlibertine_dr"]
    wanted = ["NotoSans-Regular", "NotoSans-Bold", "NotoSans-Italic", "NotoSerif-Regular", "NotoSerif-Bold", "NotoSerif-Italic"]
    out = []
    for path in sorted(pathlib.Path(folder).rglob("*")):
        name = path.name.lower()
        if path.suffix in (".ttf", ".otf") and (path.stem in wanted or not any(word in name for word in skipped)):
            out.append(path)
    good = []
    for path in out:
        try:
            face = ImageFont.truetype(str(path), 20)
            # A face without small letters or accents is of no use here.
            if face.getbbox("white")[2] > 20 and face.getmask("n").getbbox() and face.getmask("ñ").getbbox() and bytes(face.getmask("a")) != bytes(face.getmask("ñ")):
                good.append(path)
        except OSError:
            continue
    families = {}
    for path in good:
        families.setdefault(path.stem.split("-")[0].lower(), []).append(path)
    common = ["dejavu", "liberation", "roboto", "opensans", "noto", "inter", "lato", "texgyre", "nimbus", "p052", "c059", "caladea", "carlito"]
    often = [faces for name, faces in families.items() if name.startswith(tuple(common))]
    return list(families.values()), often


def line_image(text, families, rng):
    """The text in one face and size, ink 255 on 0."""
    every, often = families
    face = rng.choice(rng.choice(often if rng.random() < 0.6 else every))
    size = rng.choice([rng.uniform(8, 13), rng.uniform(11, 20), rng.uniform(16, 42)])
    finer = rng.choice([1, 1, 3, 4])
    font = ImageFont.truetype(str(face), max(7, round(size * finer)), layout_engine=ImageFont.Layout.BASIC)
    spaced = rng.uniform(0.02, 0.12) * size * finer if rng.random() < 0.1 else 0
    canvas = Image.new("L", (int(font.getlength(text) + size * finer * 4 + spaced * len(text)), int(size * finer * 2.4)))
    draw = ImageDraw.Draw(canvas)
    pen, foot = size * finer, size * finer * 1.6
    run = ""
    pieces = []
    for letter in text:
        if letter in DRAWN or spaced:
            pieces += [run, letter]
            run = ""
        else:
            run += letter
    for piece in [*pieces, run]:
        if piece and piece in DRAWN:
            capital = size * finer * 0.72
            wide = capital * rng.uniform(0.6, 1.3)
            box = (pen, foot - capital / 2 - wide / 2, pen + wide, foot - capital / 2 + wide / 2)
            filled = rng.random() < 0.6
            shape = dict(fill=255 if filled else rng.randint(0, 120), outline=255, width=max(1, round(size * finer * 0.07)))
            if rng.random() < 0.6:
                draw.ellipse(box, **shape)
            else:
                draw.rectangle(box, **shape)
            pen += wide + capital * rng.uniform(0.05, 0.4)
        elif piece:
            draw.text((pen, foot), piece, 255, font=font, anchor="ls")
            pen += font.getlength(piece) + spaced
    if finer > 1:
        canvas = canvas.resize((max(8, canvas.width // finer), max(8, canvas.height // finer)), Image.BOX)
    if rng.random() < 0.15:
        canvas = canvas.resize((max(8, int(canvas.width * rng.uniform(0.85, 1.15))), canvas.height), Image.BILINEAR)
    return canvas


def treated(ink, rng, noise):
    """The line as a browser, a scanner or a camera gives it, in grey."""
    if rng.random() < 0.25:
        ink = ink.rotate(rng.uniform(-0.7, 0.7), Image.BILINEAR)
    if rng.random() < 0.45:
        ink = ink.filter(ImageFilter.GaussianBlur(rng.uniform(0.2, 0.035 * ink.height)))
    cover = np.asarray(ink, np.float32) / 255
    if rng.random() < 0.2:
        cover = np.clip((cover - rng.uniform(0, 0.3)) * rng.uniform(1.1, 2), 0, 1)
    paper, colour = rng.uniform(150, 255), rng.uniform(0, 110)
    if rng.random() < 0.45:
        paper, colour = rng.uniform(0, 90), rng.uniform(150, 255)
    grey = paper + (colour - paper) * cover
    if rng.random() < 0.25:
        grey = grey + np.linspace(rng.uniform(-14, 14), 0, grey.shape[1])[None] + np.linspace(rng.uniform(-8, 8), 0, grey.shape[0])[:, None]
    if rng.random() < 0.35:
        grey = grey + noise.normal(0, rng.uniform(1, 11), grey.shape)
    image = Image.fromarray(np.clip(grey, 0, 255).astype(np.uint8))
    if rng.random() < 0.4:
        file = io.BytesIO()
        image.save(file, "JPEG", quality=rng.randint(35, 92))
        image = Image.open(file).convert("L")
    return image


def cut(image, ink, rng):
    """Cut out as the reader does, give or take: 24 px, on its side, paper 0 and ink about 1. `None` if there is nothing or too much."""
    box = Image.fromarray((np.asarray(ink) > 70).astype(np.uint8)).getbbox()
    if box is None or box[3] - box[1] < 4:
        return None
    left, top, right, bottom = box
    high = bottom - top
    slack = 0.05 * high + 0.6
    top, bottom = top + rng.uniform(-slack, slack), bottom + rng.uniform(-slack, slack)
    high = bottom - top
    # Whatever is beside the line: at least some of the paper.
    left, right = left - rng.uniform(0.15, 0.5) * high, right + rng.uniform(0.15, 0.5) * high
    scale = INK / high
    along = round((right - left) * scale * STRETCH / 4) * 4
    if not 8 <= along <= MOST:
        return None
    margin = (HIGH - INK) / 2 / scale
    window = (left, top - margin, right, bottom + margin)
    if scale < 0.5:
        part = image.reduce(2)
        window = tuple(at / 2 for at in window)
    else:
        part = image
    # Beyond the canvas is paper like that at its edge.
    out = part.transform((along, HIGH), Image.EXTENT, window, Image.BILINEAR, fillcolor=int(np.median(np.asarray(part))))
    values = np.asarray(out, np.float32)
    paper = np.median(values)
    low, high = np.percentile(values, [2, 98])
    reach = high - paper if high - paper > paper - low else low - paper
    if abs(reach) < 12:
        return None
    values = np.clip((values - paper) / reach, -0.5, 1.5)
    return np.round((values + 0.5) * 127).astype(np.uint8).T


def main():
    folder, out, shards, lines, seed = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]), int(sys.argv[5])
    families = fonts(folder)
    print(len(families[0]), "families, of which common", len(families[1]), "and", sum(map(len, families[0])), "faces", flush=True)
    for shard in range(shards):
        rng, noise = random.Random(seed * 1000 + shard), np.random.default_rng(seed * 1000 + shard)
        source = texts(folder, seed * 1000 + shard)
        pixels, ends, said = [], [], []
        while len(said) < lines:
            text = source.line()
            ink = line_image(text, families, rng)
            line = cut(treated(ink, rng, noise), ink, rng)
            spelled = folded(text)
            if line is None or not spelled or len(line) < 4 * (len(spelled) + 1) * 1.1:
                continue
            pixels.append(line)
            ends.append(len(line) + (ends[-1] if ends else 0))
            said.append(spelled)
        np.savez_compressed(f"{out}.{shard}.npz", pixels=np.concatenate(pixels), ends=np.array(ends), texts=np.array(said))
        print(shard, flush=True)


if __name__ == "__main__":
    main()
