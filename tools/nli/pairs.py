"""Pairs of premise and hypothesis: reading, encoding, batching."""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from tokenizers import Tokenizer
from torch import Tensor

from model import CODES


class Pair(NamedTuple):
    premise: str
    hypothesis: str
    target: tuple[float, float, float]  # contradiction, entailment, neutral
    source: str


class Encoded(NamedTuple):
    ids: np.ndarray
    types: np.ndarray


def read_rows(path: Path) -> Iterator[dict]:
    opener = gzip.open if path.suffix == ".gz" else open
    with opener(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def read_pairs(path: Path) -> list[Pair]:
    """One pair a line: p, h, and y as a letter (c, e, n) or as three probabilities."""
    return [Pair(row["p"], row["h"], target(row["y"]), row.get("src", "")) for row in read_rows(path)]


def target(y: str | list[float]) -> tuple[float, float, float]:
    if isinstance(y, str):
        return one_hot(y)
    c, e, n = y
    return (c, e, n)


def one_hot(letter: str) -> tuple[float, float, float]:
    c, e, n = (float(letter == code) for code in CODES)
    return (c, e, n)


def load_tokenizer(path: Path, max_length: int) -> Tokenizer:
    tokenizer = Tokenizer.from_file(str(path))
    tokenizer.no_padding()
    tokenizer.enable_truncation(max_length, strategy="longest_first")
    return tokenizer


def encode(tokenizer: Tokenizer, texts: list[tuple[str, str]]) -> list[Encoded]:
    encoded = []
    for start in range(0, len(texts), 4096):
        for e in tokenizer.encode_batch(texts[start : start + 4096]):
            encoded.append(Encoded(np.array(e.ids, np.int32), np.array(e.type_ids, np.int8)))
    return encoded


def collate(batch: list[Encoded], multiple: int = 1) -> dict[str, Tensor]:
    """Padded to a multiple of tokens: the kernels of every new shape have to be compiled and are kept."""
    width = -(-max(len(e.ids) for e in batch) // multiple) * multiple
    ids, types, mask = (np.zeros((len(batch), width), dtype=np.int64) for _ in range(3))
    for row, e in enumerate(batch):
        n = len(e.ids)
        ids[row, :n], types[row, :n], mask[row, :n] = e.ids, e.types, 1
    arrays = {"input_ids": ids, "attention_mask": mask, "token_type_ids": types}
    return {name: torch.from_numpy(array) for name, array in arrays.items()}


def bucketed(lengths: list[int], size: int, tokens: int, rng: random.Random) -> Iterator[list[int]]:
    """Indices of one epoch in batches of similar length, in random order; long pairs come in smaller batches."""
    order = list(range(len(lengths)))
    rng.shuffle(order)
    for start in range(0, len(order), size * 64):
        chunk = sorted(order[start : start + size * 64], key=lengths.__getitem__)
        group: list[list[int]] = [[]]
        for i in chunk:
            if len(group[-1]) >= size or lengths[i] * (len(group[-1]) + 1) > tokens:
                group.append([])
            group[-1].append(i)
        rng.shuffle(group)
        yield from group


@torch.no_grad()
def predict(model: torch.nn.Module, encoded: list[Encoded], size: int = 64) -> np.ndarray:
    """Logits [pairs, 3] without dropout."""
    model.eval()
    order = sorted(range(len(encoded)), key=lambda i: len(encoded[i].ids))
    logits = np.zeros((len(encoded), len(CODES)), dtype=np.float32)
    for start in range(0, len(order), size):
        rows = order[start : start + size]
        with torch.autocast("cpu", torch.bfloat16):
            logits[rows] = model(**collate([encoded[i] for i in rows], 8)).numpy()
    return logits
