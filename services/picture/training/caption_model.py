"""The network that reads a line of text beside a board."""

import torch.nn as nn

from model import conv

# A figure, a bullet or any sign that is none of the others is a `*`. Letters have no case and no accents.
LETTERS = " abcdefghijklmnopqrstuvwxyz0123456789'.,:-()/#+=!?*"
HIGH = 24


class Caption(nn.Module):
    """A line on its side, N x 24 px, paper 0 and ink 1 -> for every 4 px along it 1 + 51 scores: nothing new, or a letter."""

    def __init__(self, widths=(16, 24, 32, 32), hidden=64):
        super().__init__()
        a, b, c, d = widths
        self.body = nn.Sequential(conv(1, a, 2), conv(a, b, 2), conv(b, c), conv(c, d))
        joined = nn.Sequential(nn.Conv2d(HIGH // 4 * d, hidden, 1, bias=False), nn.BatchNorm2d(hidden), nn.ReLU(True))
        self.head = nn.Sequential(joined, conv(hidden, hidden), conv(hidden, hidden), nn.Conv2d(hidden, 1 + len(LETTERS), 1))

    def forward(self, x):
        x = self.body(x)
        batch, channels, along, across = x.shape
        x = x.permute(0, 3, 1, 2).reshape(batch, across * channels, along, 1)
        return self.head(x).squeeze(3)
