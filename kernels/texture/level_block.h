// SPDX-License-Identifier: BSD-2-Clause
//
// Encodes blocks of 4x4 levels in 8 bytes (BC4, and the alpha half of BC3).

struct LevelEnds {
    Number end[2];
    Number error;
};

TONELIFT_BLOCK Number between(Number a, Number b, float first, float second) {
    const float count = first + second;
    return nearest_whole((a * Number(first) + b * Number(second) - Number((count - 1) / 2)) *
                         Number(1.0f / count));
}

TONELIFT_BLOCK void palette_of(const Number (&end)[2], Number (&level)[8]) {
    const auto eight = end[0] > end[1];
    level[0] = end[0];
    level[1] = end[1];
    TONELIFT_UNROLLED
    for (int i = 1; i < 7; ++i) {
        const auto by = static_cast<float>(i);
        const Number six =
            i < 5 ? between(end[0], end[1], 5 - by, by) : Number(i == 5 ? 0.0f : 255.0f);
        level[i + 1] = where(eight, between(end[0], end[1], 7 - by, by), six);
    }
}

TONELIFT_BLOCK Number nearest_index(const Number (&palette)[8], Number level, Number& least) {
    Number index(0.0f);
    least = abs(level - palette[0]);
    TONELIFT_UNROLLED
    for (int j = 1; j < 8; ++j) {
        const Number distance = abs(level - palette[j]);
        index = where(distance < least, Number(static_cast<float>(j)), index);
        least = min(distance, least);
    }
    return index;
}

TONELIFT_BLOCK LevelEnds with_error(const Number (&levels)[16], Number first, Number second) {
    LevelEnds ends{{first, second}, Number(0.0f)};
    Number palette[8], least;
    palette_of(ends.end, palette);
    TONELIFT_UNROLLED
    for (int i = 0; i < 16; ++i) {
        nearest_index(palette, levels[i], least);
        ends.error = ends.error + least * least;
    }
    return ends;
}

TONELIFT_BLOCK void keep_better(const LevelEnds& other, LevelEnds& best) {
    const auto better = other.error < best.error;
    TONELIFT_UNROLLED
    for (int end = 0; end < 2; ++end) best.end[end] = where(better, other.end[end], best.end[end]);
    best.error = where(better, other.error, best.error);
}

TONELIFT_BLOCK Number nearest_level(Number level) {
    return clamp(nearest_whole(level), Number(0.0f), Number(255.0f));
}

TONELIFT_BLOCK void range_of(const Number (&levels)[16], float margin, Number& low, Number& high) {
    low = Number(255.0f);
    high = Number(0.0f);
    TONELIFT_UNROLLED
    for (int i = 0; i < 16; ++i) {
        const Number level = levels[i];
        const auto inside = both(level >= Number(margin), level <= Number(255.0f - margin));
        low = where(inside, min(low, level), low);
        high = where(inside, max(high, level), high);
    }
}

// Returns the two end levels with the least squared error, if each pixel keeps the index that it
// has with `ends`. Returns `ends` if there is no unique solution.
TONELIFT_BLOCK LevelEnds refitted(const Number (&levels)[16], const LevelEnds& ends) {
    Number palette[8], least, aa(0.0f), ab(0.0f), bb(0.0f), first(0.0f), second(0.0f);
    palette_of(ends.end, palette);
    TONELIFT_UNROLLED
    for (int i = 0; i < 16; ++i) {
        const Number index = nearest_index(palette, levels[i], least);
        const Number b = where(index < Number(1.5f), index * Number(7.0f), index - Number(1.0f)),
                     a = Number(7.0f) - b;
        aa = aa + a * a;
        ab = ab + a * b;
        bb = bb + b * b;
        first = first + a * levels[i];
        second = second + b * levels[i];
    }
    const Number determinant = aa * bb - ab * ab;
    const auto regular = both(determinant > Number(0.0f), ends.end[0] > ends.end[1]);
    const Number scale = Number(7.0f) / where(regular, determinant, Number(1.0f));
    const Number a = nearest_level((first * bb - second * ab) * scale);
    const Number b = nearest_level((second * aa - first * ab) * scale);
    return with_error(levels, where(regular, a, ends.end[0]), where(regular, b, ends.end[1]));
}

TONELIFT_BLOCK void search(const Number (&levels)[16], int rounds, LevelEnds& best) {
    TONELIFT_ROLLED
    for (int round = 0; round < rounds; ++round) {
        const Number first = best.end[0], second = best.end[1];
        TONELIFT_ROLLED
        for (int move = 0; move < 9; ++move) {
            if (move == 4) continue;
            const Number a = first + Number(static_cast<float>(move / 3 - 1));
            const Number b = second + Number(static_cast<float>(move % 3 - 1));
            keep_better(with_error(levels, nearest_level(a), nearest_level(b)), best);
        }
    }
}

TONELIFT_BLOCK Number index_by_place(Number level, Number high, Number scale) {
    const Number step = nearest_whole(clamp((high - level) * scale, Number(0.0f), Number(7.0f)));
    const Number inner = where(step < Number(0.5f), Number(0.0f), step + Number(1.0f));
    return where(step > Number(6.5f), Number(1.0f), inner);
}
