"""Captions: words for sounds, for a while, and only for players that want them."""

from types import SimpleNamespace

import pytest

from game.app.session.settings import Settings
from game.app.sound import CAPTIONS, MOST_CAPTIONS, SHOWN_FOR, Captions
from game.scene.event_sounds import FOLDER, PLAIN, SoundCue


@pytest.fixture
def clock():
    return SimpleNamespace(now=10.0)


@pytest.fixture
def captions(clock):
    return Captions(Settings(captions=True), lambda: clock.now)


def cues(*names):
    return [SoundCue(name, 1.0) for name in names]


def test_a_sound_has_a_caption_for_a_while(captions, clock):
    captions.add(cues("jump", "step_stone"))
    assert captions.lines == ("jump",)
    clock.now += SHOWN_FOR + 0.1
    assert captions.lines == ()


def test_the_same_words_are_there_once_and_the_newest_last(captions):
    captions.add(cues("jump", "land", "jump"))
    assert captions.lines == ("landing", "jump")
    captions.add(cues("bump", "splash", "portal"))
    assert len(captions.lines) == MOST_CAPTIONS and captions.lines[-1] == "portal"


def test_off_unless_wanted(clock):
    captions = Captions(Settings(), lambda: clock.now)
    captions.add(cues("jump"))
    assert captions.lines == ()


def test_every_sound_of_an_event_has_words_and_all_words_have_a_sound():
    assert {cue.name for cue in PLAIN.values()} <= set(CAPTIONS) and "switch" in CAPTIONS
    assert all((FOLDER / f"{name}.wav").is_file() for name in CAPTIONS)
