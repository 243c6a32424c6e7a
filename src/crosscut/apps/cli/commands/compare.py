"""``crosscut compare``: reports side by side, and which differences are more than chance."""

import json
import sys
from pathlib import Path
from shlex import join
from typing import Annotated

import typer

from crosscut.apps.cli.options import Json
from crosscut.core.errors import BadOption
from crosscut.lab.console import err, out, table_of


def command(
    folders: Annotated[
        list[Path],
        typer.Argument(metavar="DIR DIR...", help="Folders that crosscut report has written."),
    ],
    page: Annotated[
        Path | None, typer.Option("--out", help="Write the comparison as a page (.html).")
    ] = None,
    published: Annotated[
        bool,
        typer.Option(
            "--published",
            help="Put Ai Ai's published report on Slither 8x8 beside them, every difference "
            "explained or marked unexplained; then one report is enough.",
        ),
    ] = False,
    as_json: Json = False,
) -> None:
    """Put reports side by side: what differs, by how much, and whether that is more than chance.

    Every report is compared with the first one, figure by figure. The words come first, then all
    figures with their intervals. Differences are corrected for the number of comparisons.
    """
    from crosscut.lab.report.compare.comparison import Comparison
    from crosscut.lab.report.compare.narrative import beside_words, paragraphs
    from crosscut.lab.report.compare.published import beside
    from crosscut.lab.report.saved_report import read_all

    refuse_bad_page(page)
    comparison = Comparison(read_all(folders, least=1 if published else 2))
    publication = beside(comparison.reports) if published else None
    words = paragraphs(comparison) if len(comparison.reports) > 1 else []
    if publication:
        words.append(beside_words(publication))
    if page is not None:
        write_page(page, comparison, publication)
    if as_json:
        found = comparison.to_dict() | {"words": words}
        print(json.dumps(found | {"published": publication and publication.to_dict()}))
        return
    for paragraph in words:
        out.print(f"{paragraph}\n", soft_wrap=False)
    if len(comparison.reports) > 1:
        show(comparison)
    if publication:
        show_published(publication)


def show(comparison) -> None:
    """Print every figure of all reports, and how it differs from that of the first."""
    from crosscut.lab.report.amounts import figure_text
    from crosscut.lab.report.compare.narrative import verdict_text

    letters = [chr(ord("A") + place) for place in range(len(comparison.reports))]
    for letter, report in zip(letters, comparison.reports, strict=True):
        out.print(f"{letter}: {report.name} ({report.about.get('title', '')}), {report.path}")
    for section, rows in comparison.sections.items():
        against = [f"{letter} against A" for letter in letters[1:]]
        table = table_of("", *letters, *against, title=f"\n{section}")
        for row in rows:
            table.add_row(
                f"{row.title}: {row.name}" + f", {row.unit}" * bool(row.unit.strip("%")),
                *map(figure_text, row.figures),
                *(verdict_text(each, row.unit) for each in row.against_first),
            )
        out.print(table)


def show_published(publication) -> None:
    """Print every published figure with ours and how they stand to each other."""
    from crosscut.lab.report.amounts import figure_text

    names = [each.name for each in publication.reports]
    columns = [column for name in names for column in (name, "")]
    table = table_of("", publication.name, *columns, title=f"\n{publication.name}, beside ours")
    for line in publication.lines:
        ours = zip(line.ours, line.agreements, strict=True)
        cells = [text for figure, each in ours for text in (figure_text(figure), each.value)]
        table.add_row(line.what, line.printed, *cells)
    out.print(table)


def refuse_bad_page(path: Path | None) -> None:
    """Raise an error, before any work is done, if no page could be written there."""
    if path is not None and (path.suffix != ".html" or not path.parent.is_dir()):
        raise BadOption(f"cannot write {path}: name a .html file in a folder that exists")


def write_page(path: Path, comparison, publication) -> None:
    """Write the comparison as a page."""
    from crosscut.lab.report.compare.page import render
    from crosscut.play.record import replace_file

    made_by = join(["crosscut", *sys.argv[1:]])
    replace_file(path, render(comparison, publication, made_by))
    err.print(f"written: {path}")
