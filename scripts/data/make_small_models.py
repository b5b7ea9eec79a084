#!/usr/bin/env python3
"""Small graphs with random weights of the kinds that models come in, for crate/models/tests/kinds.rs.

RoBERTa-like: no token types, inputs in another order, positions counted from the tokenizer's own padding id; a
cross-encoder of one logit, a classifier with its labels in another order, an encoder that gives its first token's vector,
and one that takes a single input of a fixed length and gives two logits. ONNX Runtime's outputs stand beside them.
needs: pip install onnx onnxruntime tokenizers numpy
usage: make_small_models.py
"""
import hashlib
import json
import pathlib

import numpy as np
import onnx
import onnxruntime as ort
from onnx import TensorProto, helper, numpy_helper
from tokenizers import Tokenizer, models, pre_tokenizers, processors, trainers

ROOT = pathlib.Path(__file__).resolve().parents[2]
FIXTURES = ROOT / "tests/fixtures/models"
OUT = FIXTURES / "small"
WIDTH, POSITIONS, PAD = 16, 40, 1


def tokenizer(texts):
    made = Tokenizer(models.BPE(unk_token="<unk>"))
    made.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=True)
    special = ["<s>", "<pad>", "</s>", "<unk>"]
    made.train_from_iterator(texts, trainers.BpeTrainer(vocab_size=400, special_tokens=special, show_progress=False))
    made.post_processor = processors.RobertaProcessing(("</s>", 2), ("<s>", 0))
    return made


def graph(name, outputs, fixed, seed):
    """One layer of attention; logits of the first token, or all tokens' vectors if `outputs` is 0."""
    random = np.random.default_rng(seed)
    weights = {}

    def weight(name, *shape):
        weights[name] = random.normal(0, 0.5, shape).astype(np.float32)
        return name

    def constant(name, value, kind=np.int64):
        weights[name] = np.array(value, dtype=kind)
        return name

    node = helper.make_node
    nodes = [
        node("Equal", ["input_ids", constant("pad", PAD)], ["is_pad"]),
        node("Not", ["is_pad"], ["is_token"]),
        node("Cast", ["is_token"], ["tokens"], to=TensorProto.INT32),
        node("CumSum", ["tokens", constant("along", 1)], ["counted"]),
        node("Mul", ["counted", "tokens"], ["short_places"]),
        node("Cast", ["short_places"], ["places"], to=TensorProto.INT64),
        node("Add", ["places", constant("padding_place", PAD)], ["positions"]),
        node("Gather", [weight("words", VOCABULARY, WIDTH), "input_ids"], ["of_words"]),
        node("Gather", [weight("places_table", POSITIONS, WIDTH), "positions"], ["of_places"]),
        node("Add", ["of_words", "of_places"], ["hidden"]),
        node("Cast", ["attention_mask"], ["mask"], to=TensorProto.FLOAT),
        node("Sub", ["mask", constant("one", 1, np.float32)], ["hole"]),
        node("Mul", ["hole", constant("far", 1e9, np.float32)], ["bias"]),
        node("Unsqueeze", ["bias", constant("rows", [1])], ["bias_rows"]),
    ]
    for part in ["query", "key", "value"]:
        nodes.append(node("MatMul", ["hidden", weight(f"{part}_weight", WIDTH, WIDTH)], [part]))
    nodes += [
        node("Transpose", ["key"], ["keys"], perm=[0, 2, 1]),
        node("MatMul", ["query", "keys"], ["scores"]),
        node("Add", ["scores", "bias_rows"], ["masked"]),
        node("Softmax", ["masked"], ["shares"], axis=-1),
        node("MatMul", ["shares", "value"], ["mixed"]),
    ]
    if outputs == 0:
        nodes.append(node("Add", ["mixed", "hidden"], ["last_hidden_state"]))
        result = ("last_hidden_state", ["rows", fixed or "length", WIDTH])
    else:
        nodes += [
            node("Add", ["mixed", "hidden"], ["states"]),
            node("Gather", ["states", constant("first", 0)], ["first_state"], axis=1),
            node("MatMul", ["first_state", weight("head", WIDTH, outputs)], ["logits"]),
        ]
        result = ("logits", ["rows", outputs])
    shape = [1 if fixed else "rows", fixed or "length"]
    kind = TensorProto.INT32 if fixed else TensorProto.INT64
    if fixed:
        nodes = [node("Cast", ["ids:0"], ["input_ids"], to=TensorProto.INT64), *nodes]
    inputs = [
        helper.make_tensor_value_info("attention_mask", TensorProto.INT64, shape),
        helper.make_tensor_value_info("ids:0" if fixed else "input_ids", kind, shape),
    ]
    made = helper.make_graph(
        nodes,
        name,
        inputs,
        [helper.make_tensor_value_info(result[0], TensorProto.FLOAT, result[1])],
        [numpy_helper.from_array(value, key) for key, value in weights.items()],
    )
    model = helper.make_model(made, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    onnx.checker.check_model(model)
    return model.SerializeToString()


def described(path):
    content = path.read_bytes()
    return {"path": path.name, "bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}


def outputs_of(session, encoding, fixed, role):
    width = fixed or len(encoding.ids)
    ids = encoding.ids + [PAD] * (width - len(encoding.ids))
    mask = [1] * len(encoding.ids) + [0] * (width - len(encoding.ids))
    feed = {"attention_mask": np.array([mask], dtype=np.int64)}
    feed["ids:0" if fixed else "input_ids"] = np.array([ids], dtype=np.int32 if fixed else np.int64)
    output = session.run(None, feed)[0][0]
    if role == "bi-encoder":
        output = output[0] / np.linalg.norm(output[0])
    return [float(f"{value:.7g}") for value in output]


KINDS = [
    ("roberta-first", 0, None, 1, {"role": "bi-encoder", "dimensions": WIDTH, "pooling": "first"}),
    ("roberta-nli", 3, None, 2, {"role": "nli", "labels": ["neutral", "contradiction", "entailment"], "temperature": 1.0}),
    ("roberta-rank", 1, None, 3, {"role": "cross-encoder"}),
    ("fixed-two", 2, 24, 4, {"role": "nli", "labels": ["other", "contradiction"], "temperature": 1.0}),
]

OUT.mkdir(parents=True, exist_ok=True)
rows = [json.loads(line) for line in (FIXTURES / "logits.jsonl").read_text(encoding="utf-8").splitlines()]
made = tokenizer([row["premise"] for row in rows])
VOCABULARY = made.get_vocab_size()
made.save(str(OUT / "tokenizer.json"), pretty=False)
made.encode_special_tokens = True
entries = []
for name, outputs, fixed, seed, role in KINDS:
    (OUT / f"{name}.onnx").write_bytes(graph(name, outputs, fixed, seed))
    entry = {"id": name, **role, "max_length": 24, "graph": described(OUT / f"{name}.onnx")}
    entry |= {"tokenizer": described(OUT / "tokenizer.json"), "vocabulary": VOCABULARY, "licence": "CC0-1.0"}
    entries.append(entry)
    session = ort.InferenceSession(str(OUT / f"{name}.onnx"), providers=["CPUExecutionProvider"])
    lines = []
    for row in rows[:24]:
        # Some are cut, others are far shorter than the rest.
        first, second = row["premise"][: 4 + 3 * len(lines)], row["hypothesis"][:16]
        if role["role"] == "bi-encoder":
            made.enable_truncation(24)
            encoding, case = made.encode(first), {"text": first}
        elif role["role"] == "nli":
            made.enable_truncation(24, strategy="only_first")
            encoding, case = made.encode(first, second), {"text": first, "hypothesis": second}
        else:
            # The claim comes first, the passage is what is cut.
            made.enable_truncation(24, strategy="only_second")
            encoding, case = made.encode(second, first), {"text": second, "hypothesis": first}
        lines.append(json.dumps({**case, "tokens": len(encoding.ids), "output": outputs_of(session, encoding, fixed, role["role"])}))
    (OUT / f"{name}.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
(OUT / "manifest.json").write_text(json.dumps({"schema": 1, "models": entries}, indent=2) + "\n", encoding="utf-8")
