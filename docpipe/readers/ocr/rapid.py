"""RapidOCR: lines of text found and recognised by small networks whose weights come with the package.

The only module that imports it. Nothing is downloaded and nothing is sent: the weights are named by their paths.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
import onnxruntime
from PIL import Image
from rapidocr import RapidOCR
from rapidocr.ch_ppocr_rec import TextRecInput
from rapidocr.inference_engine.onnxruntime.main import ONNXRuntimeError

from docpipe.errors import ReadError
from docpipe.readers.ocr.lines import Quad, Text, with_circle


@lru_cache(maxsize=1)
def engine(threads: int) -> Rapid:
    """The engine of this process: 0.3 s and 150 MB; 800 MB when it has read a page."""
    return Rapid(threads)


class Rapid:
    """Finds the lines of a picture, and says what stands in pictures of lines. Raises ReadError when it fails."""

    def __init__(self, threads: int) -> None:
        logging.getLogger("RapidOCR").setLevel(logging.CRITICAL)
        onnxruntime.disable_telemetry_events()
        rapid = RapidOCR(
            params={
                "Global.log_level": "critical",
                "Global.use_cls": False,
                "EngineConfig.onnxruntime.intra_op_num_threads": threads,
                "EngineConfig.onnxruntime.inter_op_num_threads": 1,
            }
        )
        try:
            self._detector, self._recogniser = rapid._load_det_model(), rapid._load_rec_model()
        except (OSError, RuntimeError, ValueError) as error:
            raise ReadError(f"OCR cannot be started: {error}; pip install --force-reinstall rapidocr") from error

    def found(self, image: Image.Image) -> list[Quad]:
        """The corners of each line from the upper left one clockwise, in pixels."""
        boxes = _tried(self._detector, _pixels(image)).boxes
        if boxes is None:
            return []
        return [tuple((float(x), float(y)) for x, y in box) for box in boxes]

    def texts(self, lines: Sequence[Image.Image]) -> list[Text]:
        """What stands in pictures of a line each."""
        images = [_pixels(line) for line in lines]
        answer = _tried(self._recogniser, TextRecInput(img=images, return_word_box=True))
        return [_text(text, info) for text, info in zip(answer.txts, answer.word_results, strict=True)]


def _text(text: str, info: Any) -> Text:
    """A line with the place of each character: the networks' columns of a line, as shares of its width."""
    columns = [column for word in info.word_cols for column in word]
    sure = [float(each) for each, character in zip(info.confs, text, strict=False) if not character.isspace()]
    width = max(float(info.line_txt_len), 1.0)
    return with_circle(Text(text, tuple(min((column + 0.5) / width, 1.0) for column in columns), tuple(sure)))


def _pixels(image: Image.Image) -> Any:
    """Blue, green, red: what the networks were trained on."""
    return np.ascontiguousarray(np.asarray(image)[:, :, ::-1])


def _tried(step: Any, argument: Any) -> Any:
    try:
        return step(argument)
    except (ONNXRuntimeError, cv2.error, ValueError, RuntimeError, ArithmeticError, LookupError) as error:
        raise ReadError(f"OCR failed ({type(error).__name__})") from error
