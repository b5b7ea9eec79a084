#!/usr/bin/env python3
"""Train the NLI cross-encoder on a CPU whose hours are not known beforehand.

Warm-up, then a constant rate for as long as the machine is there ("warm-up, stable, decay"): a run
killed at any moment goes on from its last checkpoint with the optimizer's state, and a usable model is
had from any checkpoint by a short decay to zero (--decay-pairs). An exponential mean of the weights
is kept beside them: it is what gets evaluated and exported.

Every worker is one process with one thread; all update the same shared weights without locks, each with
its own optimizer. On a machine that others use too, threads that wait for each other after every product
stand still as soon as one of them has to; independent workers take whatever core is free.

    train.py --out run --init weights.safetensors --tokenizer tokenizer.json --data train.jsonl --watch dev=tuning.jsonl
    train.py --out decayed --resume run/state.pt --decay-pairs 60000 ...
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import random
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple, TextIO

import numpy as np
import torch
from safetensors.torch import save_file
from tokenizers import Tokenizer
from torch import Tensor
from torch.nn.functional import log_softmax

from model import NliModel, load_weights, shared_masks
from pairs import Encoded, bucketed, collate, encode, load_tokenizer, predict, read_pairs

EMA_EVERY = 4
PAD_TO = 8


def arguments() -> argparse.Namespace:
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--out", type=Path, required=True)
    ap.add_argument("--data", type=Path, nargs="+", required=True)
    ap.add_argument("--tokenizer", type=Path, required=True)
    ap.add_argument("--init", type=Path, help="weights to start from when there is no checkpoint")
    ap.add_argument("--resume", type=Path, help="checkpoint to go on from (default: OUT/state.pt if it exists)")
    ap.add_argument("--watch", nargs="*", default=[], help="name=file.jsonl, logged while training")
    ap.add_argument("--watch-rows", type=int, default=250)
    ap.add_argument("--minutes", type=float, default=600, help="stop after this long")
    ap.add_argument("--decay-pairs", type=int, help="linear decay of the rate to zero over so many pairs, then stop")
    ap.add_argument("--batch", type=int, default=32)
    ap.add_argument("--tokens", type=int, default=3072, help="at most so many in a batch")
    ap.add_argument("--freeze", type=int, default=1, help="lowest layers that stay as they are")
    ap.add_argument("--lr", type=float, default=1e-4, help="rate of the top encoder layer")
    ap.add_argument("--layer-decay", type=float, default=0.9, help="each lower layer learns this much slower")
    ap.add_argument("--head-lr", type=float, default=3e-4)
    ap.add_argument("--warmup", type=int, default=300, help="steps")
    ap.add_argument("--smoothing", type=float, default=0.05)
    ap.add_argument("--dropout", type=float, default=0.1)
    ap.add_argument("--ema", type=float, default=0.999, help="per step")
    ap.add_argument("--max-length", type=int, default=160)
    ap.add_argument("--workers", type=int, default=2)
    ap.add_argument("--seed", type=int, default=11)
    ap.add_argument("--save-minutes", type=float, default=5)
    return ap.parse_args()


def parameter_groups(model: NliModel, a: argparse.Namespace) -> list[dict]:
    """Embeddings (half of all weights) and the lowest layers stay; lower layers learn slower; vectors do not decay."""
    layers = model.bert.encoder.layer
    for part in [model.bert.embeddings, *layers[: a.freeze]]:
        part.requires_grad_(False)
    top = len(layers) - 1
    parts = [(layer, a.lr * a.layer_decay ** (top - i)) for i, layer in enumerate(layers) if i >= a.freeze]
    parts += [(model.dense, a.head_lr), (model.classifier, a.head_lr)]
    groups = []
    for part, peak in parts:
        free = [p for p in part.parameters() if p.requires_grad]
        matrices, vectors = [p for p in free if p.dim() > 1], [p for p in free if p.dim() < 2]
        groups.append({"params": matrices, "peak": peak, "weight_decay": 0.01})
        groups.append({"params": vectors, "peak": peak, "weight_decay": 0.0})
    return groups


class Average:
    """Exponential mean of the trained weights."""

    def __init__(self, model: NliModel, dropout: float, per_step: float) -> None:
        self.per_step = per_step
        self.model = NliModel(dropout)
        self.model.load_state_dict(model.state_dict())
        self.model.requires_grad_(False)
        self.model.eval()

    @torch.no_grad()
    def update(self, model: NliModel, steps: int) -> None:
        pairs = [(m, p) for m, p in zip(self.model.parameters(), model.parameters(), strict=True) if p.requires_grad]
        torch._foreach_lerp_([m for m, _ in pairs], [p for _, p in pairs], 1 - self.per_step**steps)


class Run:
    """What the workers share, and the files of the run."""

    def __init__(self, a: argparse.Namespace) -> None:
        self.a = a
        self.model = NliModel(a.dropout)
        state = a.resume or a.out / "state.pt"
        self.saved = torch.load(state, weights_only=True) if state.exists() else None
        if self.saved:
            self.model.load_state_dict(self.saved["model"])
        elif a.init:
            load_weights(self.model, a.init)
        self.average = Average(self.model, a.dropout, a.ema)
        steps, seen, self.hours = 0, 0, 0.0
        if self.saved:
            self.average.model.load_state_dict(self.saved["average"])
            steps, seen, self.hours = self.saved["step"], self.saved["seen"], self.saved["hours"]
            print(f"resumed at step {steps}, {seen} examples, {self.hours:.2f} h", flush=True)
        self.groups = parameter_groups(self.model, a)
        self.model.share_memory()
        self.steps, self.seen = multiprocessing.Value("q", steps), multiprocessing.Value("q", seen)
        self.first_step, self.first_seen = steps, seen
        self.started = time.time()

    def save(self, optimizer: torch.optim.Optimizer) -> float:
        hours = self.hours + (time.time() - self.started) / 3600
        state = {
            "model": self.model.state_dict(),
            "average": self.average.model.state_dict(),
            "optimizer": optimizer.state_dict(),
            "step": self.steps.value,
            "seen": self.seen.value,
            "hours": hours,
        }
        replace(self.a.out / "state.pt", lambda path: torch.save(state, path))
        replace(self.a.out / "average.safetensors", lambda path: save_file(self.average.model.state_dict(), path))
        return hours


class Worker:
    def __init__(self, run: Run, rank: int) -> None:
        self.run, self.rank, self.a = run, rank, run.a
        # A resumed run must not see the same order of examples again.
        seed = run.a.seed + run.first_step + 7919 * rank
        torch.manual_seed(seed)
        self.rng = random.Random(seed)
        self.optimizer = torch.optim.AdamW(run.groups, lr=1e-9, betas=(0.9, 0.98), fused=True)
        self.steps = 0
        self.loss = float("nan")
        if run.saved:
            peaks = [g["peak"] for g in self.optimizer.param_groups]
            self.optimizer.load_state_dict(run.saved["optimizer"])
            for group, peak in zip(self.optimizer.param_groups, peaks, strict=True):
                group["peak"] = peak  # the command line's rate, not the checkpoint's

    def over(self) -> bool:
        late = time.time() - self.run.started > 60 * self.a.minutes
        return late or self.rate() <= 0

    def rate(self) -> float:
        """Share of the peak rate. A decay counts pairs, not minutes: on a busy machine a minute may teach nothing."""
        run = self.run
        if self.a.decay_pairs:
            return max(0.0, 1 - (run.seen.value - run.first_seen) / self.a.decay_pairs)
        return min(1.0, (run.steps.value + 1) / self.a.warmup)

    def learn(self, batch: dict[str, Tensor], target: Tensor) -> None:
        a, run = self.a, self.run
        rate = self.rate()
        for group in self.optimizer.param_groups:
            group["lr"] = group["peak"] * rate
        run.model.train()
        with torch.autocast("cpu", torch.bfloat16):
            logits = run.model(**batch)
        target = target * (1 - a.smoothing) + a.smoothing / target.shape[1]
        loss = -(target * log_softmax(logits, -1)).sum(-1).mean()
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_([p for g in self.optimizer.param_groups for p in g["params"]], 1.0)
        self.optimizer.step()
        self.steps += 1
        with run.steps.get_lock():
            run.steps.value += 1
            run.seen.value += len(target)
        value = loss.item()
        self.loss = value if self.loss != self.loss else 0.99 * self.loss + 0.01 * value

    def batches(self, data: Data) -> Iterator[tuple[dict[str, Tensor], Tensor]]:
        lengths = [len(e.ids) for e in data.encoded]
        while True:
            for indices in bucketed(lengths, self.a.batch, self.a.tokens, self.rng):
                if self.over():
                    return
                yield collate([data.encoded[i] for i in indices], PAD_TO), data.targets[indices]


class Data(NamedTuple):
    encoded: list[Encoded]
    targets: Tensor


def help_out(run: Run, rank: int, data: Data) -> None:
    """A worker that does nothing but learn."""
    worker = Worker(run, rank)
    parent = os.getppid()
    for batch, target in worker.batches(data):
        if os.getppid() != parent:
            return  # the run was killed
        worker.learn(batch, target)


def lead(run: Run, data: Data, watch: dict[str, tuple[list[Encoded], np.ndarray]], log: TextIO) -> None:
    """The worker that also keeps the average, the checkpoints and the log."""
    worker = Worker(run, 0)
    saved = time.time()

    def checkpoint() -> None:
        hours = run.save(worker.optimizer)
        record: dict[str, float] = {"step": run.steps.value, "seen": run.seen.value, "hours": round(hours, 3)}
        record["loss"] = round(worker.loss, 4)
        record["per_second"] = round((run.seen.value - run.first_seen) / (time.time() - run.started), 1)
        for name, (pairs, gold) in watch.items():
            record[name] = round(float((predict(run.average.model, pairs).argmax(1) == gold).mean()), 4)
        line = json.dumps({"at": time.strftime("%T"), **record})
        print(line, flush=True)
        log.write(line + "\n")
        log.flush()

    averaged = run.steps.value
    for batch, target in worker.batches(data):
        worker.learn(batch, target)
        if (done := run.steps.value - averaged) >= EMA_EVERY:
            run.average.update(run.model, done)
            averaged += done
        if time.time() - saved > 60 * run.a.save_minutes:
            saved = time.time()
            checkpoint()
    checkpoint()


def replace(path: Path, write: Callable[[Path], object]) -> None:
    """A kill while writing leaves the file before it."""
    part = path.with_suffix(".part")
    write(part)
    os.replace(part, path)


def watched(a: argparse.Namespace, tokenizer: Tokenizer) -> dict[str, tuple[list[Encoded], np.ndarray]]:
    sets = {}
    for spec in a.watch:
        name, path = spec.split("=", 1)
        rows = read_pairs(Path(path))[: a.watch_rows]
        gold = np.array([r.target for r in rows]).argmax(1)
        sets[name] = (encode(tokenizer, [(r.premise, r.hypothesis) for r in rows]), gold)
    return sets


def main() -> None:
    a = arguments()
    a.out.mkdir(parents=True, exist_ok=True)
    # One thread also makes the fork below safe: no pool of threads exists yet.
    torch.set_num_threads(1)
    torch.set_flush_denormal(True)
    torch.manual_seed(a.seed)
    shared_masks(a.dropout)
    tokenizer = load_tokenizer(a.tokenizer, a.max_length)
    rows = [pair for path in a.data for pair in read_pairs(path)]
    encoded = encode(tokenizer, [(r.premise, r.hypothesis) for r in rows])
    data = Data(encoded, torch.tensor([r.target for r in rows]))
    watch = watched(a, tokenizer)
    run = Run(a)
    fork = multiprocessing.get_context("fork")
    helpers = [fork.Process(target=help_out, args=(run, rank, data), daemon=True) for rank in range(1, a.workers)]
    for helper in helpers:
        helper.start()
    with open(a.out / "log.jsonl", "a", encoding="utf-8") as log:
        log.write(json.dumps({"started": time.strftime("%F %T"), "pairs": len(rows), **vars(a)}, default=str) + "\n")
        lead(run, data, watch, log)


if __name__ == "__main__":
    main()
