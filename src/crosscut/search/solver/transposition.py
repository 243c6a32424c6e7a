"""The table of known positions: fixed in size, and when it is full what cost least makes room.

A place holds the check word of a key, and in a second word two numbers and the effort. The numbers
say how much is still to be shown to prove that the player to move reaches what is asked for, and
that he does not: 0 is proven and `SURE` impossible.
"""

from crosscut.core import packing
from crosscut.core.jit import jitable
from crosscut.search.solver.arrays import BUCKET, USED

BITS = 28
SURE = (1 << BITS) - 1
"""The number of a proof that is impossible."""
MOST = 1 << BITS - 1
"""The highest number of a proof that is still possible."""


@jitable
def find(memory, low, high):
    """Return the word on a position in the table of known ones, or 0."""
    known = memory.known
    begin = BUCKET * packing.get_index(low, len(known) // BUCKET)
    for place in range(begin, begin + BUCKET):
        if known[place][0] == high:
            return packing.get(known[place], 1)
    return 0


@jitable
def note(memory, low, high, proof, disproof, nodes):
    """Write what is known of a position, in place of what took the fewest nodes to find out."""
    effort = 1
    while nodes > 0:
        nodes >>= 1
        effort += 1
    known, cursor = memory.known, memory.cursor
    begin = BUCKET * packing.get_index(low, len(known) // BUCKET)
    target, least = begin, 64
    for place in range(begin, begin + BUCKET):
        word = packing.get(known[place], 1)
        if word != 0 and known[place][0] == high:
            target, effort = place, max(effort, word >> 2 * BITS)
            break
        if word >> 2 * BITS < least:
            target, least = place, word >> 2 * BITS
    row = known[target]
    if packing.get(row, 1) == 0:
        cursor[USED] += 1
    row[0] = high
    packing.put(row, 1, proof | disproof << BITS | effort << 2 * BITS)


@jitable
def proof_in(word):
    """Return how much is still to be shown to prove that the player to move succeeds."""
    return word & SURE


@jitable
def disproof_in(word):
    """Return how much is still to be shown to prove that he does not."""
    return word >> BITS & SURE


@jitable
def effort_in(word):
    """Return how many binary digits the nodes took that were spent on a position."""
    return word >> 2 * BITS
