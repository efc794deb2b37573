"""Rounds of any game in compiled code: batches are dealt, and every hand is walked through the tables.

Each step is taken for all rounds of a batch, so that memory latency is hidden and plain loops become vector code. What
a loop looks up is taken out of its tuple before: numba counts references to an array wherever it is named.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from houseway.jit import njit
from houseway.simulation.dealing import BATCH, draw_rounds
from houseway.simulation.kernel_tables import CODE, COMPARED, PERM, POINT, SETTLED, STRENGTH, Targets
from houseway.simulation.kernel_units import BITS, Direct, Units
from houseway.simulation.philox import HALF, Word, fill_words, round_block
from houseway.simulation.philox import LOW as WORD

Bytes = NDArray[np.uint8]
Codes = NDArray[np.uint16]
Ints = NDArray[np.int64]
Numbers = NDArray[np.uint32]


CODES, STRENGTHS, RENAMED = 2**CODE - 1, 2**STRENGTH - 1, 2**PERM - 1


# --- dealing one player's rounds, in sets of cards ---


@njit(cache=True, nogil=True, error_model="numpy", boundscheck=False)
def deal_sets(key: Word, first: Word, size: int, units: Units, numbers: Numbers, cards: Codes) -> None:
    """Deal a batch of rounds: the cards in each place, and the number of each set that is looked up by number.

    A set is drawn from the cards that are left; from the last set to the first, its cards move past those drawn before.
    """
    draw_numbers(key, first, size, units, numbers)
    sizes, slots, sets, packed = units.sizes, units.slots, units.sets, np.empty(BATCH, np.uint32)
    for unit in range(len(sizes)):
        line = numbers[unit]
        if sizes[unit] == 1:
            cards[slots[unit]] = line
            continue
        start = units.offsets[unit]
        for i in range(BATCH):
            packed[i] = sets[start + np.int64(line[i])]
        for k in range(sizes[unit]):
            place, shift = cards[slots[unit] + k], np.uint32(BITS * k)
            for i in range(BATCH):
                place[i] = packed[i] >> shift & np.uint32(2**BITS - 1)
    for unit in range(len(sizes) - 1, 0, -1):
        for before in range(unit - 1, -1, -1):
            for other in range(slots[before], slots[before] + sizes[before]):
                drawn = cards[other]
                for slot in range(slots[unit], slots[unit] + sizes[unit]):
                    place = cards[slot]
                    for i in range(BATCH):
                        place[i] += np.uint16(place[i] >= drawn[i])
        if units.numbered[unit]:
            line = numbers[unit]
            line[:] = 0
            for k in range(sizes[unit]):
                place, below = cards[slots[unit] + k], units.below[k]
                for i in range(BATCH):
                    line[i] += below[place[i]]


@njit(cache=True, nogil=True, error_model="numpy", boundscheck=False)
def draw_numbers(key: Word, first: Word, size: int, units: Units, numbers: Numbers) -> None:
    """Draw the number of each set among those of the cards that are left, several from each word."""
    counts, ends, least = units.counts, units.ends, units.least
    blocks = (len(least) + 3) // 4
    words, rest = np.empty((4 * blocks, BATCH), np.uint32), np.empty(BATCH, np.uint32)
    unfair, again = np.zeros(BATCH, np.uint8), np.empty(BATCH + 1, np.int64)
    for block in range(blocks):
        fill_words(key, first, block, words[4 * block : 4 * block + 4])
    for word in range(len(least)):
        rest[:] = words[word]
        for unit in range(ends[word], ends[word + 1]):
            count, line = counts[unit], numbers[unit]
            for i in range(BATCH):
                product = np.uint64(rest[i]) * count
                line[i] = product >> HALF
                rest[i] = product & WORD
        bound = np.uint32(least[word])
        for i in range(BATCH):
            unfair[i] |= np.uint8(rest[i] < bound)
    left = 0
    for i in range(size):
        again[left] = i
        left += unfair[i]
    for i in again[:left]:
        redraw(key, first + np.uint64(i), blocks, units, numbers[:, i])


@njit(cache=True, nogil=True, error_model="numpy", boundscheck=False)
def redraw(key: Word, number: Word, blocks: int, units: Units, numbers: Numbers) -> None:
    """The same for one round whose first words would favour some sets: from its next blocks that favour none."""
    fair, block = False, blocks
    while not fair:
        fair = True
        for word in range(len(units.least)):
            if word & 3 == 0:
                one, two, three, four = round_block(key, number, block)
                block += 1
            rest = np.uint64(one)
            one, two, three = two, three, four
            for unit in range(units.ends[word], units.ends[word + 1]):
                rest *= units.counts[unit]
                numbers[unit] = rest >> HALF
                rest &= WORD
            fair &= rest >= units.least[word]


# --- walking hands through the tables ---


@njit(cache=True, nogil=True, error_model="numpy", boundscheck=False)
def number_sets(size: int, places: Ints, names: Bytes, faces: Bytes, tables: Targets, numbers: Ints) -> None:
    """Number sets of faces that begin in these places among all sets of their size, suits renamed."""
    renamed, choose, width, each = tables.renamed.ravel(), tables.choose, tables.renamed.shape[1], faces.shape[1]
    flat, one_face, two_faces, three_faces = (
        faces.ravel(),
        choose[0],
        choose[min(1, size - 1)],
        choose[min(2, size - 1)],
    )
    count, row = len(places), np.empty(size, np.int64)
    if size == 1:
        for j in range(count):
            numbers[j] = renamed[np.int64(names[j]) * width + flat[places[j]]]
    elif size == 2:
        for j in range(count):
            name, at = np.int64(names[j]) * width, places[j]
            one, two = np.int64(renamed[name + flat[at]]), np.int64(renamed[name + flat[at + each]])
            numbers[j] = one_face[min(one, two)] + two_faces[max(one, two)]
    elif size == 3:
        for j in range(count):
            name, at = np.int64(names[j]) * width, places[j]
            one, two = np.int64(renamed[name + flat[at]]), np.int64(renamed[name + flat[at + each]])
            three = np.int64(renamed[name + flat[at + 2 * each]])
            low, high = min(one, two, three), max(one, two, three)
            numbers[j] = one_face[low] + two_faces[one + two + three - low - high] + three_faces[high]
    else:
        for j in range(count):
            name, at = np.int64(names[j]) * width, places[j]
            number = np.int64(0)
            for k in range(size):
                face = np.int64(renamed[name + flat[at + k * each]])
                free = k
                while free > 0 and row[free - 1] > face:
                    row[free] = row[free - 1]
                    free -= 1
                row[free] = face
            for k in range(size):
                number += choose[k, row[k]]
            numbers[j] = number


@njit(cache=True, nogil=True, error_model="numpy", boundscheck=False)
def walk(size: int, faces: Bytes, own: Ints, target: Ints, names: Bytes, tables: Targets) -> None:
    """Lead the hands of a batch from their targets to their ends. `own` says where the hand's own cards begin, and
    afterwards where the next player's do."""
    infos, _, entries, _, _, points, _, _, composed, _, _, _ = tables
    going, group, used, each = np.arange(size), np.empty(size + 1, np.int64), own.copy(), faces.shape[1]
    places, numbers, named = np.empty(size, np.int64), np.empty(size, np.int64), np.empty(size, np.uint8)
    left, turn = size, size
    while left:
        turn, left = left, 0
        for j in range(turn):
            i = going[j]
            going[left] = i
            left += infos[target[i]] < 0
        for point in range(len(points) if left else 0):
            count, start, members = points[point, 0], points[point, 1], 0
            for j in range(left):
                i = going[j]
                group[members] = i
                members += ~infos[target[i]] & 2**POINT - 1 == point
            for j in range(members):
                i = group[j]
                place = start
                if start < 0:
                    place = own[i] - 1 - start
                    used[i] = place + count
                places[j], named[j] = place * each + i, names[i]
            number_sets(count, places[:members], named, faces, tables, numbers)
            for j in range(members):
                i = group[j]
                entry = np.int64(entries[(~infos[target[i]] >> POINT) + numbers[j]])
                target[i], names[i] = entry >> PERM, composed[entry & RENAMED, names[i]]
    own[:] = used


@njit(cache=True, nogil=True, error_model="numpy", boundscheck=False)
def look_up_dealers(size: int, faces: Bytes, target: Ints, names: Bytes, hands: Ints, tables: Targets) -> None:
    """The dealer's hands that ends compare with."""
    infos, houses, _, _, dealers, _, atoms, _, composed, _, totals, _ = tables
    group, places, named = np.empty(size + 1, np.int64), np.empty(size, np.int64), np.empty(size, np.uint8)
    numbers, indices = np.empty(size, np.int64), np.empty(size, np.int64)
    for kind in range(len(atoms)):
        members = 0
        for i in range(size):
            group[members] = i
            members += (infos[target[i]] >> COMPARED > 0) & (houses[target[i], 0] == kind)
        for j in range(members):
            i = group[j]
            named[j], indices[j] = composed[houses[target[i], 1] & RENAMED, names[i]], 0
        for atom in range(atoms.shape[1]):
            count, start = atoms[kind, atom, 0], atoms[kind, atom, 1]
            if count == 0:
                continue
            for j in range(members):
                places[j] = start * faces.shape[1] + group[j]
            number_sets(count, places[:members], named, faces, tables, numbers)
            for j in range(members):
                indices[j] = indices[j] * totals[count] + numbers[j]
        for j in range(members):
            i = group[j]
            hands[i] = dealers[(houses[target[i], 1] >> PERM) + indices[j]]


@njit(cache=True, nogil=True, error_model="numpy", boundscheck=False)
def settle(size: int, target: Ints, hands: Ints, codes: Codes, tables: Targets) -> None:
    infos, outcomes = tables.infos, tables.codes
    for i in range(size):
        end, hand = infos[target[i]], hands[i]
        strength, fact, stand = hand >> 16, hand & 65_535, end >> CODE
        stands = np.int64(strength >= stand & STRENGTHS) + np.int64(strength >= stand >> STRENGTH & STRENGTHS)
        code = outcomes[(end & CODES) + (end >> COMPARED & 1) * (3 * fact + stands)]
        codes[i] = hand if end >> SETTLED else code


@njit(cache=True, nogil=True, error_model="numpy", boundscheck=False)
def play_one_seat(
    key: Word, first: Word, codes: Codes, shared: int, root: int, units: Units, direct: Direct, tables: Targets
) -> None:
    """The first cards and the dealer's hand are looked up by the numbers of their sets where that is possible."""
    width = (units.slots + units.sizes).max()
    numbers, cards = np.empty((len(units.sizes), BATCH), np.uint32), np.empty((width, BATCH), np.uint16)
    faces, own, hands = np.empty((width, BATCH), np.uint8), np.empty(BATCH, np.int64), np.zeros(BATCH, np.int64)
    target, names = np.empty(BATCH, np.int64), np.zeros(BATCH, np.uint8)
    face_of, second, each, entries = units.faces, direct.second, np.int64(direct.each), direct.first
    for start in range(0, len(codes), BATCH):
        size = min(BATCH, len(codes) - start)
        deal_sets(key, first + np.uint64(start), size, units, numbers, cards)
        for unit in units.shown:
            for slot in range(units.slots[unit], units.slots[unit] + units.sizes[unit]):
                place, dealt = faces[slot], cards[slot]
                for i in range(BATCH):
                    place[i] = face_of[dealt[i]]
        if direct.root < 0:
            target[:], names[:] = root, 0
        else:
            line, follower = numbers[direct.root], numbers[direct.second]
            for i in range(size):
                index = np.int64(line[i])
                if second >= 0:
                    index = index * each + np.int64(follower[i])
                entry = np.int64(entries[index])
                target[i], names[i] = entry >> PERM, entry & RENAMED
        own[:] = shared
        walk(size, faces, own, target, names, tables)
        if len(direct.dealer):
            look_up_numbers(size, numbers, hands, direct)
        else:
            look_up_dealers(size, faces, target, names, hands, tables)
        settle(size, target, hands, codes[start : start + size, 0], tables)


@njit(inline="always")
def look_up_numbers(size: int, numbers: Numbers, hands: Ints, direct: Direct) -> None:
    """The dealer's hands by the numbers of one set or two."""
    dealer, indices, kinds, classes = direct.dealer, direct.hands, direct.kinds, direct.classes
    line = numbers[dealer[0]]
    if len(dealer) == 1:
        for i in range(size):
            hands[i] = kinds[indices[line[i]]]
        return
    other, before, each = numbers[dealer[1]], np.int64(direct.starts[0]), np.int64(direct.starts[1])
    if len(classes):
        for i in range(size):
            hands[i] = kinds[indices[classes[line[i]] * each + classes[before + np.int64(other[i])]]]
    else:
        for i in range(size):
            hands[i] = kinds[indices[np.int64(line[i]) * each + np.int64(other[i])]]


@njit(cache=True, nogil=True, error_model="numpy", boundscheck=False)
def play_seats(
    key: Word,
    first: Word,
    codes: Codes,
    shoe: Codes,
    count: int,
    shared: int,
    own_cards: int,
    root: int,
    common: int,
    tables: Targets,
) -> None:
    """Shared cards come first, then each seat's in turn, at most `own_cards`; together that may be more than the shoe.

    `common` is a target that compares with the same dealer's hand as all others do, so that it is looked up once; -1 if
    there is none.
    """
    rows = max(count, shared + codes.shape[1] * own_cards)
    cards, faces = np.empty((BATCH, count), np.uint16), np.zeros((rows, BATCH), np.uint8)
    target, names = np.empty(BATCH, np.int64), np.empty(BATCH, np.uint8)
    own, hands, face_of = np.empty(BATCH, np.int64), np.zeros(BATCH, np.int64), tables.faces
    for start in range(0, len(codes), BATCH):
        size = min(BATCH, len(codes) - start)
        draw_rounds(key, first + np.uint64(start), shoe, cards[:size])
        for i in range(size):
            for j in range(count):
                faces[j, i] = face_of[cards[i, j]]
        own[:] = shared
        if common >= 0:
            target[:], names[:] = common, 0
            look_up_dealers(size, faces, target, names, hands, tables)
        for seat in range(codes.shape[1]):
            target[:], names[:] = root, 0
            walk(size, faces, own, target, names, tables)
            if common < 0:
                look_up_dealers(size, faces, target, names, hands, tables)
            settle(size, target, hands, codes[start : start + size, seat], tables)
