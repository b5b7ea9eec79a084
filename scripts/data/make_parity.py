#!/usr/bin/env python3
"""Reference outputs of ONNX Runtime for the embedded models, for tests/fixtures/models.

Reads the texts of embeddings.jsonl and logits.jsonl and writes the same files anew with token ids and ONNX Runtime's
outputs. Graph optimisation is off: the "extended" level quantises the activations of these weight-only int8 files,
so its outputs are those of another model (cosine down to 0.9988).
needs: pip install onnxruntime tokenizers numpy
usage: make_parity.py [FOLDER WITH embeddings.jsonl AND logits.jsonl]
"""
import json
import pathlib
import sys

import numpy as np
import onnxruntime as ort
from tokenizers import Tokenizer

ROOT = pathlib.Path(__file__).resolve().parents[2]
MODELS = ROOT / "models"


def load(entry):
    tokenizer = Tokenizer.from_file(str(MODELS / entry["tokenizer"]["path"]))
    tokenizer.no_padding()
    tokenizer.encode_special_tokens = True  # "[SEP]" in a page is text
    tokenizer.enable_truncation(entry["max_length"], strategy="only_first")
    options = ort.SessionOptions()
    options.graph_optimization_level = ort.GraphOptimizationLevel.ORT_DISABLE_ALL
    session = ort.InferenceSession(str(MODELS / entry["graph"]["path"]), options, providers=["CPUExecutionProvider"])
    return tokenizer, session


def run(session, encoding):
    inputs = {
        "input_ids": encoding.ids,
        "attention_mask": encoding.attention_mask,
        "token_type_ids": encoding.type_ids,
    }
    return session.run(None, {name: np.array([values], dtype=np.int64) for name, values in inputs.items()})[0][0]


def embedding(session, encoding):
    mean = run(session, encoding).mean(axis=0)
    return mean / np.linalg.norm(mean)


def rewrite(path, row_of):
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    lines = [json.dumps(row_of(row), ensure_ascii=False, separators=(",", ":")) for row in rows]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(path, len(rows), "rows", path.stat().st_size, "bytes")


def main(folder):
    entries = {entry["role"]: entry for entry in json.loads((MODELS / "manifest.json").read_text())["models"]}
    short = lambda values: [float(f"{value:.7g}") for value in values]

    tokenizer, session = load(entries["bi-encoder"])

    def embedded(row):
        encoding = tokenizer.encode(row["text"])
        return {"text": row["text"], "ids": encoding.ids, "embedding": short(embedding(session, encoding))}

    rewrite(folder / "embeddings.jsonl", embedded)

    tokenizer, session = load(entries["nli"])

    def inferred(row):
        encoding = tokenizer.encode(row["premise"], row["hypothesis"])
        pair = {"premise": row["premise"], "hypothesis": row["hypothesis"]}
        return {**pair, "ids": encoding.ids, "type_ids": encoding.type_ids, "logits": short(run(session, encoding))}

    rewrite(folder / "logits.jsonl", inferred)


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "tests/fixtures/models")
