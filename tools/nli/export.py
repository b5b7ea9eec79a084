#!/usr/bin/env python3
"""Trained weights to the product's ONNX file: plain graph, int8 weights, f32 arithmetic.

    export.py average.safetensors model.onnx [--keep-f32 f32.onnx]

Inputs input_ids, attention_mask, token_type_ids [batch, sequence]; output logits [batch, 3] in the order
contradiction, entailment, neutral. Every large matrix is stored as int8 with one scale per output column (per
row for embedding tables) and restored by a DequantizeLinear node: a runtime that folds constants sees the
plain f32 graph, and the file is a quarter of the size.
"""

from __future__ import annotations

import argparse
import hashlib
from pathlib import Path

import numpy as np
import onnx
from onnx import helper, numpy_helper
from safetensors.numpy import load_file

from graph import Graph, Weights, pooled_head

LAYERS, HEADS, LABELS = 6, 12, 3
SMALLEST = 4096  # elements: smaller matrices are not worth a scale


def read_weights(path: Path) -> Weights:
    return {k.removeprefix("bert."): w.astype(np.float32) for k, w in load_file(path).items()}


def plain_model(weights: Weights) -> onnx.ModelProto:
    g = Graph(weights, LAYERS, HEADS)
    logits = pooled_head(g, g.encoder())
    return g.model("nli-minilm", logits, ["batch", LABELS])


def quantized(w: np.ndarray, axis: int) -> tuple[np.ndarray, np.ndarray]:
    """Symmetric int8 with one scale per index of the axis."""
    scale = np.maximum(np.abs(w).max(axis=1 - axis), 1e-12).astype(np.float32) / 127.0
    spread = scale[:, None] if axis == 0 else scale[None, :]
    return np.clip(np.rint(w / spread), -127, 127).astype(np.int8), scale


def quantize(model: onnx.ModelProto) -> int:
    """Replaces the large matrices in place; returns how many there were."""
    graph = model.graph
    readers = {name: node for node in graph.node for name in node.input}
    constants, restore = [], []
    for tensor in graph.initializer:
        w = numpy_helper.to_array(tensor)
        if w.dtype != np.float32 or w.ndim != 2 or w.size < SMALLEST:
            constants.append(tensor)
            continue
        name, axis = tensor.name, 0 if readers[tensor.name].op_type == "Gather" else 1
        q, scale = quantized(w, axis)
        parts = {name + "_q": q, name + "_scale": scale, name + "_zero": np.zeros(len(scale), np.int8)}
        constants += [numpy_helper.from_array(array, key) for key, array in parts.items()]
        restore.append(helper.make_node("DequantizeLinear", list(parts), [name], axis=axis, name=name + "_dq"))
    del graph.initializer[:]
    graph.initializer.extend(constants)
    nodes = list(graph.node)
    del graph.node[:]
    graph.node.extend(restore + nodes)
    onnx.checker.check_model(model)
    return len(restore)


def main() -> None:
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("weights", type=Path)
    ap.add_argument("out", type=Path)
    ap.add_argument("--keep-f32", type=Path)
    a = ap.parse_args()
    model = plain_model(read_weights(a.weights))
    if a.keep_f32:
        onnx.save(model, a.keep_f32)
    count = quantize(model)
    onnx.save(model, a.out)
    data = a.out.read_bytes()
    print(f"{count} matrices stored as int8\n{len(data)} bytes, sha256 {hashlib.sha256(data).hexdigest()}")


if __name__ == "__main__":
    main()
