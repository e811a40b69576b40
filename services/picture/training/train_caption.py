"""Trains the network that reads lines beside boards.

usage: train_caption.py OUT.pt MINUTES 'SHARDS*.npz' CHECK.npz [START.pt]
Shards that are drawn meanwhile are taken in as they come.
"""

import glob
import random
import sys
import time

import numpy as np
import torch
import torch.nn.functional as F

from caption_model import LETTERS, Caption

BATCH = 48
NUMBER = {letter: at + 1 for at, letter in enumerate(LETTERS)}


def lines(file):
    shard = np.load(file)
    pixels, ends = shard["pixels"], shard["ends"]
    begins = np.concatenate([[0], ends[:-1]])
    return [(pixels[begin:end], text) for begin, end, text in zip(begins, ends, shard["texts"].tolist())]


def stacked(batch):
    longest = max(len(line) for line, _ in batch)
    x = np.full((len(batch), longest, batch[0][0].shape[1]), 64, np.uint8)
    for at, (line, _) in enumerate(batch):
        x[at, : len(line)] = line
    return torch.from_numpy(x).float().unsqueeze(1) / 127 - 0.5


def spelled(scores):
    best = scores.argmax(0).tolist()
    return "".join(LETTERS[now - 1] for now, before in zip(best, [0, *best]) if now and now != before).strip()


def distance(one, other):
    row = list(range(len(other) + 1))
    for at, letter in enumerate(one):
        row, above = [at + 1], row
        for to, against in enumerate(other):
            row.append(min(row[-1] + 1, above[to + 1] + 1, above[to] + (letter != against)))
    return row[-1]


def check(net, file):
    net.eval()
    wrong, whole, letters = 0, 0, 0
    batch = sorted(lines(file), key=lambda line: len(line[0]))
    with torch.no_grad():
        for start in range(0, len(batch), BATCH):
            part = batch[start : start + BATCH]
            for (line, text), scores in zip(part, net(stacked(part))):
                off = distance(spelled(scores[:, : len(line) // 4]), text)
                wrong, whole, letters = wrong + off, whole + (off == 0), letters + len(text)
    net.train()
    return f"letters wrong {wrong / letters:.3%}, lines right {whole / len(batch):.2%}"


def batches(pattern):
    """Lines of like length together, shard after shard, without end."""
    while True:
        files = glob.glob(pattern)
        random.shuffle(files)
        for file in files[:8]:
            held = lines(file)
            random.shuffle(held)
            for start in range(0, len(held) - BATCH * 8 + 1, BATCH * 8):
                chunk = sorted(held[start : start + BATCH * 8], key=lambda line: len(line[0]))
                parts = [chunk[at : at + BATCH] for at in range(0, len(chunk), BATCH)]
                random.shuffle(parts)
                yield from parts


def main():
    out, minutes, pattern, held, start = sys.argv[1], float(sys.argv[2]), sys.argv[3], sys.argv[4], sys.argv[5:]
    torch.set_num_threads(1)
    torch.manual_seed(0)
    random.seed(0)
    net = Caption()
    if start:
        net.load_state_dict(torch.load(start[0]))
    optimiser = torch.optim.AdamW(net.parameters(), lr=3e-3, weight_decay=1e-4)
    begun, seen = time.time(), 0
    for step, batch in enumerate(batches(pattern)):
        part = (time.time() - begun) / (minutes * 60)
        if part >= 1:
            break
        for group in optimiser.param_groups:
            group["lr"] = 3e-3 * min(1, (step + 1) / 200) * (0.49 * (1 + np.cos(np.pi * part)) + 0.02)
        x = stacked(batch)
        x = x * torch.empty(len(batch), 1, 1, 1).uniform_(0.75, 1.2)
        if random.random() < 0.4:
            x = x + torch.randn_like(x) * random.uniform(0, 0.12)
        x = torch.roll(x, random.choice([-1, 0, 0, 1]), 3)
        # Faces differ in width more than those that are drawn with.
        pulled = random.choice([1.0, random.uniform(0.85, 1.5)])
        x = F.interpolate(x, (int(x.shape[2] * pulled) // 4 * 4, x.shape[3]), mode="bilinear")
        scores = F.log_softmax(net(x), 1).permute(2, 0, 1)
        texts = [[NUMBER[letter] for letter in text] for _, text in batch]
        target = torch.tensor([number for text in texts for number in text])
        lengths = torch.tensor([int(len(line) * pulled) // 4 for line, _ in batch])
        loss = F.ctc_loss(scores, target, lengths, torch.tensor([len(text) for text in texts]), zero_infinity=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5)
        optimiser.step()
        optimiser.zero_grad(set_to_none=True)
        seen += len(batch)
        if step % 500 == 499:
            print(f"{(time.time() - begun) / 60:.1f} min, {seen} lines, loss {loss.item():.3f}, {check(net, held)}", flush=True)
            torch.save(net.state_dict(), out)
    net.eval()
    torch.save(net.state_dict(), out)
    print("end", seen, check(net, held))


main()
