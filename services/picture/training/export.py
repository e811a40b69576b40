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


def main():
    kind, weights, out = sys.argv[1:4]
    net = {"board": Board, "edge": Edge, "caption": Caption}[kind]()
    net.load_state_dict(torch.load(weights, map_location="cpu"))
    layers = [folded(block) for block in net.body]
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
