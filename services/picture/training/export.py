"""Writes a trained network as the reader loads it, batch normalisation folded into the weights.

usage: export.py board|edge|caption WEIGHTS.pt OUT.net
"""

import struct
import sys

import numpy as np
import torch

from caption_model import Caption
from model import Board, Edge


def folded(block):
    convolution, norm = block[0], block[1]
    scale = norm.weight / torch.sqrt(norm.running_var + norm.eps)
    return convolution.weight * scale[:, None, None, None], norm.bias - norm.running_mean * scale, convolution.stride[0]


def spread(layer, norm=None):
    """A linear layer as a convolution of 1 by 1, the factors of the norm before it folded in."""
    weight, bias = layer.weight, layer.bias
    if norm is not None:
        weight, bias = weight * norm.weight, bias + weight @ norm.bias
    return weight[:, :, None, None], bias, 1


def of_round(attend):
    weight, bias, stride = spread(attend.ask, attend.before)
    width = weight.shape[1]
    scale = torch.ones(3 * width)
    scale[:width] = (width // attend.heads) ** -0.5
    asked = (weight * scale[:, None, None, None], bias * scale, stride)
    return [asked, spread(attend.tell), spread(attend.up, attend.between), spread(attend.down)]


def main():
    kind, weights, out = sys.argv[1:4]
    net = {"board": Board, "edge": Edge, "caption": Caption}[kind]()
    net.load_state_dict(torch.load(weights, map_location="cpu"))
    layers = [folded(block) for block in net.body]
    layers += [layer for attend in getattr(net, "rounds", []) for layer in of_round(attend)]
    layers += [folded(layer) for layer in net.head if isinstance(layer, torch.nn.Sequential)]
    layers += [(layer.weight, layer.bias, 1) for layer in net.head if isinstance(layer, torch.nn.Conv2d)]
    with open(out, "wb") as file:
        file.write(b"TNN1" + struct.pack("<I", len(layers)))
        for weight, _, stride in layers:
            file.write(struct.pack("<4I", weight.shape[1], weight.shape[0], weight.shape[2], stride))
        for weight, bias, _ in layers:
            file.write(weight.detach().permute(2, 3, 1, 0).contiguous().numpy().astype(np.float16).tobytes())
            file.write(bias.detach().numpy().astype(np.float32).tobytes())


main()
