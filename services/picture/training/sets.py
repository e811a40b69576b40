"""Rasterises every piece set to 12 RGBA images of 128 px: PNBRQK white, then black.

usage: sets.py PACKAGES OUT.npz [SHEET.png]
PACKAGES is the folder that fetch.sh filled. The sheet shows every set in a row, to look at.
"""

import gzip
import io
import json
import pathlib
import re
import sys
import xml.etree.ElementTree as etree

import numpy as np
import resvg_py
from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageFont

SIDE = 128
NAMES = ["Pawn", "Knight", "Bishop", "Rook", "Queen", "King"]
LETTERS = "pnbrqk"
ART = pathlib.Path(__file__).resolve().parent.parent / "art"


def svg(text, side=SIDE):
    """Renders an SVG into a square; lengths in mm or % mean nothing here."""
    root = etree.fromstring(text.encode())
    if root.get("viewBox") is None:
        lengths = [re.match(r"[\d.]+", root.get(key)).group() for key in ("width", "height")]
        root.set("viewBox", f"0 0 {lengths[0]} {lengths[1]}")
    root.set("width", str(side))
    root.set("height", str(side))
    text = etree.tostring(root, encoding="unicode")
    return Image.open(io.BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=text)))).convert("RGBA")


def opened(path):
    if path.suffix == ".svg":
        return svg(path.read_text())
    return Image.open(path).convert("RGBA")


def square(image):
    """Fits an image into the square without changing its proportions."""
    scale = SIDE / max(image.size)
    image = image.resize([max(1, round(length * scale)) for length in image.size], Image.LANCZOS)
    out = Image.new("RGBA", (SIDE, SIDE))
    out.paste(image, ((SIDE - image.width) // 2, (SIDE - image.height) // 2))
    return out


def together(images):
    """Scales what stands loose on its canvas: one factor for the whole set, so that pawns stay small."""
    boxes = [image.getbbox() for image in images]
    side = max(max(box[2] - box[0], box[3] - box[1]) for box in boxes) * 1.12
    out = []
    for image, box in zip(images, boxes):
        middle, foot = (box[0] + box[2]) / 2, box[3]
        corner = (round(middle - side / 2), round(foot - side * 0.95))
        out.append(image.crop((*corner, corner[0] + round(side), corner[1] + round(side))).resize((SIDE, SIDE), Image.LANCZOS))
    return out


def files(folder, white, black):
    """A folder with a file a piece; the patterns have {l}, {L} or {name} for the piece."""
    out = []
    for pattern in (white, black):
        for letter, name in zip(LETTERS, NAMES):
            out.append(square(opened(folder / pattern.format(l=letter, L=letter.upper(), name=name, low=name.lower()))))
    return out


def strip(path):
    """A strip of twelve, in our order."""
    image = Image.open(path).convert("RGBA")
    side = image.height
    return [square(image.crop((side * i, 0, side * (i + 1), side))) for i in range(12)]


def keyed(path):
    """A sheet of two rows and seven columns, rook to pawn and the ground; the first pixel is the colour of nothing."""
    image = Image.open(path).convert("RGB")
    key = Image.new("RGB", image.size, image.getpixel((0, 0)))
    alpha = ImageChops.difference(image, key).convert("L").point(lambda value: 255 if value > 8 else 0)
    image = image.convert("RGBA")
    image.putalpha(alpha)
    width, height = image.width // 7, image.height // 2
    order = [5, 1, 2, 0, 3, 4]
    return [square(image.crop((x * width, y * height, (x + 1) * width, (y + 1) * height))) for y in range(2) for x in order]


def elements(path):
    """One SVG with an element a piece, named WhiteKing and so on."""
    text = gzip.decompress(path.read_bytes())
    ids = {colour + name for colour in ("White", "Black") for name in NAMES}
    out = []
    for colour in ("White", "Black"):
        for name in NAMES:
            tree = etree.fromstring(text)
            keep = tree.find(f".//*[@id='{colour + name}']")
            inside = {id(element) for element in keep.iter()}
            parents = {id(element) for element in tree.iter() if any(id(child) in inside for child in element.iter())}

            def prune(element):
                for child in list(element):
                    tag = child.tag.rsplit("}", 1)[-1]
                    if id(child) in inside or tag in ("defs", "style"):
                        continue
                    if id(child) in parents:
                        prune(child)
                    else:
                        element.remove(child)

            prune(tree)
            size = [float(re.match(r"[\d.]+", tree.get(key, "800")).group()) for key in ("width", "height")]
            if tree.get("viewBox") is None:
                tree.set("viewBox", f"0 0 {size[0]} {size[1]}")
            tree.set("width", "1600")
            tree.set("height", str(1600 * size[1] / size[0]))
            image = resvg_py.svg_to_bytes(svg_string=etree.tostring(tree, encoding="unicode"))
            out.append(Image.open(io.BytesIO(bytes(image))).convert("RGBA"))
    return together(out)


def glyphs(path, letters):
    """A chess font: what the outline encloses is filled with white, so that white pieces have a body."""
    font = ImageFont.truetype(str(path), 400)
    out = []
    for letter in letters:
        ink = Image.new("L", (700, 700))
        ImageDraw.Draw(ink).text((150, 500), letter, font=font, fill=255, anchor="ls")
        outside = ink.point(lambda value: 255 if value > 100 else 0)
        ImageDraw.floodfill(outside, (0, 0), 128)
        body = outside.point(lambda value: 0 if value == 128 else 255)
        alpha = ImageChops.lighter(ink, body)
        image = Image.merge("RGBA", [ImageChops.invert(ink)] * 3 + [alpha])
        out.append(image)
    return together(out)


def icons(path, outlined, pattern, others=None):
    """A collection of icons of one colour: white pieces get a light body and dark lines, black ones the reverse."""
    collection = json.loads(path.read_text())
    others = others or {}
    whites, blacks = [], []
    for name in NAMES:
        icon = collection["icons"][others.get(name, pattern.format(low=name.lower()))]
        width, height = (icon.get(key, collection.get(key, 16)) for key in ("width", "height"))
        left, top = icon.get("left", 0), icon.get("top", 0)
        body = icon["body"].replace("currentColor", "#000")
        text = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left} {top} {width} {height}">{body}</svg>'
        ink = Image.new("L", (400, 400))
        ink.paste(svg(text, 320).getchannel("A"), (40, 40))
        outside = ink.point(lambda value: 255 if value > 60 else 0)
        ImageDraw.floodfill(outside, (0, 0), 128)
        whole = ImageChops.lighter(ink, outside.point(lambda value: 0 if value == 128 else 255))
        rim = whole.filter(ImageFilter.MaxFilter(11))
        # Of a solid icon the gaps are lines; of an outline the lines are.
        lines = ink if outlined else ImageChops.subtract(whole, ink)
        dark = lines if outlined else ImageChops.lighter(ImageChops.subtract(rim, whole), lines)
        whites.append(Image.merge("RGBA", [ImageChops.invert(dark)] * 3 + [whole if outlined else rim]))
        light = lines if not outlined else ImageChops.subtract(lines, ImageChops.subtract(whole, whole.filter(ImageFilter.MinFilter(25))))
        blacks.append(Image.merge("RGBA", [light.point(lambda value: 20 + value * 4 // 5)] * 3 + [whole]))
    return together(whites + blacks)


def own(style):
    """The project's own art, as the drawing room colours it."""
    colours = {
        "plain": [("#fffdf6", "#d8d0bf", "#1c1917", "#1c1917"), ("#3a3531", "#241f1c", "#0e0c0b", "#efe7d8")],
        "print": [("#fff", "#fff", "#000", "#000"), ("#000", "#000", "#000", "#fff")],
    }[style]
    out = []
    for body, shade, rim, line in colours:
        sheet = f".body{{fill:{body};stroke:{rim}}}.shade{{fill:{shade}}}.rim{{stroke:{rim}}}.line{{stroke:{line}}}.dot{{fill:{line}}}"
        halo = ".body{fill:#fff;stroke:#fff;stroke-width:9}.shade,.rim,.line,.dot{display:none}"
        for name in NAMES:
            text = (ART / f"{name.lower()}.svg").read_text()
            image = svg(text.replace("\n", f"\n<style>{sheet}</style>\n", 1))
            if style == "print":
                ground = svg(text.replace("\n", f"\n<style>{halo}</style>\n", 1))
                image = Image.alpha_composite(ground, image)
            out.append(image)
    return out


FONT = "pnbrqkomvtwl"
SKAK = "PNBRQKpnbrqk"
UNICODE = "♙♘♗♖♕♔♟♞♝♜♛♚"
ICONS = {
    "boxicons": (True, "chess-{low}", None),
    "boxicons-filled": (False, "chess-{low}-filled", None),
    "fa6-solid": (False, "chess-{low}", None),
    "fa7-regular": (True, "chess-{low}", None),
    "game-icons": (False, "chess-{low}", None),
    "hugeicons": (True, "chess-{low}", None),
    "lucide": (True, "chess-{low}", None),
    "material-symbols": (False, "chess-{low}", None),
    "material-symbols-2": (False, "chess-{low}-2", {"Knight": "chess-knight-sharp", "Queen": "chess-queen", "Rook": "chess-rook-sharp"}),
    "mdi": (False, "chess-{low}", None),
    "tabler": (True, "chess-{low}", {"Pawn": "chess"}),
    "tabler-filled": (False, "chess-{low}-filled", {"Pawn": "chess-filled"}),
}
SYMBOLS = {
    "symbola": "fonts-symbola/usr/share/fonts/truetype/ancient-scripts/Symbola_hint.ttf",
    "freeserif": "fonts-freefont-ttf/usr/share/fonts/truetype/freefont/FreeSerif.ttf",
    "noto": "fonts-noto-core/usr/share/fonts/truetype/noto/NotoSansSymbols2-Regular.ttf",
    "dejavu": "fonts-dejavu-core/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
}
# Freely licensed but unlike anything that is printed, shown or asked about.
LEFT_OUT = {
    *("pychess/makruk", "pychess/sittuyin", "pychess/metaltops", "pychess/ada", "pychess/alfonso", "font/cheq", "font/line"),
    *("font/millenia", "scid/Bauhaus", "scid/Blindfold", "knights/east_west", "kokopu/skulls", "kokopu/eyes", "eboard/Altinov"),
    *("eboard/Rastapov", "eboard/Primepov", "eboard/NutBolt", "eboard/Whitney", "eboard/ghouls", "eboard/Ebony", "dream/sketch"),
}
# Never trained on: what the share of never-seen sets is measured with. Most forbid commercial use.
UNSEEN = {"california", "cardinal", "dubrovny", "fresca", "gioco", "icpieces", "libra", "maestro", "staunty", "tatiana"}
NOT_PIECES = {"letter", "shapes", "mono", "reillycraig", "alpha", "companion", "chess7", "leipzig"}


def collect(packages):
    share = {name: packages / name / "usr/share" for name in ("pychess", "xboard", "scid-data", "eboard", "knights", "texlive-games")}
    for style in ("plain", "print"):
        yield f"own/{style}", lambda style=style: own(style)
    for folder in sorted((packages / "chess_gif/chess_gif/data/piece").iterdir()):
        if folder.name not in NOT_PIECES:
            group = "unseen" if folder.name in UNSEEN else "lichess"
            yield f"{group}/{folder.name}", lambda folder=folder: files(folder, "w{L}.svg", "b{L}.svg")
    pychess = share["pychess"] / "pychess/pieces"
    for folder in sorted(pychess.iterdir()):
        if (folder / "wp.svg").exists():
            yield f"pychess/{folder.name}", lambda folder=folder: files(folder, "w{l}.svg", "b{l}.svg")
    for font in sorted((pychess / "ttf").glob("*.ttf")):
        yield f"font/{font.stem}", lambda font=font: glyphs(font, FONT)
    for font in sorted((share["texlive-games"] / "texlive/texmf-dist/fonts/opentype/public/skaknew").glob("*Dia*.otf")):
        yield f"font/{font.stem}", lambda font=font: glyphs(font, SKAK)
    for name, path in SYMBOLS.items():
        yield f"symbol/{name}", lambda path=path: glyphs(packages / path, UNICODE)
    for name, how in ICONS.items():
        collection = packages / f"iconify-json-{name.removesuffix('-filled').removesuffix('-2')}/package/icons.json"
        yield f"icon/{name}", lambda collection=collection, how=how: icons(collection, *how)
    for theme in sorted((share["knights"] / "knights/themes").glob("*.svgz")):
        yield f"knights/{theme.stem}", lambda theme=theme: elements(theme)
    for sheet in sorted((share["eboard"] / "games/eboard").glob("*.png")):
        yield f"eboard/{sheet.stem}", lambda sheet=sheet: keyed(sheet)
    for folder in sorted((share["scid-data"] / "scid/img/pieces").iterdir()):
        sizes = {int(re.search(r"_(\d+)\.", file.name).group(1)): file for file in folder.glob("*_*.*")} if folder.is_dir() else {}
        if sizes:
            yield f"scid/{folder.name}", lambda file=sizes[max(sizes)]: strip(file)
    kokopu = packages / "kokopu-react/package/src/chessboard/sprites"
    for name in ("cburnett", "celtic", "eyes", "fantasy", "skulls", "spatial"):
        yield f"kokopu/{name}", lambda name=name: files(kokopu, name + "-w{l}.png", name + "-b{l}.png")
    yield "xboard/default", lambda: files(share["xboard"] / "games/xboard/themes/default", "White{name}.svg", "Black{name}.svg")
    resources = packages / "chess-image-generator/package/src/resources"
    for name in ("alpha", "cheq", "leipzig", "merida"):
        yield f"generator/{name}", lambda name=name: files(resources / name, "White{name}.png", "Black{name}.png")
    element = packages / "chessboard-element/package/chesspieces"
    for name in ("uscf", "wikipedia"):
        yield f"element/{name}", lambda name=name: files(element / name, "w{L}.png", "b{L}.png")
    yield "unseen/native", lambda: files(packages / "react-native-chessboard/package/src/assets", "w{l}.png", "b{l}.png")
    yield "fen/default", lambda: files(packages / "fen-to-image/package/Images/Pieces", "White/{low}.png", "Black/{low}.png")
    yield "view/default", lambda: files(packages / "pychessview/pychessview/assets/themes/default/images/pieces", "w{l}.svg", "b{l}.svg")
    for name in ("figurine", "sketch"):
        yield f"dream/{name}", lambda name=name: files(packages / "dreamchess-data/usr/share/games/dreamchess/pieces" / name, "{low}_w.png", "{low}_b.png")


def main():
    packages, out = pathlib.Path(sys.argv[1]), sys.argv[2]
    sets = {}
    for name, make in collect(packages):
        if name in LEFT_OUT:
            continue
        try:
            images = make()
        except Exception as error:
            print(name, "left out:", repr(error)[:150])
            continue
        sets[name] = np.stack([np.asarray(image) for image in images])
    np.savez_compressed(out, **{name.replace("/", "__"): images for name, images in sets.items()})
    print(len(sets), "sets")
    if len(sys.argv) > 3:
        sheet = Image.new("RGB", (2 * (12 * 64 + 130), 64 * ((len(sets) + 1) // 2)), (150, 170, 140))
        draw = ImageDraw.Draw(sheet)
        for row, (name, images) in enumerate(sets.items()):
            left, top = (row % 2) * (12 * 64 + 130), row // 2 * 64
            draw.text((left + 4, top + 24), name, fill=(0, 0, 0))
            for column, image in enumerate(images):
                image = Image.fromarray(image).resize((64, 64))
                sheet.paste(image, (left + 130 + 64 * column, top), image)
        sheet.save(sys.argv[3])


main()
