"""Measures the first import and the start."""

from measure import milliseconds, timed


def measure(folders, options):
    rows = []
    for files in (options.small, options.large):
        folder = folders.get(files)
        starts, checks, stops = [], [], []
        for _ in range(2 if options.quick else 3):
            folder.stop()
            folder.start()
            stops.append(folder.times["stop"])
            starts.append(folder.times["start"])
            checks.append(folder.times["checked"])
        status = milliseconds([
            timed(["git", "status", "--porcelain"], folder.sandbox.environment, folder.plain)[0] for _ in range(3)])
        rows.append({
            "case": folder.title,
            "init s": round(folder.times["init"], 2),
            "git import s": round(folder.times["git import"], 2),
            "ratio": round(folder.times["init"] / folder.times["git import"], 2),
            "first start s": round(folder.times["first start"], 2),
            "start s": round(min(starts), 2),
            "checked s": round(min(checks), 2),
            "stop s": round(max(stops), 2),
            "git status s": round(status["median"] / 1000, 3),
        })
    return {
        "title": "First import and start",
        "rows": rows,
        "notes": [
            "init: `stet init` of a folder with these files, durable; git import: git init && git add -A && git commit,"
            " not durable",
            "start: `stet start` until it answers, the least of several, files in the cache; goal at the largest folder"
            " <= 0.2 s; checked: until every file was compared with the recorded state, by a further `stet start --wait`,"
            " goal <= start + git status",
            "stop: the longest, goal <= 2 s",
        ],
    }
