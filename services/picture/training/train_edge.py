"""Trains the network that reads the labels along the edges.

usage: train_edge.py OUT.pt MINUTES 'SHARDS*.npz' [CHECK.npz...]
"""

import glob
import random
import sys
import time

import numpy as np
import torch
import torch.nn.functional as F

from model import Edge

BATCH = 64


def labels(sides):
    """What stands at the eight places of the four strips of each board: nothing, 1 to 8, a to h."""
    out = np.zeros((len(sides), 4, 8), np.int64)
    places = np.arange(8)
    for strip in range(4):
        first = 8 - places if strip < 2 else 9 + places
        second = 1 + places if strip < 2 else 16 - places
        says = sides[:, strip, None]
        out[:, strip] = np.where(says == 1, first, np.where(says == 2, second, 0))
    return out


def loaded(files):
    strips, wanted = [], []
    for file in files:
        shard = np.load(file)
        strips.append(shard["strips"].reshape(-1, 256, 40))
        wanted.append(labels(shard["sides"]).reshape(-1, 8))
    return np.concatenate(strips), np.concatenate(wanted)


def check(net, file):
    strips, wanted = loaded([file])
    net.eval()
    with torch.no_grad():
        seen = net(torch.from_numpy(strips).float().unsqueeze(1) / 255).argmax(1).numpy()
    net.train()
    there = wanted > 0
    return f"labels {(seen == wanted)[there].mean():.3%} of those there, {(seen == 0)[~there].mean():.3%} of none"


def main():
    out, minutes, pattern, checks = sys.argv[1], float(sys.argv[2]), sys.argv[3], sys.argv[4:]
    torch.set_num_threads(1)
    torch.manual_seed(0)
    random.seed(0)
    strips, wanted = loaded(sorted(glob.glob(pattern)))
    # Half of the strips have labels.
    there = np.flatnonzero(wanted[:, 0] > 0)
    none = np.flatnonzero(wanted[:, 0] == 0)
    net = Edge()
    optimiser = torch.optim.AdamW(net.parameters(), lr=3e-3, weight_decay=1e-4)
    begun, step = time.time(), 0
    while (part := (time.time() - begun) / (minutes * 60)) < 1:
        for group in optimiser.param_groups:
            group["lr"] = 3e-3 * min(1, (step + 1) / 100) * (0.49 * (1 + np.cos(np.pi * part)) + 0.02)
        picked = np.concatenate([np.random.choice(there, BATCH // 2), np.random.choice(none, BATCH // 2)])
        x = torch.from_numpy(strips[picked]).float().unsqueeze(1) / 255
        x = ((x - 0.5) * torch.empty(BATCH, 1, 1, 1).uniform_(0.6, 1.3) + 0.5 + torch.empty(BATCH, 1, 1, 1).uniform_(-0.15, 0.15)).clamp(0, 1)
        if random.random() < 0.3:
            x = 1 - x
        x = torch.roll(x, (random.randint(-2, 2), random.randint(-1, 1)), (2, 3))
        loss = F.cross_entropy(net(x), torch.from_numpy(wanted[picked]))
        loss.backward()
        optimiser.step()
        optimiser.zero_grad(set_to_none=True)
        step += 1
        if step % 1000 == 0:
            print(step, f"{loss.item():.4f}", *[check(net, file) for file in checks], flush=True)
            torch.save(net.state_dict(), out)
    torch.save(net.state_dict(), out)
    print("end", step, *[check(net, file) for file in checks])


main()
