"""The two networks. Both are plain stacks of 3x3 convolutions, so that the reader runs them with one loop."""

import torch
import torch.nn as nn
import torch.nn.functional as F


def conv(i, o, stride=1):
    return nn.Sequential(nn.Conv2d(i, o, 3, stride, 1, bias=False), nn.BatchNorm2d(o), nn.ReLU(True))


class Board(nn.Module):
    """A board of 256 px, RGB from 0 to 1 -> 14 x 8 x 8: empty, PNBRQK, pnbrqk, and whether the last move is shown there."""

    def __init__(self, widths=(24, 48, 80, 128), hidden=128):
        super().__init__()
        a, b, c, d = widths
        self.body = nn.Sequential(conv(12, a, 2), conv(a, b, 2), conv(b, b), conv(b, c, 2), conv(c, c), conv(c, c), conv(c, d, 2), conv(d, d))
        self.head = nn.Sequential(nn.Conv2d(3 * d, hidden, 1), nn.ReLU(True), nn.Dropout(0.1), nn.Conv2d(hidden, 14, 1))

    def forward(self, x):
        x = self.body(F.pixel_unshuffle(x - 0.5, 2))
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
