"""Makes the sounds beside it, from sines and noise: run as a script, it writes them anew, the same every time.

A thing that is struck rings in a few tones of its own, each fading at its own pace: few and short for stone, lower and longer
for wood, high and long for iron. What gives way (grass, water) is noise in small grains. Nothing tells by tones below 150 Hz
alone: the loudspeakers of a portable computer have none.
"""

import wave
from pathlib import Path

import numpy as np

RATE = 22050  # [1/s]; lower: hisses sound dull; higher: larger files
HEEL_TO_TOE = 0.055  # [s] from the heel's touch to the toe's. Shorter: one dull knock; longer: two steps
HERE = Path(__file__).resolve().parent


def seconds(length):
    """The moments of a sound (n,) [s]."""
    return np.arange(int(length * RATE)) / RATE


def fading(time, rise, fall):
    """A loudness that comes in `rise` and goes with the time constant `fall` [s]; nothing before time 0."""
    return np.clip(time / rise, 0.0, 1.0) * np.exp(-np.maximum(time, 0.0) / fall)


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


def ringing(time, tones):
    """What was struck at time 0. tones: (frequency [1/s], loudness, time constant [s]) each."""
    return sum(loud * np.sin(2 * np.pi * frequency * time) * fading(time, 0.0015, fall) for frequency, loud, fall in tones)


def grains(time, often, length, seed):
    """The loudness of many small grains, `often` a second, each fading in `length` [s]; its largest value 1."""
    chance = np.random.default_rng(seed)
    struck = (chance.random(len(time)) < often / RATE) * chance.uniform(0.3, 1.0, len(time))
    heard = np.convolve(struck, fading(seconds(8 * length), 0.001, length))[: len(time)]
    return heard / heard.max()


def heel_and_toe(hit, length, toe=0.45):
    """A footstep of what one touch sounds like. hit(time, number of the touch); toe: how loud the second is"""
    time = seconds(length)
    return hit(time, 0) + toe * hit(time - HEEL_TO_TOE, 1)


def hard_step(tones, low, high, fall, seed, apart=1.0, length=0.15, peak=0.7):
    """On something that rings: a click between two frequencies [1/s], and tones. apart: of another foot the tones are"""

    def hit(time, touch):
        own = [(frequency * apart * (1.0 + 0.07 * touch), loudness, lasting) for frequency, loudness, lasting in tones]
        return 0.55 * noise(time, low, high, seed + 50 * touch) * fading(time, 0.001, fall) + ringing(time, own)

    return levelled(heel_and_toe(hit, length), peak)


def soft_step(low, high, often, length, rise, fall, seed):
    """Into something that gives way: grains of noise between two frequencies [1/s]."""
    time = seconds(length)
    loudness = grains(time, often, 0.004, seed) * fading(time, rise, fall)
    return levelled(noise(time, low, high, seed + 1) * loudness + 0.1 * tone(time, 190, 120) * fading(time, 0.004, 0.02), 0.5)


def levelled(sound, peak):
    """The same, its loudest value `peak`."""
    return sound * (peak / np.abs(sound).max())


STONE = ((240, 0.45, 0.016), (1130, 0.30, 0.010), (1720, 0.24, 0.008), (2630, 0.14, 0.006))
WOOD = ((172, 0.60, 0.040), (305, 0.55, 0.034), (515, 0.40, 0.026), (870, 0.18, 0.016))
IRON = ((205, 0.35, 0.030), (642, 0.40, 0.055), (1390, 0.30, 0.045), (2270, 0.20, 0.035), (3580, 0.10, 0.02))


def stone(seed, apart):
    return hard_step(STONE, 1200, 5200, 0.007, seed, apart)


def wood(seed, apart):
    return hard_step(WOOD, 400, 2200, 0.008, seed, apart, 0.20)


def iron(seed, apart):
    return hard_step(IRON, 2500, 7000, 0.005, seed, apart, 0.24, 0.45)


def grass(seed):
    return soft_step(1500, 6500, 900, 0.20, 0.022, 0.050, seed)


def landing():
    """Both feet, and the body above them."""
    time = seconds(0.30)
    feet = 0.9 * noise(time, 300, 2200, 8) * fading(time, 0.002, 0.045)
    body = ringing(time, ((95, 0.35, 0.07), (190, 0.5, 0.05), (330, 0.5, 0.04), (560, 0.35, 0.03)))
    return levelled(feet + body + 0.2 * noise(time, 900, 3500, 18) * fading(time - 0.03, 0.01, 0.05), 0.9)


def bump():
    """A head against something hard: a dull knock."""
    time = seconds(0.24)
    knock = ringing(time, ((260, 0.6, 0.045), (415, 0.5, 0.035), (770, 0.3, 0.022)))
    return levelled(knock + 0.4 * noise(time, 700, 3000, 9) * fading(time, 0.001, 0.010), 0.8)


def jump():
    """A push of the feet, and cloth."""
    time = seconds(0.20)
    push = 0.35 * ringing(time, ((210, 0.7, 0.03), (350, 0.5, 0.025)))
    return levelled(push + 0.6 * noise(time, 700, 3200, 10) * fading(time, 0.045, 0.05), 0.5)


def splash():
    time = seconds(0.5)
    low, high = noise(time, 300, 1600, 11), noise(time, 1500, 6000, 12) * grains(time, 700, 0.006, 14)
    return levelled(0.8 * low * fading(time, 0.008, 0.10) + 0.7 * high * fading(time, 0.05, 0.13), 0.7)


def wading(seed):
    """A foot through water: a swish, and bubbles that rise in pitch."""
    time = seconds(0.24)
    bubbles = sum(
        tone(time, pitch, 1.7 * pitch) * fading(time - begin, 0.006, 0.018) * (time > begin)
        for pitch, begin in zip((520, 760, 640, 980), np.random.default_rng(seed).uniform(0.02, 0.13, 4))
    )
    return levelled(noise(time, 500, 2800, seed) * fading(time, 0.03, 0.055) + 0.35 * bubbles, 0.32)


def chord(notes, apart, length, fall, peak=0.6):
    """Notes [1/s] that begin one after the other, `apart` [s]."""
    time, whole = seconds(length), 0.0
    for number, note in enumerate(notes):
        later = np.maximum(time - number * apart, 0.0)
        bell = np.sin(2 * np.pi * note * later) + 0.3 * np.sin(4 * np.pi * note * later) * np.exp(-later / 0.08)
        whole = whole + bell * fading(later, 0.005, fall)
    return levelled(whole, peak)


def death():
    time = seconds(0.45)
    falling = 0.6 * tone(time, 390, 110) * fading(time, 0.01, 0.16) + 0.2 * tone(time, 585, 165) * fading(time, 0.01, 0.12)
    return levelled(falling + 0.25 * noise(time, 300, 1200, 13) * fading(time, 0.01, 0.1), 0.6)


def portal():
    time = seconds(0.5)
    return levelled((tone(time, 200, 900) + tone(time, 302, 1350)) * fading(time, 0.10, 0.14), 0.5)


def clink():
    """Two balls of glass that meet."""
    time = seconds(0.22)
    glass = ringing(time, ((1870, 0.5, 0.035), (3120, 0.45, 0.05), (4730, 0.25, 0.03), (6200, 0.12, 0.02)))
    return levelled(glass + 0.2 * noise(time, 2500, 7000, 41) * fading(time, 0.001, 0.004), 0.5)


def switch():
    """A switch that snaps over."""
    time = seconds(0.12)
    snap = noise(time, 1500, 6000, 42) * (fading(time, 0.001, 0.005) + 0.6 * fading(time - 0.03, 0.001, 0.006))
    return levelled(snap + 0.3 * ringing(time, ((420, 0.5, 0.02), (950, 0.4, 0.012))), 0.45)


def crack():
    """Glass or a brick that breaks, and its pieces on the floor."""
    time = seconds(0.45)
    pieces = noise(time, 1500, 6500, 43) * grains(time, 90, 0.008, 44) * fading(time, 0.02, 0.14)
    return levelled(noise(time, 600, 4000, 45) * fading(time, 0.001, 0.02) + 0.8 * pieces, 0.7)


def burst():
    """A small explosion: a bang, and a rumble that dies away."""
    time = seconds(0.9)
    bang = noise(time, 200, 2400, 46) * fading(time, 0.002, 0.08)
    rumble = 0.7 * noise(time, 150, 500, 47) * fading(time, 0.02, 0.22)
    return levelled(bang + rumble + 0.3 * tone(time, 190, 60) * fading(time, 0.002, 0.1), 0.9)


def magic():
    """Small bells one after the other, upwards."""
    return chord((1175, 1480, 1760, 2217, 2637), 0.045, 0.7, 0.16, 0.45)


# What sounds all the time: each goes round without a seam, so every tone makes whole turns, and noise does so by itself


def around(time, times):
    """A swell that comes so many times in the loop, -1..1."""
    return np.sin(2.0 * np.pi * times * np.arange(len(time)) / len(time))


def wind():
    """Gusts: two hisses that swell by turns."""
    time = seconds(1.6)
    low, high = noise(time, 250, 900, 31), noise(time, 700, 2600, 32)
    return levelled(low * (1.0 + 0.35 * around(time, 1)) + 0.45 * high * (1.0 - 0.5 * around(time, 2)), 0.5)


def water():
    """A murmur, and drops in it."""
    time = seconds(1.6)
    drops = np.fft.irfft(np.fft.rfft(grains(time, 220, 0.006, 33)) * np.fft.rfft(noise(time, 900, 4200, 34)), len(time))
    return levelled(0.8 * noise(time, 300, 1400, 35) + 0.9 * drops / np.abs(drops).max(), 0.5)


def belt():
    """Rollers, ten a second, under a hiss."""
    time = seconds(0.8)
    rollers = (0.5 + 0.5 * around(time, 8)) ** 6
    return levelled(noise(time, 500, 2400, 36) * (0.25 + 0.75 * rollers) + 0.15 * np.sin(2.0 * np.pi * 240 * time), 0.4)


def hum():
    """A motor: tones of 160 Hz and above that beat, and a little of its bearings."""
    time = seconds(0.8)
    tones = ((160, 0.6), (162.5, 0.4), (320, 0.5), (482.5, 0.25), (640, 0.15))
    motor = sum(loud * np.sin(2.0 * np.pi * tone * time) for tone, loud in tones)
    return levelled(motor + 0.12 * noise(time, 900, 3000, 37), 0.4)


LOOPS = {"wind": wind, "water": water, "belt": belt, "hum": hum}

SOUNDS = {
    "step_stone": lambda: stone(1, 1.0),
    "step_stone_2": lambda: stone(2, 1.09),
    "step_wood": lambda: wood(3, 1.0),
    "step_wood_2": lambda: wood(4, 1.07),
    "step_iron": lambda: iron(20, 1.0),
    "step_iron_2": lambda: iron(22, 1.06),
    "step_grass": lambda: grass(5),
    "step_grass_2": lambda: grass(6),
    "step_water": lambda: wading(7),
    "step_water_2": lambda: wading(17),
    "land": landing,
    "bump": bump,
    "jump": jump,
    "splash": splash,
    "checkpoint": lambda: chord((660, 880), 0.09, 0.5, 0.13),
    "finish": lambda: chord((523, 659, 784, 1047), 0.12, 0.9, 0.18),
    "medal": lambda: chord((784, 988, 1175, 1568, 1976), 0.10, 1.1, 0.26, 0.5),
    "die": death,
    "portal": portal,
    "clink": clink,
    "switch": switch,
    "crack": crack,
    "burst": burst,
    "magic": magic,
}


def samples(sound):
    """A sound as 16 bit numbers (n,)."""
    return np.round(np.clip(sound, -1.0, 1.0) * 32000).astype("<i2")


def ended(sound):
    """The same, faded out at its end so that it does not click."""
    return sound * np.clip((len(sound) - 1 - np.arange(len(sound))) / (0.03 * RATE), 0.0, 1.0)


def write(name, folder=HERE):
    """One of SOUNDS or LOOPS."""
    sound = LOOPS[name]() if name in LOOPS else ended(SOUNDS[name]())
    with wave.open(str(folder / f"{name}.wav"), "wb") as file:
        file.setparams((1, 2, RATE, 0, "NONE", ""))
        file.writeframes(samples(sound).tobytes())


if __name__ == "__main__":
    for name in (*SOUNDS, *LOOPS):
        write(name)
