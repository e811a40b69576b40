"""Trains the board network on shards as they are drawn.

usage: train.py OUT.pt MINUTES 'SHARDS*.npz' [CHECK.npz...]   (INIT=x.pt goes on from there, HOLD=3 holds the first
three convolutions, LR=2.5e-3, THREADS=1)
Every eight minutes the averaged weights are saved and checked, so a usable file exists at all times.
"""

import glob
import os
import random
import sys
import time

import numpy as np
import torch
import torch.nn.functional as F

from model import Board

BATCH, POOL = 32, 64


def tensor(boards, kind=torch.float):
    x = torch.from_numpy(np.ascontiguousarray(boards)).permute(0, 3, 1, 2)
    return x.to(memory_format=torch.channels_last).to(kind) / 255


def check(net, files):
    net.eval()
    words = []
    with torch.no_grad():
        for file in files:
            shard = np.load(file)
            boards, pieces = shard["boards"][:400], torch.from_numpy(shard["pieces"][:400].astype(np.int64))
            seen = torch.cat([net(tensor(boards[i : i + 50]))[:, :13].argmax(1).flatten(1) for i in range(0, len(boards), 50)])
            right = seen == pieces
            words.append(f"{os.path.basename(file)}: squares {right.float().mean():.4%} boards {right.all(1).float().mean():.1%}")
    return " | ".join(words)


class Pool:
    """The newest shards, in memory; each board is drawn at random."""

    def __init__(self, pattern):
        self.pattern, self.known, self.shards, self.turn = pattern, set(), [], 0

    def refresh(self):
        whole = {file for file in glob.glob(self.pattern) if ".part." not in file}
        fresh = sorted(whole - self.known, key=os.path.getmtime)
        for file in fresh[:1] if self.shards else fresh[-POOL:]:
            shard = np.load(file)
            self.known.add(file)
            loaded = {key: shard[key] for key in ("boards", "pieces", "tints")}
            if len(self.shards) < POOL:
                self.shards.append(loaded)
            else:
                self.shards[self.turn % POOL] = loaded
                self.turn += 1
        if not fresh:
            # Nothing new is drawn any more: go round the old ones.
            self.known = set()

    def batch(self):
        picked = [(shard := random.choice(self.shards), random.randrange(len(shard["boards"]))) for _ in range(BATCH)]
        return [np.stack([shard[key][i] for shard, i in picked]) for key in ("boards", "pieces", "tints")]


def augment(x, pieces, tints):
    if random.random() < 0.5:
        x, pieces, tints = x.flip(3), pieces.flip(2), tints.flip(2)
    scale, shift = torch.empty(len(x), 1, 1, 1).uniform_(0.75, 1.25), torch.empty(len(x), 3, 1, 1).uniform_(-0.08, 0.08)
    x = (x * scale.to(x.dtype) + (0.5 - 0.5 * scale + shift).to(x.dtype)).clamp_(0, 1)
    if random.random() < 0.3:
        x = x[:, torch.randperm(3)]
    return x.contiguous(memory_format=torch.channels_last), pieces, tints


def still(net, first):
    """Holds the first convolutions as they are: they see edges, whatever the set, and cost the most."""
    for block in net.body[:first]:
        block.eval().requires_grad_(False)


def main():
    out, minutes, pattern, checks = sys.argv[1], float(sys.argv[2]), sys.argv[3], sys.argv[4:]
    torch.set_num_threads(int(os.environ.get("THREADS", "1")))
    torch.manual_seed(0)
    random.seed(0)
    net = Board().to(memory_format=torch.channels_last)
    if "INIT" in os.environ:
        net.load_state_dict(torch.load(os.environ["INIT"]))
    hold = int(os.environ.get("HOLD", "0"))
    still(net, hold)
    average = Board().to(memory_format=torch.channels_last)
    average.load_state_dict(net.state_dict())
    print(sum(p.numel() for p in net.parameters()), "parameters", flush=True)
    top = float(os.environ.get("LR", "2.5e-3"))
    optimiser = torch.optim.AdamW([p for p in net.parameters() if p.requires_grad], lr=top, weight_decay=1e-4)
    pool, begun, step, losses, last = Pool(pattern), time.time(), 0, [], time.time()
    while (part := (time.time() - begun) / (minutes * 60)) < 1:
        if step % 100 == 0:
            pool.refresh()
        for group in optimiser.param_groups:
            group["lr"] = top * min(1, (step + 1) / 200) * (0.49 * (1 + np.cos(np.pi * part)) + 0.02)
        boards, pieces, tints = pool.batch()
        pieces, tints = (torch.from_numpy(a.astype(np.int64)).view(-1, 8, 8) for a in (pieces, tints))
        x, pieces, tints = augment(tensor(boards, torch.bfloat16), pieces, tints)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            seen = net(x)
        seen = seen.float()
        # One square in a hundred shows the last move: without a weight none ever would.
        weight = (tints != 255).float() * torch.where(tints == 1, 20.0, 1.0)
        shown = F.binary_cross_entropy_with_logits(seen[:, 13], (tints == 1).float(), weight=weight)
        loss = F.cross_entropy(seen[:, :13], pieces, label_smoothing=0.01) + 0.3 * shown
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        optimiser.zero_grad(set_to_none=True)
        step += 1
        losses.append(loss.item())
        keep = min(0.998, (1 + step) / (10 + step))
        with torch.no_grad():
            for mine, theirs in zip(average.state_dict().values(), net.state_dict().values()):
                if mine.dtype.is_floating_point:
                    mine.mul_(keep).add_(theirs, alpha=1 - keep)
                else:
                    mine.copy_(theirs)
        if time.time() - last > 480:
            torch.save(average.state_dict(), out)
            print(f"{(time.time() - begun) / 60:.1f} min step {step} boards {step * BATCH} loss {np.mean(losses[-200:]):.4f}", check(average, checks), flush=True)
            last = time.time()
    torch.save(average.state_dict(), out)
    print("end", step * BATCH, "boards,", check(average, checks))


main()
