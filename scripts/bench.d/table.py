"""Prints a figure as a table."""


def text(value):
    if isinstance(value, float):
        return f"{value:,.2f}".rstrip("0").rstrip(".")
    if isinstance(value, int):
        return f"{value:,}"
    return "" if value is None else str(value)


def show(figure):
    columns = []
    for row in figure["rows"]:
        columns += [name for name in row if name not in columns]
    lines = [columns] + [[text(row.get(name)) for name in columns] for row in figure["rows"]]
    lines[0] = ["" if name == "case" else name for name in columns]
    widths = [max(len(line[place]) for line in lines) for place in range(len(columns))]
    print(f"\n{figure['title']}")
    for line in lines:
        first = line[0].ljust(widths[0])
        print("  " + "  ".join([first] + [cell.rjust(width) for cell, width in zip(line[1:], widths[1:])]).rstrip())
    for note in figure["notes"]:
        print(f"  - {note}")
