"""A BERT-family encoder as a plain ONNX graph: MatMul, Add, LayerNormalization, Softmax and Erf-GELU only.

Exporters' graphs carry IsNaN, Where and GatherND debris that keeps runtimes from fusing; this one is
written node by node.
"""

from __future__ import annotations

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

Weights = dict[str, np.ndarray]
Attribute = int | float | list[int]


class Graph:
    def __init__(self, weights: Weights, layers: int, heads: int) -> None:
        self.weights = weights
        self.layers = layers
        self.heads = heads
        self.width = weights["embeddings.word_embeddings.weight"].shape[1]
        self.nodes: list[onnx.NodeProto] = []
        self.constants: dict[str, onnx.TensorProto] = {}

    def const(self, name: str, array: np.ndarray | np.floating) -> str:
        if name not in self.constants:
            self.constants[name] = numpy_helper.from_array(np.ascontiguousarray(array), name)
        return name

    def op(self, kind: str, inputs: list[str], out: str, **attributes: Attribute) -> str:
        self.nodes.append(helper.make_node(kind, inputs, [out], name=out, **attributes))
        return out

    def norm(self, x: str, prefix: str, out: str) -> str:
        w = self.const(prefix + ".w", self.weights[prefix + ".weight"])
        b = self.const(prefix + ".b", self.weights[prefix + ".bias"])
        return self.op("LayerNormalization", [x, w, b], out, axis=-1, epsilon=1e-12)

    def linear(self, x: str, prefix: str, out: str) -> str:
        w = self.const(prefix + ".w", self.weights[prefix + ".weight"].T)
        b = self.const(prefix + ".b", self.weights[prefix + ".bias"])
        return self.op("Add", [self.op("MatMul", [x, w], out + ".mm"), b], out)

    def embed(self) -> str:
        c, w = self.const, self.weights
        bounds = [c("one", np.array([1])), c("two", np.array([2])), c("zero", np.array([0]))]
        length = self.op("Slice", [self.op("Shape", ["input_ids"], "shape"), *bounds], "length")
        table = c("positions", w["embeddings.position_embeddings.weight"])
        position = self.op("Slice", [table, "zero", length, "zero"], "position")
        word = self.op("Gather", [c("words", w["embeddings.word_embeddings.weight"]), "input_ids"], "word")
        kind = self.op("Gather", [c("types", w["embeddings.token_type_embeddings.weight"]), "token_type_ids"], "type")
        both = self.op("Add", [word, kind], "word+type")
        return self.norm(self.op("Add", [both, position], "embedded"), "embeddings.LayerNorm", "h0")

    def mask(self) -> str:
        number = self.op("Cast", ["attention_mask"], "mask.f", to=TensorProto.FLOAT)
        wide = self.op("Unsqueeze", [number, self.const("axes", np.array([1, 2]))], "mask.4d")
        inverse = self.op("Sub", [self.const("1.0", np.float32(1)), wide], "mask.inv")
        return self.op("Mul", [inverse, self.const("-1e4", np.float32(-1e4))], "mask")

    def attention(self, p: str, n: str, x: str, mask: str) -> str:
        depth = self.width // self.heads
        split = self.const("split", np.array([0, 0, self.heads, depth]))

        def head(part: str, perm: list[int]) -> str:
            y = self.linear(x, p + "attention.self." + part, n + part)
            return self.op("Transpose", [self.op("Reshape", [y, split], n + part + ".r")], n + part + ".t", perm=perm)

        q, k, v = head("query", [0, 2, 1, 3]), head("key", [0, 2, 3, 1]), head("value", [0, 2, 1, 3])
        scale = self.const("scale", np.float32(np.sqrt(depth)))
        scaled = self.op("Div", [self.op("MatMul", [q, k], n + "qk"), scale], n + "scaled")
        weights = self.op("Softmax", [self.op("Add", [scaled, mask], n + "masked")], n + "attention", axis=-1)
        context = self.op("MatMul", [weights, v], n + "context")
        turned = self.op("Transpose", [context], n + "context.t", perm=[0, 2, 1, 3])
        return self.op("Reshape", [turned, self.const("join", np.array([0, 0, self.width]))], n + "joined")

    def gelu(self, n: str, f: str) -> str:
        erf = self.op("Erf", [self.op("Div", [f, self.const("sqrt2", np.float32(np.sqrt(2)))], n + "f.d")], n + "f.e")
        product = self.op("Mul", [f, self.op("Add", [erf, "1.0"], n + "f.a")], n + "f.m")
        return self.op("Mul", [product, self.const("half", np.float32(0.5))], n + "gelu")

    def layer(self, i: int, x: str, mask: str) -> str:
        p, n = f"encoder.layer.{i}.", f"l{i}."
        projected = self.linear(self.attention(p, n, x, mask), p + "attention.output.dense", n + "projected")
        y = self.norm(self.op("Add", [projected, x], n + "residual1"), p + "attention.output.LayerNorm", n + "y")
        inner = self.gelu(n, self.linear(y, p + "intermediate.dense", n + "f"))
        o = self.linear(inner, p + "output.dense", n + "o")
        return self.norm(self.op("Add", [o, y], n + "residual2"), p + "output.LayerNorm", f"h{i + 1}")

    def encoder(self) -> str:
        x, mask = self.embed(), self.mask()
        for i in range(self.layers):
            x = self.layer(i, x, mask)
        return x

    def model(self, name: str, out: str, shape: list[str | int]) -> onnx.ModelProto:
        names = ("input_ids", "attention_mask", "token_type_ids")
        inputs = [helper.make_tensor_value_info(k, TensorProto.INT64, ["batch", "sequence"]) for k in names]
        outputs = [helper.make_tensor_value_info(out, TensorProto.FLOAT, shape)]
        graph = helper.make_graph(self.nodes, name, inputs, outputs, list(self.constants.values()))
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
        onnx.checker.check_model(model)
        return model


def pooled_head(g: Graph, h: str) -> str:
    """model.py's head: u, v = means of the premise and of the hypothesis; tanh over [u, v, |u-v|, u*v]; logits."""
    kinds = g.op("Cast", ["token_type_ids"], "types.f", to=TensorProto.FLOAT)
    second = g.op("Mul", [kinds, "mask.f"], "second")
    first = g.op("Sub", ["mask.f", second], "first")
    last, sequence = g.const("last", np.array([2])), g.const("seq", np.array([1]))
    least = g.const("least", np.float32(1))

    def pool(weights: str, name: str) -> str:
        w = g.op("Unsqueeze", [weights, last], name + ".w")
        total = g.op("ReduceSum", [g.op("Mul", [h, w], name + ".hw"), sequence], name + ".sum", keepdims=0)
        count = g.op("Max", [g.op("ReduceSum", [weights, sequence], name + ".n", keepdims=1), least], name + ".count")
        return g.op("Div", [total, count], name)

    u, v = pool(first, "u"), pool(second, "v")
    distance = g.op("Abs", [g.op("Sub", [u, v], "u-v")], "|u-v|")
    features = g.op("Concat", [u, v, distance, g.op("Mul", [u, v], "u*v")], "features", axis=1)
    return g.linear(g.op("Tanh", [g.linear(features, "dense", "dense")], "hidden"), "classifier", "logits")
