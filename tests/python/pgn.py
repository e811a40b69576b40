"""Reads a PGN from standard input with python-chess, a reader that nobody here wrote, and tells what it found as JSON."""

import json
import sys

import chess.pgn

game = chess.pgn.read_game(sys.stdin)
assert game is not None, "no game"
assert not game.errors, game.errors
board = game.end().board()
print(
    json.dumps(
        {
            "tags": dict(game.headers),
            "start": game.board().fen(),
            "line": [move.uci() for move in game.mainline_moves()],
            "tries": [
                [move.move.uci() for move in [node, *node.mainline()]]
                for parent in [game, *game.mainline()]
                for node in parent.variations[1:]
            ],
            "comment": game.end().comment,
            "mate": board.is_checkmate(),
            "more": chess.pgn.read_game(sys.stdin) is not None,
        }
    )
)
