"""Trains the sequence model of reference strings and writes crate/document/src/citation/string/model.bin.

    cargo run --release -p citelight-eval --example references -- --train FILE... > lines.txt
    python3 scripts/data/train_references.py lines.txt crate/document/src/citation/string/model.bin

Needs python-crfsuite (pip). The lines hold one token each: its label, then hashes of observations with the distance at
which they were made; an empty line ends a string. The features themselves are computed in Rust only.
"""

import argparse
import collections
import struct

import pycrfsuite

LABELS = 33
LARGEST = 32_000  # steps of the largest weight


def strings(path):
    """Label sequences and observation sequences of a file of lines."""
    labels, observations = [], []
    with open(path, encoding="ascii") as lines:
        for line in lines:
            line = line.rstrip("\n")
            if line:
                label, *observed = line.split("\t")
                labels.append(label)
                observations.append(observed)
            elif labels:
                yield labels, observations
                labels, observations = [], []


def train(path, model, l1, l2, iterations):
    trainer = pycrfsuite.Trainer(algorithm="lbfgs", verbose=True)
    for labels, observations in strings(path):
        trainer.append(pycrfsuite.ItemSequence(observations), labels)
    trainer.set_params({"c1": l1, "c2": l2, "max_iterations": iterations, "feature.possible_transitions": True})
    trainer.train(model)


def pack(model, smallest):
    """The model's weights in the layout that tagger.rs reads; weights below `smallest` are dropped."""
    tagger = pycrfsuite.Tagger()
    tagger.open(model)
    info = tagger.info()
    states = {key: value for key, value in info.state_features.items() if abs(value) >= smallest}
    largest = max(abs(value) for value in [*states.values(), *info.transitions.values()])
    step = struct.unpack("<f", struct.pack("<f", largest / LARGEST))[0]
    packed = bytearray(struct.pack("<Bf", LABELS, step))
    for before in range(LABELS):
        for label in range(LABELS):
            # What never occurred in training is unlikely, not impossible.
            weight = info.transitions.get((str(before), str(label)), -2.0)
            packed += struct.pack("<h", round(weight / step))
    rows = collections.defaultdict(list)
    for (attribute, label), weight in states.items():
        observation, distance = attribute.split("@")
        rows[int(observation, 16)].append((int(label), int(distance), round(weight / step)))
    packed += struct.pack("<I", len(rows))
    for observation, row in sorted(rows.items()):
        packed += struct.pack("<IH", observation, len(row))
        for label, distance, weight in sorted(row):
            packed += struct.pack("<Bbh", label, distance, weight)
    print(f"{len(rows)} observations, {len(states)} weights, {len(packed)} bytes")
    return bytes(packed)


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("lines")
    arguments.add_argument("model")
    arguments.add_argument("--l1", type=float, default=0.2)
    arguments.add_argument("--l2", type=float, default=0.01)
    arguments.add_argument("--iterations", type=int, default=150)
    arguments.add_argument("--smallest", type=float, default=0.01)
    arguments = arguments.parse_args()
    trained = arguments.lines + ".crfsuite"
    train(arguments.lines, trained, arguments.l1, arguments.l2, arguments.iterations)
    packed = pack(trained, arguments.smallest)
    with open(arguments.model, "wb") as file:
        file.write(packed)


if __name__ == "__main__":
    main()
