"""The NLI cross-encoder: a MiniLM encoder over the joint pair, pooled per segment.

Premise and hypothesis are encoded together ([CLS] premise [SEP] hypothesis [SEP]), so every layer can
compare them. The head sees u = mean of the premise tokens, v = mean of the hypothesis tokens, |u - v|
and u * v: the base is a sentence-embedding model, so u and v mean something from the first step.
"""

from __future__ import annotations

from pathlib import Path

import torch
from safetensors.torch import load_file
from torch import Tensor, nn
from transformers import BertConfig, BertModel

LABELS = ("contradiction", "entailment", "neutral")  # order of the logits
CODES = "cen"  # the same order, as the letters of the data files

CONFIG = {
    "vocab_size": 30522,
    "hidden_size": 384,
    "num_hidden_layers": 6,
    "num_attention_heads": 12,
    "intermediate_size": 1536,
    "max_position_embeddings": 512,
    "layer_norm_eps": 1e-12,
}


class PooledDropout(nn.Module):
    """Dropout whose masks are windows of one long random tensor.

    Drawing a fresh Bernoulli mask for every activation took 19 % of a training step on a CPU; a random
    window of a precomputed one is a single multiplication.
    """

    SIZE = 1 << 25

    def __init__(self, p: float) -> None:
        super().__init__()
        self.p = p
        self.masks: Tensor | None = None

    def forward(self, x: Tensor) -> Tensor:
        if not self.training or self.p == 0:
            return x
        if self.masks is None:
            self.masks = shared_masks(self.p)
        start = int(torch.randint(self.SIZE - x.numel(), ()))
        return x * self.masks[start : start + x.numel()].view(x.shape)


MASKS: dict[float, Tensor] = {}


def shared_masks(p: float) -> Tensor:
    """The masks of rate p, made once and shared by every layer."""
    if p not in MASKS:
        kept = torch.rand(PooledDropout.SIZE) >= p
        MASKS[p] = (kept.float() / (1 - p)).to(torch.bfloat16)
    return MASKS[p]


class NliModel(nn.Module):
    def __init__(self, dropout: float = 0.1) -> None:
        super().__init__()
        # Attention dropout stays off: its masks are the largest and matter least at these lengths.
        config = BertConfig(**CONFIG, hidden_dropout_prob=dropout, attention_probs_dropout_prob=0.0)
        self.bert = BertModel._from_config(config, attn_implementation="eager", add_pooling_layer=False)
        width = config.hidden_size
        self.dense = nn.Linear(4 * width, width)
        self.dropout = nn.Dropout(dropout)
        self.classifier = nn.Linear(width, len(LABELS))
        replace_dropout(self)

    def forward(self, input_ids: Tensor, attention_mask: Tensor, token_type_ids: Tensor) -> Tensor:
        h = self.bert(
            input_ids=input_ids, attention_mask=attention_mask, token_type_ids=token_type_ids
        ).last_hidden_state.float()
        second = (token_type_ids * attention_mask).float()
        first = attention_mask.float() - second
        u, v = mean(h, first), mean(h, second)
        x = torch.cat([u, v, (u - v).abs(), u * v], dim=-1)
        return self.classifier(self.dropout(torch.tanh(self.dense(x)))).float()


def mean(h: Tensor, weights: Tensor) -> Tensor:
    total = (h * weights.unsqueeze(-1)).sum(1)
    return total / weights.sum(1, keepdim=True).clamp(min=1.0)


def replace_dropout(module: nn.Module) -> None:
    for name, child in module.named_children():
        if isinstance(child, nn.Dropout):
            setattr(module, name, PooledDropout(child.p))
        else:
            replace_dropout(child)


def load_weights(model: NliModel, path: Path) -> None:
    """Weights of any precision; a file that lacks one or has a strange one is refused."""
    model.load_state_dict({k: v.float() for k, v in load_file(path).items()})
