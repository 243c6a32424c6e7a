"""How ``crosscut bench`` shows what it measured: tables, and a chart."""

from pathlib import Path

from crosscut.lab.console import out, table_of
from crosscut.lab.stats import Z
from crosscut.search.analysis.figures import LINE, PALE, chart

PICTURES = (".svg", ".png", ".pdf")


def show(result: dict) -> None:
    """Print the rates of one game as a table."""
    columns = ("", "playouts/s", "µs", "moves", "turns", "first wins", "drawn", "playouts")
    table = table_of(*columns, title=result["title"])
    for way in ("sampled", "enumerated"):
        found = result[way]
        table.add_row(
            way,
            f"{found['playouts_per_second']:,.0f}",
            f"{found['microseconds']:.2f}",
            mean_text(found["mean_moves"], found["mean_moves_error"]),
            f"{found['mean_turns']:.2f}",
            f"{found['first_seat_wins']:.1%}",
            f"{found['draws'] / found['playouts']:.1%}",
            f"{found['playouts']:,}",
        )
    out.print(table)
    show_reference(result.get("against"), "rollouts", "sampled play")
    show_reference(result.get("against_same_game"), "rollouts", "sampled play")


def mean_text(mean: float, error: float) -> str:
    """Return a mean with half of its interval of 95 %, unless that rounds to nothing."""
    reach = f"{Z * error:.2f}"
    return f"{mean:.2f}" if float(reach) == 0 else f"{mean:.2f} ± {reach}"


def show_reference(other: dict | None, counted: str, ours: str) -> None:
    """Print how fast a reference is, if it was measured, and how much faster we are."""
    if other:
        out.print(
            f"{other['reference']}: {other['reference_per_second']:,.0f} {counted}/s; "
            f"{ours} is {other['ratio']:.1f} times as fast"
        )


def show_search(result: dict) -> None:
    """Print the rate of the tree search of one game as a table."""
    table = table_of("", "simulations/s", "µs", "simulations", title=result["title"])
    found = result["search"]
    table.add_row(
        "search",
        f"{found['simulations_per_second']:,.0f}",
        f"{found['microseconds']:.2f}",
        f"{found['simulations']:,}",
    )
    out.print(table)
    show_reference(result.get("against"), "rollouts", "the search")
    show_reference(result.get("against_same_game"), "simulations", "the search")
    if several := result.get("threads"):
        out.print(
            f"by the clock: {several['one_thread_per_second']:,.0f} simulations/s by one thread, "
            f"{several['simulations_per_second']:,.0f} by {several['threads']}, "
            f"{several['ratio']:.2f} times as many"
        )


def show_search_on_gpu(result: dict) -> None:
    """Print the rate of the tree search with a GPU, beside one thread without."""
    found = result["search"]
    out.print(result["title"], style="bold")
    out.print(
        f"{result['device']}, {found['threads']} threads: {found['simulations_per_second']:,.0f} "
        f"simulations/s from {found['leaves_per_second']:,.0f} leaves/s, by the clock"
    )
    out.print(
        f"one thread without it: {found['one_thread_per_second']:,.0f} simulations/s; "
        f"{found['ratio']:,.1f} times as many"
    )


def show_envs(result: dict) -> None:
    """Print the rate of the vectorised environment of one game as a table."""
    table = table_of("", "actions/s", "ns", "batch", "actions", "games", title=result["title"])
    found = result["envs"]
    table.add_row(
        f"on {found['device']}" if "device" in found else "environment",
        f"{found['actions_per_second']:,.0f}",
        f"{found['nanoseconds']:.{1 if found['nanoseconds'] > 10 else 2}f}",
        f"{found['batch']:,}",
        f"{found['actions']:,}",
        f"{found['games']:,}",
    )
    out.print(table)
    show_reference(result.get("against"), "actions", "the environment")


def show_all(result: dict) -> None:
    """Print the rates of all games as a table."""
    columns = ("game", "playouts/s", "µs", "moves", "× hex 11x11", "× the same game")
    table = table_of(*columns)
    for row in result["games"]:
        found = row["sampled"]
        ratios = (row.get(name, {}).get("ratio") for name in ("against", "against_same_game"))
        table.add_row(
            row["title"].partition(",")[0],
            f"{found['playouts_per_second']:,.0f}",
            f"{found['microseconds']:.2f}",
            f"{found['mean_moves']:.1f}",
            *("" if ratio is None else f"{ratio:.1f}" for ratio in ratios),
        )
    out.print(table)
    if any("against" in row for row in result["games"]):
        out.print("× means times as fast as OpenSpiel's compiled rollouts in the same run")


def show_device(result: dict) -> None:
    """Print the rate of random play on a device, beside one core and all cores."""
    table = table_of("", "playouts/s", "µs", "playouts", "ratio", title=result["title"])
    cores = result["all_cores"]["cores"]
    for name, found, ratio in (
        (result["device"], result, None),
        ("one core", result["one_core"], result["times_one_core"]),
        (f"all {cores} cores", result["all_cores"], result["times_all_cores"]),
    ):
        rate = found["playouts_per_second"]
        times = "" if ratio is None else f"{ratio:,.1f}"
        table.add_row(name, f"{rate:,.0f}", f"{1e6 / rate:.3g}", f"{found['playouts']:,}", times)
    out.print(table)
    if kernel := result["kernel"]:
        out.print(
            f"the kernel: {kernel['registers']} registers, {kernel['local_bytes']:,} local bytes a "
            f"thread, {kernel['warps']} warps at once, an occupancy of {kernel['occupancy']:.0%}"
        )
    out.print(equality(result))


def equality(result: dict) -> str:
    """Say how many games were the same on the CPU."""
    same = result["compared"] - result["different"]
    return f"{same:,} of {result['compared']:,} games end as, and when, they do on the CPU"


def show_all_on(result: dict) -> None:
    """Print the rates of all games on a device as a table."""
    columns = ("game", "playouts/s", "× one core", "× all cores", "same games", "registers")
    table = table_of(*columns, "local bytes", "occupancy")
    measured = [row for row in result["games"] if "error" not in row]
    for row in measured:
        kernel = row["kernel"]
        table.add_row(
            row["title"].partition(",")[0],
            f"{row['playouts_per_second']:,.0f}",
            f"{row['times_one_core']:,.1f}",
            f"{row['times_all_cores']:,.1f}",
            f"{row['compared'] - row['different']:,} of {row['compared']:,}",
            *(f"{kernel[name]:,}" if kernel else "" for name in ("registers", "local_bytes")),
            f"{kernel['occupancy']:.0%}" if kernel else "",
        )
    out.print(table)
    for row in result["games"]:
        if "error" in row:
            out.print(row["error"])
    if measured:
        cores = measured[0]["all_cores"]["cores"]
        out.print(f"on {measured[0]['device']}, beside one and all {cores} cores in the same run")


def show_sizes(result: dict) -> None:
    """Print the cost by size as a table."""
    table = table_of("size", "cells", "moves", "playouts/s", "µs", "ns per cell and move")
    for row in result["sizes"]:
        table.add_row(
            row["board"],
            str(row["cells"]),
            f"{row['mean_moves']:.1f}",
            f"{row['playouts_per_second']:,.0f}",
            f"{row['microseconds']:.2f}",
            f"{row['nanoseconds_per_cell_and_move']:.3f}",
        )
    out.print(table)


def draw(result: dict, path: Path) -> None:
    """Draw what a playout costs by size, beside a line that grows with cells times moves."""
    rows = result["sizes"]
    cells = [row["cells"] for row in rows]
    cost = [row["microseconds"] for row in rows]
    work = [row["cells"] * row["mean_moves"] for row in rows]
    grown = [cost[0] * each / work[0] for each in work]
    name = Path(result["game"]).stem.capitalize()
    with chart(path, 7, 4.5) as axes:
        axes.loglog(cells, cost, "o-", color=LINE, label="measured")
        axes.loglog(cells, grown, "--", color=PALE, label="cells × moves, from the first size")
        axes.set_xticks(cells, [row["board"].replace("x", "×") for row in rows])
        axes.set_xticks([], minor=True)
        axes.yaxis.set_major_formatter("{x:g}")
        axes.set_xlabel("board")
        axes.set_ylabel("µs per random playout, one core")
        axes.set_title(f"{name}, {result['variant']}: cost of a playout")
        axes.grid(True, which="major", alpha=0.3)
        axes.legend()
