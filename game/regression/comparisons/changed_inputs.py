"""The inputs of a case that differ from those on record: level, script, start, rate, parameters and rules."""


def causes(now, was):
    """Return a list of texts with the changed inputs of a case, the most likely causes of a difference first.

    now, was: `head` of today's Golden and of the Golden on record
    """
    found = [f"the {name} has changed" for name in ("level-hash", "script", "start") if now[name] != was.get(name)]
    words = changed_words(now["player"], was.get("player", "")) + changed_words(now["rules"], was.get("rules", ""))
    rate = [f"{now['rate']} ticks a second instead of {was.get('rate')}"] if now["rate"] != was.get("rate") else []
    return [text.replace("level-hash", "level") for text in found] + rate + words


def changed_words(now, was):
    """Return texts such as "step_up=0.3 instead of 0.4" for the names whose values differ, or that only one text has.

    now, was: texts of `name=value` words, separated by spaces
    """
    today, before = (dict(word.split("=", 1) for word in text.split()) for text in (now, was))
    changed = [name for name in today | before if today.get(name) != before.get(name)]
    return [f"{name}={today.get(name, 'nothing')} instead of {before.get(name, 'nothing')}" for name in changed]
