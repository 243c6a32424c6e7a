"""Keep the calibration curves of reports in the package, for `crosscut analyse`.

    python -m crosscut.lab.report.calibration.keep_curves FOLDER ...

A report gives a curve if it has enough games, by the usual engine, of a game of the package. It
takes the place of another one of the same game, size and variant, whatever that rested on.
"""

import argparse
import json
from pathlib import Path

from crosscut.core.errors import BadOption, CrosscutError
from crosscut.core.version import __version__
from crosscut.lab.jsonl_log import Journal
from crosscut.lab.report.calibration.calibration import ENOUGH
from crosscut.lab.report.folder import read_plan
from crosscut.lab.report.sample import Sample
from crosscut.play.record import replace_file
from crosscut.rules.registry import ids
from crosscut.search.analysis import calibration as curves
from crosscut.search.analysis.calibration import Calibration, load_calibrations
from crosscut.search.levels import ratings_key
from crosscut.search.options import DEFAULT

FILE = Path(curves.__file__).with_name("calibrations.json")
DIGITS = 4


def calibration_of(folder: Path) -> tuple[str, Calibration]:
    """Return the game, size and variant of a report, and what its results say of the engine."""
    plan = read_plan(folder)
    if plan.game not in ids() or plan.player != DEFAULT:
        raise BadOption(f"{folder} is not of the usual engine on a game of the package")
    sample = Sample(plan, {"games": Journal(folder / "games.jsonl", "key")})
    opinion = sample.calibration
    if opinion.games < ENOUGH:
        raise BadOption(f"{folder} has {opinion.games} games with a result; it takes {ENOUGH}")
    skill = None if opinion.alike else round(opinion.skill.value, DIGITS)
    return ratings_key(plan.rules), Calibration(
        verdict=opinion.verdict,
        games=opinion.games,
        limit=plan.limit,
        brier=round(opinion.scores["Brier score"].value, DIGITS),
        skill=skill,
        pie=plan.pie,
        version=__version__,
        method=opinion.curve.method,
        knots=tuple((round(x, DIGITS), round(y, DIGITS)) for x, y in opinion.curve.knots),
    )


def keep(folders: list[Path], file: Path = FILE) -> dict[str, Calibration]:
    """Write the curves of reports to a file beside those that it has, and return all of them."""
    found = load_calibrations(file) | dict(map(calibration_of, folders))
    lines = [f" {json.dumps(name)}: {json.dumps(found[name].to_dict())}" for name in sorted(found)]
    replace_file(file, "{\n" + ",\n".join(lines) + "\n}\n" if lines else "{}\n")
    return found


def main() -> None:
    """Keep the curves of the folders that are named."""
    from crosscut.lab.console import err, out

    wanted = argparse.ArgumentParser(
        prog="python -m crosscut.lab.report.calibration.keep_curves",
        description="Keep the calibration curves of reports in the package.",
    )
    wanted.add_argument("folders", type=Path, nargs="+", metavar="FOLDER")
    try:
        for name, each in sorted(keep(wanted.parse_args().folders).items()):
            out.print(f"{name}: {each.verdict}, {each.method}, by {each.source}")
    except CrosscutError as error:
        err.print(str(error))
        raise SystemExit(2) from error


if __name__ == "__main__":
    main()
