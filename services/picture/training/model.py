"""The two networks: stacks of 3x3 convolutions, and for the board two rounds in which its squares look at each other."""

import torch
import torch.nn as nn
import torch.nn.functional as F


def conv(i, o, stride=1):
    return nn.Sequential(nn.Conv2d(i, o, 3, stride, 1, bias=False), nn.BatchNorm2d(o), nn.ReLU(True))


class Attend(nn.Module):
    """Every square looks at the squares that look like it, and then thinks. All pieces of a board are of one set."""

    def __init__(self, width, heads, hidden):
        super().__init__()
        self.heads = heads
        self.before, self.between = nn.LayerNorm(width), nn.LayerNorm(width)
        self.ask, self.tell = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.up, self.down = nn.Linear(width, hidden), nn.Linear(hidden, width)
        for layer in (self.tell, self.down):
            nn.init.zeros_(layer.weight)
            nn.init.zeros_(layer.bias)

    def forward(self, x):
        n, squares, width = x.shape
        q, k, v = (part.view(n, squares, self.heads, -1).transpose(1, 2) for part in self.ask(self.before(x)).chunk(3, 2))
        told = F.scaled_dot_product_attention(q, k, v).transpose(1, 2).reshape(n, squares, width)
        x = x + self.tell(told)
        return x + self.down(F.relu(self.up(self.between(x))))


class Board(nn.Module):
    """A board of 256 px, RGB from 0 to 1 -> 14 x 8 x 8: empty, PNBRQK, pnbrqk, and whether the last move is shown there."""

    def __init__(self, widths=(24, 48, 80, 128), hidden=128, rounds=2, heads=4):
        super().__init__()
        a, b, c, d = widths
        self.body = nn.Sequential(conv(12, a, 2), conv(a, b, 2), conv(b, b), conv(b, c, 2), conv(c, c), conv(c, c), conv(c, c), conv(c, d, 2), conv(d, d), conv(d, d))
        self.rounds = nn.Sequential(*(Attend(d, heads, d) for _ in range(rounds)))
        self.head = nn.Sequential(nn.Conv2d(3 * d, hidden, 1), nn.ReLU(True), nn.Dropout(0.1), nn.Conv2d(hidden, 14, 1))

    def forward(self, x):
        x = self.body(F.pixel_unshuffle(x - 0.5, 2))
        n, d, height, width = x.shape
        x = self.rounds(x.flatten(2).transpose(1, 2)).transpose(1, 2).reshape(n, d, height, width)
        # What one square looks like depends on the set, which the whole board shows.
        mean = x.mean((2, 3), keepdim=True).expand_as(x)
        most = x.amax((2, 3), keepdim=True).expand_as(x)
        return self.head(torch.cat([x, mean, most], 1))


class Edge(nn.Module):
    """A strip of 256 x 40 px, grey from 0 to 1 -> 17 x 8: no label, 1 to 8, a to h, from the top down."""

    def __init__(self, widths=(16, 24, 32, 48, 64)):
        super().__init__()
        steps = [1, *widths]
        self.body = nn.Sequential(*(conv(i, o, 2) for i, o in zip(steps, steps[1:])))
        self.head = nn.Sequential(nn.Conv2d(2 * widths[-1], 64, 1), nn.ReLU(True), nn.Conv2d(64, 17, 1))

    def forward(self, x):
        x = self.body(x - 0.5)
        x = torch.cat([x[..., 0:1], x[..., 1:2]], 1)
        return self.head(x).squeeze(3)
