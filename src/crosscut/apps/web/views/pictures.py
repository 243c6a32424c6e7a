"""Pictures to take away: of a position, and of a whole game that plays itself."""

from functools import lru_cache

from crosscut.apps.web.deadline import Patience
from crosscut.apps.web.positions import Moment, position_of
from crosscut.play import svg
from crosscut.play.position import Position

SECONDS = 1.0
"""How long an animation shows each position."""
LINGER = 4
"""For how many times as long it shows the last one."""
END = "\n</svg>"


def picture(moment: Moment) -> str:
    """Return a picture of a position as an SVG document."""
    return position_of(moment).svg()


@lru_cache(maxsize=16)
def animation(moment: Moment) -> str:
    """Return a game as an SVG document that shows one position after the other, again and again.

    The board is drawn once. What does not animate, or shall not, shows the last position.
    """
    end = position_of(moment)
    frames = [here for here in end.line if not here.mid_turn]
    parts = [parted(end)[0], style(len(frames))]
    patience = Patience()
    for number, here in enumerate(frames):
        patience.check()
        parts.append(f'<g class="f f{number}">{parted(here)[1]}</g>')
    return "\n".join(parts) + END


def parted(position: Position) -> tuple[str, str]:
    """Return a picture up to the empty board, and what stands on it."""
    ground = "\n".join(svg.ground(position.game))
    head, ground, pieces = svg.draw(position).partition(ground)
    return head + ground, pieces.removesuffix(END).strip()


def style(frames: int) -> str:
    """Return the style by which each of some frames is seen in its own time."""
    total = (frames - 1 + LINGER) * SECONDS
    rules = []
    for number in range(frames):
        begin = 100 * number * SECONDS / total
        end = 100 * (number + 1) * SECONDS / total if number + 1 < frames else 100
        rules.append(
            f"@keyframes k{number}{{0%{{visibility:hidden}}{begin:.3f}%{{visibility:visible}}"
            f"{end:.3f}%{{visibility:hidden}}}}"
            f".f{number}{{animation:k{number} {total:g}s step-end infinite}}"
        )
    rules.append("@media (prefers-reduced-motion:reduce){g.f{animation:none}}")
    first = f".f{{visibility:hidden}}.f{frames - 1}{{visibility:visible}}"
    return f"<style>{first}{''.join(rules)}</style>"
