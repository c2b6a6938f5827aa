"""Makes the sounds beside it, from sines and noise: run as a script, it writes them anew, the same every time."""

import wave
from pathlib import Path

import numpy as np

RATE = 22050  # [1/s]; lower: hisses sound dull; higher: larger files
HERE = Path(__file__).resolve().parent


def seconds(length):
    """The moments of a sound (n,) [s]."""
    return np.arange(int(length * RATE)) / RATE


def fading(time, rise, fall):
    """A loudness that comes in `rise` and goes with the time constant `fall` [s]."""
    return np.clip(time / rise, 0.0, 1.0) * np.exp(-time / fall)


def noise(time, low, high, seed):
    """Noise between two frequencies [1/s], its loudest value 1."""
    spectrum = np.fft.rfft(np.random.default_rng(seed).standard_normal(len(time)))
    frequency = np.fft.rfftfreq(len(time), 1 / RATE)
    band = np.exp(-((np.log(np.maximum(frequency, 1.0) / np.sqrt(low * high)) / np.log(high / low)) ** 2) * 4.0)
    sound = np.fft.irfft(spectrum * band, len(time))
    return sound / np.abs(sound).max()


def tone(time, start, end=None):
    """A sine that glides from one frequency to another [1/s]."""
    frequency = np.linspace(start, end or start, len(time))
    return np.sin(2.0 * np.pi * np.cumsum(frequency) / RATE)


def step(low, high, fall, thump, seed):
    """A footstep: a short noise over a low thump."""
    time = seconds(0.16)
    sole = 0.6 * noise(time, low, high, seed) * fading(time, 0.002, fall)
    return sole + thump * tone(time, 110, 60) * fading(time, 0.002, 0.03)


def landing():
    time = seconds(0.28)
    return 0.9 * tone(time, 120, 45) * fading(time, 0.003, 0.07) + 0.4 * noise(time, 200, 1500, 8) * fading(time, 0.002, 0.03)


def bump():
    time = seconds(0.2)
    return 0.8 * tone(time, 220, 120) * fading(time, 0.001, 0.04) + 0.3 * noise(time, 600, 2500, 9) * fading(time, 0.001, 0.015)


def jump():
    time = seconds(0.18)
    return 0.35 * noise(time, 500, 2500, 10) * fading(time, 0.03, 0.05) + 0.25 * tone(time, 180, 330) * fading(time, 0.02, 0.06)


def splash():
    time = seconds(0.42)
    low, high = noise(time, 300, 1600, 11), noise(time, 1500, 6000, 12)
    return 0.7 * low * fading(time, 0.01, 0.14) + 0.4 * high * fading(time, 0.05, 0.10)


def chord(notes, apart, length, fall):
    """Notes [1/s] that begin one after the other, `apart` [s]."""
    time, whole = seconds(length), 0.0
    for number, note in enumerate(notes):
        later = np.maximum(time - number * apart, 0.0)
        bell = np.sin(2 * np.pi * note * later) + 0.3 * np.sin(4 * np.pi * note * later) * np.exp(-later / 0.08)
        whole = whole + bell * fading(later, 0.005, fall)
    return 0.4 * whole


def death():
    time = seconds(0.45)
    return 0.6 * tone(time, 330, 70) * fading(time, 0.01, 0.16) + 0.2 * noise(time, 200, 900, 13) * fading(time, 0.01, 0.1)


def portal():
    time = seconds(0.45)
    return 0.35 * (tone(time, 200, 900) + tone(time, 302, 1350)) * fading(time, 0.08, 0.14)


SOUNDS = {
    "step_stone": lambda: step(900, 4200, 0.018, 0.35, 1),
    "step_stone_2": lambda: step(1100, 4800, 0.015, 0.30, 2),
    "step_wood": lambda: step(300, 1400, 0.030, 0.60, 3),
    "step_wood_2": lambda: step(350, 1600, 0.028, 0.55, 4),
    "step_grass": lambda: step(2200, 7000, 0.045, 0.15, 5),
    "step_grass_2": lambda: step(2500, 7500, 0.040, 0.12, 6),
    "step_water": lambda: step(500, 2600, 0.060, 0.10, 7),
    "land": landing,
    "bump": bump,
    "jump": jump,
    "splash": splash,
    "checkpoint": lambda: chord((660, 880), 0.09, 0.5, 0.13),
    "finish": lambda: chord((523, 659, 784, 1047), 0.12, 0.9, 0.18),
    "die": death,
    "portal": portal,
}


def samples(sound):
    """A sound as 16 bit numbers (n,), faded out at its end so that it does not click."""
    end = np.clip((len(sound) - np.arange(len(sound))) / (0.01 * RATE), 0.0, 1.0)
    return np.round(np.clip(sound * end, -1.0, 1.0) * 32000).astype("<i2")


def write(name, folder=HERE):
    with wave.open(str(folder / f"{name}.wav"), "wb") as file:
        file.setparams((1, 2, RATE, 0, "NONE", ""))
        file.writeframes(samples(SOUNDS[name]()).tobytes())


if __name__ == "__main__":
    for name in SOUNDS:
        write(name)
