"""One-player rounds in compiled code: all cards are drawn at once, for a batch of rounds together."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from houseway.jit import njit
from houseway.simulation.dealing import BATCH, words_of
from houseway.simulation.kernel_loops import LOW, Codes, number_of
from houseway.simulation.kernel_tables import Targets
from houseway.simulation.kernel_units import CODE, POINT, STRENGTH, Direct, Units
from houseway.simulation.philox import HALF, Word
from houseway.simulation.philox import LOW as WORD

Numbers = NDArray[np.uint32]
CODES, STRENGTHS = 2**CODE - 1, 2**STRENGTH - 1


@njit(cache=True, nogil=True, error_model="numpy", boundscheck=False)
def deal_batch(key: Word, first: Word, size: int, units: Units, masked: bool, numbers: Numbers) -> None:
    """Draw legal sets for a batch of rounds, a row of set numbers for each unit. Rounds that fail are drawn again."""
    counts, ends, least, offsets, masks, _, _, _, _ = units
    words, rounds = np.empty((4, BATCH), np.uint32), np.empty(BATCH, np.uint32)
    each = len(least)
    tries = 4 // each
    for i in range(size):
        rounds[i] = i
    left, turn = size, 0
    while left:
        if turn % tries == 0:
            words_of(key, first, turn // tries, rounds, left, words)
        used = turn % tries * each
        again = 0
        for i in range(left):
            number = rounds[i]
            taken, clash, fair = np.uint64(0), np.uint64(0), True
            for word in range(each):
                rest = np.uint64(words[used + word, i])
                for unit in range(ends[word], ends[word + 1]):
                    rest *= counts[unit]
                    chosen = rest >> HALF
                    rest &= WORD
                    numbers[unit, number] = chosen
                    if masked:
                        mask = masks[offsets[unit] + np.int64(chosen)]
                        clash |= taken & mask
                        taken |= mask
                    else:
                        for other in range(unit):
                            clash |= np.uint64(numbers[other, number] == chosen)
                fair &= rest >= least[word]
            rounds[again] = number
            for word in range(used + each, 4):  # words of failed rounds are compacted along with their numbers
                words[word, again] = words[word, i]
            again += not (fair & (clash == 0))
        left = again
        turn += 1


@njit(inline="always")
def three_sets(word: Word, one: Word, two: Word, three: Word) -> tuple[Word, Word, Word, Word]:
    """Draw the numbers of three sets from one word, and return what is left of it."""
    first = np.uint64(word) * one
    second = (first & WORD) * two
    third = (second & WORD) * three
    return np.int64(first >> HALF), np.int64(second >> HALF), np.int64(third >> HALF), third & WORD


@njit(cache=True, nogil=True, error_model="numpy", boundscheck=False)
def deal_pairs(key: Word, first: Word, size: int, units: Units, numbers: Numbers) -> None:
    """`deal_batch` unrolled for two words of three units each."""
    counts, _, least, offsets, masks, _, _, _, _ = units
    c0, c1, c2, c3, c4, c5 = counts[0], counts[1], counts[2], counts[3], counts[4], counts[5]
    o0, o1, o2, o3, o4, o5 = offsets[0], offsets[1], offsets[2], offsets[3], offsets[4], offsets[5]
    n0, n1, n2, n3, n4, n5 = numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5]
    least_one, least_two = least[0], least[1]
    words, rounds = np.empty((4, BATCH), np.uint32), np.empty(BATCH, np.uint32)
    for i in range(size):
        rounds[i] = i
    left, turn = size, 0
    while left:
        if turn & 1 == 0:
            words_of(key, first, turn >> 1, rounds, left, words)
        one, two = words[2 * (turn & 1)], words[2 * (turn & 1) + 1]
        third, fourth = words[2], words[3]
        again = 0
        for i in range(left):
            number = rounds[i]
            a, b, c, rest = three_sets(one[i], c0, c1, c2)
            d, e, f, other = three_sets(two[i], c3, c4, c5)
            n0[number], n1[number], n2[number], n3[number], n4[number], n5[number] = a, b, c, d, e, f
            p, q, r, s, t, u = masks[o0 + a], masks[o1 + b], masks[o2 + c], masks[o3 + d], masks[o4 + e], masks[o5 + f]
            different = p + q + r + s + t + u == p | q | r | s | t | u  # a card drawn twice would carry
            rounds[again] = number
            third[again], fourth[again] = third[i], fourth[i]  # compacted along with the failed rounds' numbers
            again += not (different & (rest >= least_one) & (other >= least_two))
        left = again
        turn += 1


@njit(cache=True, nogil=True, error_model="numpy", boundscheck=False)
def play_one_seat(
    key: Word,
    first: Word,
    codes: Codes,
    shared: int,
    root: int,
    masked: bool,
    paired: bool,
    units: Units,
    direct: Direct,
    tables: Targets,
) -> None:
    """Each step is taken for all rounds of a batch, so that memory latency is hidden."""
    targets, entries, outcomes, hands, points, atoms, renamed, composed, choose, totals, _ = tables
    _, _, _, offsets, _, packed, sizes, slots, shown = units
    root_unit, root_entries, dealer, dealt_hands, classes, starts, _, _ = direct
    numbers = np.empty((len(sizes), BATCH), np.uint32)
    width = (slots + sizes).max()
    faces, row = np.empty(BATCH * width, np.uint8), np.empty(width, np.int64)
    going, target, names = np.empty(BATCH, np.int64), np.empty(BATCH, np.int64), np.zeros(BATCH, np.int64)
    pair = len(dealer) == 2
    for start in range(0, codes.shape[0], BATCH):
        size = min(BATCH, codes.shape[0] - start)
        if paired:
            deal_pairs(key, first + np.uint64(start), size, units, numbers)
        else:
            deal_batch(key, first + np.uint64(start), size, units, masked, numbers)
        for j in range(len(shown)):
            unit = shown[j]
            for i in range(size):
                found = packed[offsets[unit] + np.int64(numbers[unit, i])]
                for k in range(sizes[unit]):
                    faces[i * width + slots[unit] + k] = found & 255
                    found >>= 8
        left = 0
        for i in range(size):
            if root_unit >= 0:
                entry = np.int64(root_entries[numbers[root_unit, i]])
                target[i], names[i] = entry >> 5, entry & 31
            else:
                target[i], names[i] = root, 0
            going[left] = i
            left += targets[target[i], 0] >= 0
        while left:
            again = 0
            for j in range(left):
                i = going[j]
                point = targets[target[i], 0]
                count, first_face = points[point, 0], points[point, 1]
                first_face += i * width if first_face >= 0 else i * width + shared - 1 - 2 * first_face
                number = number_of(faces, first_face, count, names[i], renamed, choose, row)
                entry = np.int64(entries[targets[target[i], 1] + number])
                target[i], names[i] = entry >> 5, np.int64(composed[entry & 31, names[i]])
                going[again] = i
                again += targets[target[i], 0] >= 0
            left = again
        for i in range(size):
            end = target[i]
            point, base = targets[end, 0], targets[end, 1]
            if point == -1:
                codes[start + i, 0] = outcomes[base]
                continue
            stand, house = targets[end, 2], targets[end, 3]
            if len(dealer):
                hand_index, other = np.int64(numbers[dealer[0], i]), np.int64(0)
                if pair:
                    other = np.int64(numbers[dealer[1], i])
                if len(classes):
                    hand_index, other = np.int64(classes[hand_index]), np.int64(classes[starts[0] + other])
                if pair:
                    hand_index = hand_index * starts[1] + other
                hand = np.int64(dealt_hands[hand_index])
            else:
                name = np.int64(composed[house & 31, names[i]])
                hand_index = np.int64(0)
                for j in range(atoms.shape[1]):
                    count = atoms[-2 - point, j, 0]
                    if count:
                        at = i * width + atoms[-2 - point, j, 1]
                        number = number_of(faces, at, count, name, renamed, choose, row)
                        hand_index = hand_index * totals[count] + number
                hand = np.int64(hands[(house >> 5) + hand_index])
            if stand < 0:
                codes[start + i, 0] = hand
                continue
            strength, fact = hand >> 16, hand & 65_535
            stands = np.int64(strength >= stand & LOW) + np.int64(strength >= stand >> 32)
            codes[start + i, 0] = outcomes[base + 3 * fact + stands]


@njit(cache=True, nogil=True, error_model="numpy", boundscheck=False)
def play_looked_up(
    key: Word,
    first: Word,
    codes: Codes,
    shared: int,
    masked: bool,
    paired: bool,
    units: Units,
    direct: Direct,
    tables: Targets,
) -> None:
    """`play_one_seat` where the first cards and the dealer's hand are looked up directly by set number."""
    _, entries, outcomes, _, points, _, renamed, composed, choose, _, _ = tables
    _, _, _, offsets, _, packed, sizes, slots, shown = units
    root_unit, root_entries, dealer, dealt_hands, classes, starts, second, infos = direct
    numbers = np.empty((len(sizes), BATCH), np.uint32)
    width = (slots + sizes).max()
    faces, row = np.empty(BATCH * width, np.uint8), np.empty(width, np.int64)
    going, info, names = np.empty(BATCH, np.int64), np.empty(BATCH, np.int64), np.empty(BATCH, np.uint8)
    hand_indices = np.zeros(BATCH, np.int64)
    for start in range(0, codes.shape[0], BATCH):
        size = min(BATCH, codes.shape[0] - start)
        if paired:
            deal_pairs(key, first + np.uint64(start), size, units, numbers)
        else:
            deal_batch(key, first + np.uint64(start), size, units, masked, numbers)
        for j in range(len(shown)):
            unit = shown[j]
            line, offset, slot = numbers[unit], offsets[unit], slots[unit]
            if sizes[unit] == 1:
                for i in range(size):
                    faces[i * width + slot] = packed[offset + np.int64(line[i])]
            else:
                for i in range(size):
                    found = packed[offset + np.int64(line[i])]
                    for k in range(sizes[unit]):
                        faces[i * width + slot + k] = found & 255
                        found >>= 8
        mine, left = numbers[root_unit], 0
        if second >= 0:
            next_one, few = numbers[second], np.int64(units.counts[second])
            for i in range(size):
                info[i] = infos[root_entries[np.int64(mine[i]) * few + np.int64(next_one[i])] >> 5]
        else:
            for i in range(size):
                entry = np.int64(root_entries[mine[i]])
                info[i], names[i] = infos[entry >> 5], entry & 31
                going[left] = i
                left += info[i] < 0
        while left:
            again = 0
            for j in range(left):
                i = going[j]
                at = ~info[i]
                point = at & 2**POINT - 1
                count, first_face = points[point, 0], points[point, 1]
                first_face = i * width + (first_face if first_face >= 0 else shared - 1 - first_face)
                number = number_of(faces, first_face, count, names[i], renamed, choose, row)
                entry = np.int64(entries[(at >> POINT) + number])
                info[i], names[i] = infos[entry >> 5], composed[entry & 31, names[i]]
                going[again] = i
                again += info[i] < 0
            left = again
        if len(dealer) == 1:
            line = numbers[dealer[0]]
            for i in range(size):
                hand_indices[i] = line[i]
        elif len(dealer) == 2:
            line, other, each = numbers[dealer[0]], numbers[dealer[1]], starts[1]
            if len(classes):
                for i in range(size):
                    hand_indices[i] = classes[line[i]] * each + classes[starts[0] + np.int64(other[i])]
            else:
                for i in range(size):
                    hand_indices[i] = line[i] * each + other[i]
        for i in range(size):
            end, hand = info[i], np.int64(dealt_hands[hand_indices[i]])
            strength, fact = hand >> 16, hand & 65_535
            stand = end >> CODE
            stands = np.int64(strength >= stand & STRENGTHS) + np.int64(strength >= stand >> STRENGTH & STRENGTHS)
            codes[start + i, 0] = outcomes[(end & CODES) + (stand >> 2 * STRENGTH) * (3 * fact + stands)]
