"""Ctrl-C ends the game without Panda3D's remarks in the terminal."""

import os
import signal

from direct.task.Task import TaskManager

from game.app.game import interrupt_silently


def test_an_interrupt_ends_the_game_and_prints_nothing(capsys):
    """The terminal said "* interrupt by keyboard"."""
    tasks, ticks = TaskManager(), []

    def tick(task):
        ticks.append(task)
        if len(ticks) == 2:
            os.kill(os.getpid(), signal.SIGINT)
        return task.again if len(ticks) > 5 else task.cont

    tasks.add(tick, "tick")
    interrupt_silently(tasks)
    tasks.run()
    tasks.destroy()
    assert len(ticks) == 2
    assert capsys.readouterr().out == ""
