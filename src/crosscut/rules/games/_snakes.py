"""Groups that are snakes: open chains of adjacent stones on a hexagon, and the ways between them.

Single stones are eggs. An end of a group touches one stone of its own or, as an egg, none. A
survival path is a row of free cells that would make one snake of two groups; its first cell touches
an end of the one and its last cell an end of the other, one cell doing both if it is the only one,
and no cell touches another stone of the colour. A shortest such row never touches itself, so that
ordinary searches by steps find its length.
"""

from crosscut.core.bits import Bits, count, lowest
from crosscut.core.jit import jitable, separate
from crosscut.rules.boards import Hexagon, members

FAR = 1 << 20
"""The length of a survival path that does not exist."""
PLACED, MERGED = -1, 0
"""What stands for the length of a path in a turn that need not shorten one."""


@jitable
def several(board: Hexagon, stones: Bits) -> bool:
    """Tell whether there are at least two groups, each having two ends or being an egg."""
    one, two, _ = board.touching(stones)
    return count(stones & ~two) + count(stones & ~one) > 2


@jitable
def ways(board: Hexagon, stones: Bits, free: Bits) -> tuple[Bits, Bits, Bits, Bits]:
    """Return the ends, and the free cells that touch two ends only, one end only, no stone."""
    one, two, three = board.touching(stones)
    clear = free & ~board.neighbours(stones & two)
    return stones & ~two, clear & two & ~three, clear & one & ~two, free & ~one


@jitable
def dead(board: Hexagon, stones: Bits, free: Bits, spared: bool) -> Bits:
    """Return the stones of groups without a survival path; a lone group may be spared.

    Most groups live by an area away from all stones that other groups reach as well. Those that do
    not are asked one by one for a path of one or two cells.
    """
    separate()
    ends, links, doors, calm = ways(board, stones, free)
    if count(ends) + count(ends & ~board.neighbours(stones)) <= 2:
        return board.none if spared else stones
    alive = board.none
    while calm:
        area = board.fill(calm & -calm, calm)
        calm = calm ^ area
        tips = board.neighbours(board.neighbours(area) & doors) & ends
        many = count(tips)
        if many > 2 or (many == 2 and tips & ~board.fill(tips & -tips, stones)):
            alive = alive | tips
    rest = stones & ~board.fill(alive, stones)
    found = board.none
    while rest:
        group = board.fill(rest & -rest, stones)
        rest = rest ^ group
        if not is_close(board, group & ends, links, doors):
            found = found | group
    return found


@jitable
def is_close(board: Hexagon, tips: Bits, links: Bits, doors: Bits) -> bool:
    """Tell whether the group with these ends has a survival path of one or two cells."""
    tip = tips & -tips
    if (board.neighbours(tip) ^ board.neighbours(tips ^ tip)) & links:
        return True
    own = board.neighbours(tips) & doors
    return bool(board.neighbours(own) & doors & ~own)


@jitable
def path(board: Hexagon, tip: Bits, tips: Bits, links: Bits, doors: Bits, calm: Bits) -> int:
    """Return the length of the shortest survival path from an end of the group with such ends."""
    near = board.neighbours(tip)
    if near & links & ~board.neighbours(tips ^ tip):
        return 1
    others = doors & ~board.neighbours(tips)
    edge, length = near & doors, 2
    while edge:
        further = board.neighbours(edge)
        if further & others:
            return length
        edge = further & calm
        calm = calm & ~edge
        length += 1
    return FAR


@jitable
def shortest(board: Hexagon, stone: Bits, stones: Bits, free: Bits) -> int:
    """Return the length of the shortest survival path of the group of a stone."""
    separate()
    ends, links, doors, calm = ways(board, stones, free)
    tips = board.fill(stone, stones) & ends
    tip = tips & -tips
    other = tips ^ tip
    length = path(board, tip, tips, links, doors, calm)
    if other:
        length = min(length, path(board, other, tips, links, doors, calm))
    return length


@jitable
def tails(board: Hexagon, stones: Bits, free: Bits) -> Bits:
    """Return the tails: ends of snakes whose other end has a path, and none that is longer."""
    separate()
    ends, links, doors, calm = ways(board, stones, free)
    found, rest = board.none, ends & board.neighbours(stones)
    while rest:
        tip = rest & -rest
        tips = board.fill(tip, stones) & ends
        rest = rest ^ tips
        other = tips ^ tip
        length = path(board, tip, tips, links, doors, calm)
        back = path(board, other, tips, links, doors, calm)
        if length <= back and length < FAR:
            found = found | other
        if back <= length and back < FAR:
            found = found | tip
    return found


@jitable
def other_end(board: Hexagon, stones: Bits, tip: Bits) -> Bits:
    """Return the other end of the snake with this end."""
    _, two, _ = board.touching(stones)
    return board.fill(tip, stones) & ~two & ~tip


@jitable
def targets(board: Hexagon, stones: Bits, free: Bits, tail: Bits) -> tuple[Bits, Bits]:
    """Return the free cells beside the head that touch, with the tail lifted, nothing but the head.

    And those that touch one end of another group as well.
    """
    separate()
    head, rest = other_end(board, stones, tail), stones ^ tail
    ends, links, doors, _ = ways(board, rest, free)
    near, other = board.neighbours(head), board.fill(head, rest) & ends & ~head
    return near & doors, near & links & ~board.neighbours(other)


@jitable
def spots(board: Hexagon, stones: Bits, free: Bits) -> Bits:
    """Return the free cells that touch no snake and at most two eggs."""
    one, _, three = board.touching(stones)
    return free & ~(three | board.neighbours(stones & one))


@jitable
def landings(board: Hexagon, stones: Bits, free: Bits, tail: Bits) -> Bits:
    """Return where a stone may be placed, or a tail be put down, by what it touches there."""
    if not tail:
        return spots(board, stones, free)
    plain, merging = targets(board, stones, free, tail)
    return plain | merging


@jitable
def cleared(
    board: Hexagon, own: Bits, enemy: Bits, spared: bool, own_first: bool
) -> tuple[Bits, Bits]:
    """Return what is left of both colours when their dead are removed, one colour after the other.

    A lone group of the enemy is spared, one of the own colour if said so. A colour that is gone
    ends the game, and the other colour is not looked at any more.
    """
    separate()
    free = board.full & ~(own | enemy)
    if own_first:
        gone = dead(board, own, free, spared)
        if gone and gone == own:
            return board.none, enemy
        return own ^ gone, enemy & ~dead(board, enemy, free | gone, True)
    gone = dead(board, enemy, free, True)
    if gone and gone == enemy:
        return own, board.none
    return own & ~dead(board, own, free | gone, spared), enemy ^ gone


@jitable
def torn(board: Hexagon, own: Bits, enemy: Bits, spared: bool) -> bool:
    """Tell whether both colours have dead, so that the order of removals may matter."""
    free = board.full & ~(own | enemy)
    return bool(dead(board, own, free, spared)) and bool(dead(board, enemy, free, True))


@jitable
def goal(board: Hexagon, stones: Bits, free: Bits, tail: Bits, stone: Bits) -> int:
    """Return the length of the survival path that a crawl has to shorten, or its like."""
    separate()
    if not tail:
        return PLACED
    _, merging = targets(board, stones, free, tail)
    return MERGED if stone & merging else shortest(board, tail, stones, free)


@jitable
def serves(
    board: Hexagon,
    own: Bits,
    enemy: Bits,
    lost: Bits,
    taken: Bits,
    stone: Bits,
    goal: int,
    careful: bool,
) -> bool:
    """Tell whether a stone was put down to some purpose.

    ``own`` and ``enemy`` are what is left after the removals, ``lost`` and ``taken`` what is not. A
    stone that is placed must not be the only one removed, a snake that has crawled must be alive
    and closer to another group, and, if ``careful``, so must one made of two be alive.
    """
    separate()
    if goal == PLACED:
        return bool(taken) or lost != stone
    if goal == MERGED:
        return not careful or not lost & stone
    if lost & stone:
        return False
    return shortest(board, stone, own, board.full & ~(own | enemy)) < goal


@jitable
def comeback(board: Hexagon, own: Bits, enemy: Bits, lost: Bits, wide: bool) -> Bits:
    """Return the first cell, if any, where the owner of lost stones could put one that stays.

    It is looked for among the cells that were emptied or, if ``wide``, in the areas around them.
    """
    separate()
    free = board.full & ~(own | enemy)
    if wide:
        lost = board.fill(lost, free)
    tail, rest = board.none, tails(board, own, free)
    while True:
        tries = landings(board, own, free, tail) & lost
        while tries:
            stone = tries & -tries
            tries = tries ^ stone
            after, length = own ^ tail | stone, goal(board, own, free, tail, stone)
            for own_first in (False, True):
                # a colour that has lost stones and has some left has two groups: none is spared
                left, others = cleared(board, after, enemy, False, own_first)
                now = board.full & ~(left | others)
                if left & stone:
                    if length <= MERGED or shortest(board, stone, left, now) < length:
                        return stone
        if not rest:
            return board.none
        tail = rest & -rest
        rest = rest ^ tail


# For words and diagrams.


def groups(board: Hexagon, stones: int) -> list[int]:
    """Return the groups of some stones."""
    found = []
    while stones:
        found.append(board.fill(stones & -stones, stones))
        stones ^= found[-1]
    return found


def is_chain(board: Hexagon, group: int) -> bool:
    """Tell whether a group is an egg or an open chain."""
    _, two, three = board.touching(group)
    return not group & three and (group & -group == group or count(group & ~two) == 2)


def in_order(board: Hexagon, group: int) -> list[int]:
    """Return the cells of a chain from the end that is further up, or left, to the other end."""
    _, two, _ = board.touching(group)
    ends = members(group & ~two) or members(group)
    places = {cell: board.place(cell)[::-1] for cell in ends}
    order = [min(ends, key=places.get)]
    while rest := board.neighbours(1 << order[-1]) & group & ~sum(1 << cell for cell in order):
        order.append(lowest(rest))
    return order
