#!/usr/bin/env python3
"""onnxruntime's own int8 of the embedded models, for tests/bench/encoder.bench.ts: weights as they are in models/, dynamic
activations (quantize_dynamic, per channel).

needs: pip install onnx onnxruntime numpy
usage: make_int8.py [FOLDER]        (default: .build/bench/int8)
"""
import pathlib
import sys
import tempfile

import numpy as np
import onnx
from onnx import numpy_helper
from onnxruntime.quantization import QuantType, quantize_dynamic

ROOT = pathlib.Path(__file__).resolve().parents[2]


def with_float_weights(path):
    """The model with its DequantizeLinear nodes computed."""
    model = onnx.load(path)
    graph = model.graph
    constants = {tensor.name: numpy_helper.to_array(tensor) for tensor in graph.initializer}
    kept, made, used = [], [], set()
    for node in graph.node:
        if node.op_type != "DequantizeLinear":
            kept.append(node)
            continue
        values, scales, zeros = (constants[name] for name in node.input)
        shape = [1] * values.ndim
        shape[next(attribute.i for attribute in node.attribute if attribute.name == "axis")] = -1
        weights = (values.astype(np.float32) - zeros.astype(np.float32).reshape(shape)) * scales.reshape(shape)
        made.append(numpy_helper.from_array(weights, node.output[0]))
        used.update(node.input)
    left = [tensor for tensor in graph.initializer if tensor.name not in used]
    del graph.initializer[:], graph.node[:]
    graph.initializer.extend(left + made)
    graph.node.extend(kept)
    return model


def main(folder):
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("minilm", "nli-minilm"):
        with tempfile.TemporaryDirectory() as scratch:
            floats = pathlib.Path(scratch) / "floats.onnx"
            onnx.save(with_float_weights(ROOT / "models" / name / "model.onnx"), floats)
            quantize_dynamic(floats, folder / f"{name}.onnx", per_channel=True, weight_type=QuantType.QInt8)
        print(folder / f"{name}.onnx")


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / ".build/bench/int8")
