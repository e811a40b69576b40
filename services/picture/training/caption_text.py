"""What lines beside boards say: whose move it is, and everything else."""

import random
import unicodedata

from caption_model import LETTERS

SIDES = [("white", "blancas", "blanco"), ("black", "negras", "negro")]
NUMBERS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "two", "three", "four", "dos", "tres", "cuatro"]
ENGLISH = """{c} to move|{c} to play|{c} to play and win|{c} to move and win|{c} to play and draw|{c} mates in {n}|{c} to move and mate in {n}
{c} to mate in {n}|mate in {n}, {c} to move|mate in {n}. {c} to play|{c}'s move|{c}'s turn|it's {c}'s turn|it is {c}'s turn to move|{c} moves
{c} to play and mate in {n}|{c} to move. mate in {n}|{c} begins and wins|{c} is to move|find the best move for {c}|turn: {c}|to move: {c}
what should {c} play?|mate in {n} for {c}|{c} to move (mate in {n})|{c} wins in {n} moves|{c} to move - {n} moves left"""
SPANISH = """juegan {p}|juegan las {p}|{p} juegan|{p} juegan y ganan|mueven {p}|mueven las {p}|las {p} mueven|las {p} juegan|{p} dan mate en {n}
las {p} dan mate en {n}|turno de las {p}|turno: {p}|juegan {p} y ganan|juegan {p} y dan mate en {n}|{p} mueven y ganan|mate en {n}, juegan {p}
{p} juegan y hacen tablas|juega el {s}|mueve el {s}|el {s} juega y gana|le toca a las {p}|mejor jugada para las {p}|mueven {p} y ganan"""
OTHER = """{c}: {w}|{c} wins|{c} won on time|{c} resigned|0-1, {c} is victorious|1-0 {c} wins by checkmate|{c} is winning|{c} is slightly better
{c} is in check|checkmate, {c} is victorious|{c} knights' tango|{c} queen's gambit|{w} {c} ({d})|{c} ({d})|{c} offers a draw|ganan las {p}|las {p} ganan
las {p} abandonan|{p}: {w}|ventaja de las {p}|las {p} están mejor|your turn|tu turno|time control {d}+{d}|eco: b{d}|{w} vs {w}, {d}|{w} - {w}
diagram {d}|diagrama {d}|problem no. {d}|mate in {n}|mate en {n}|{n} moves left|quedan {n} jugadas|rated blitz {d}+{d}|{w} ({d}) - {w} ({d})
mate in {n} moves|white and black|solution on page {d}|win in {n}|gana en {n}|puzzle rating: {d}|play with a friend|new game|analysis board"""
MOVES = ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "O-O", "Rxd8+", "Qh7#", "Kg7", "exd5", "Bxf7+", "Rad1", "c4", "g6", "Nxe5", "dxc3", "h8=Q", "Qxf6!", "Rf1?!"]


def folded(text):
    """As the network spells it: small letters without accents, and a star for what has no letter."""
    out = ""
    for letter in unicodedata.normalize("NFD", text.lower()):
        if unicodedata.combining(letter):
            continue
        letter = {"’": "'", "‘": "'", "–": "-", "—": "-", ";": ":", "¿": "", "¡": "", "…": "...", "×": "x", "½": "*"}.get(letter, letter)
        out += "".join(part if part in LETTERS else "*" for part in letter)
    return " ".join(out.split())


class Texts:
    def __init__(self, english, spanish, rng):
        self.rng = rng
        self.lists = [[word for word in open(path, encoding="utf-8").read().split() if len(word) < 15] for path in (english, spanish)]

    def word(self):
        return self.rng.choice(self.rng.choice(self.lists))

    def filled(self, lines):
        rng = self.rng
        pattern = rng.choice(lines.replace("\n", "|").split("|"))
        c, p, s = rng.choice(SIDES)
        digits = lambda: str(rng.randrange(10 ** rng.randint(1, 4)))
        while "{d}" in pattern or "{w}" in pattern:
            pattern = pattern.replace("{d}", digits(), 1).replace("{w}", self.word(), 1)
        return pattern.format(c=c, p=p, s=s, n=rng.choice(NUMBERS))

    def cased(self, text):
        kind = self.rng.random()
        if kind < 0.2:
            return text.upper()
        if kind < 0.35:
            return text.title().replace("'S", "'s")
        if kind < 0.9:
            return text[:1].upper() + text[1:]
        return text

    def phrase(self):
        """A caption, often with what stands before and after one."""
        rng = self.rng
        text = self.cased(self.filled(rng.choice([ENGLISH, SPANISH])))
        if rng.random() < 0.2:
            text = rng.choice(["●", "○", "■", "□", "▲", "•", "★", "♔", "♚", "►"]) + " " + text
        if rng.random() < 0.12:
            text = rng.choice([f"{rng.randrange(999)}. ", f"#{rng.randrange(9999)} ", f"{rng.randrange(99)}) ", "Diagram 12: ", "Fig. 3 - ", f"{self.word()}, 19{rng.randrange(10, 99)}. "]) + text
        if rng.random() < 0.3:
            text += rng.choice([".", ".", "!", ":", " *", "...", f" ({rng.randrange(1, 9)})", "?"])
        if rng.random() < 0.05:
            text += rng.choice([" ", ". ", ", "]) + self.word()
        return text

    def prose(self):
        rng = self.rng
        text = " ".join(self.word() for _ in range(rng.randint(1, 4)))
        if rng.random() < 0.3:
            at = rng.randrange(len(text))
            text = text[:at] + rng.choice([",", ".", ":", "-", " - ", "'", " (", ") ", "/", "!", "?"]) + text[at:]
        return self.cased(text)

    def moves(self):
        rng = self.rng
        text = ""
        for number in range(rng.randint(1, 3)):
            text += f"{rng.randint(1, 60)}{rng.choice(['.', '. ', '...'])}{rng.choice(MOVES)} {rng.choice(MOVES)} "
        return text.strip()

    def noise(self):
        rng = self.rng
        letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789áéíóúñ'.,:-()/#+=!?●○■□"
        return " ".join("".join(rng.choice(letters) for _ in range(rng.randint(1, 8))) for _ in range(rng.randint(1, 4)))

    def line(self):
        kind = self.rng.random()
        if kind < 0.42:
            return self.phrase()
        if kind < 0.62:
            return self.cased(self.filled(OTHER))
        if kind < 0.86:
            return self.prose()
        if kind < 0.92:
            return self.moves()
        return self.noise()


def texts(folder, seed):
    return Texts(f"{folder}/wamerican/usr/share/dict/american-english", f"{folder}/wspanish/usr/share/dict/spanish", random.Random(seed))
