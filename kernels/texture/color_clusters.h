// SPDX-License-Identifier: BSD-2-Clause
//
// The best ends over all ways to cut the pixels, in their order along the principal axis, into one
// group for each color of the line. Included by blocks.h only, after color_block.h.

TONELIFT_BLOCK void exchange(Number& a, Number& b, Number swap) {
    const Number first = a;
    a = where(swap > Number(0.0f), b, a);
    b = where(swap > Number(0.0f), first, b);
}

// Sorts pixels by their places, with Batcher's network (Knuth, The Art of Computer Programming,
// volume 3, algorithm 5.2.2M).
TONELIFT_BLOCK void sort_pixels(Number (&place)[16], Pixels& pixels) {
    for (int p = 8; p > 0; p /= 2) {
        for (int q = 8, r = 0, d = p;; d = q - p, q /= 2, r = p) {
            for (int i = 0; i < 16 - d; ++i) {
                if ((i & p) != r) continue;
                const Number swap = where(place[i] > place[i + d], Number(1.0f), Number(0.0f));
                exchange(place[i], place[i + d], swap);
                for (int k = 0; k < 3; ++k)
                    exchange(pixels.level[k][i], pixels.level[k][i + d], swap);
            }
            if (q == p) break;
        }
    }
}

// Adds a group of `count` pixels to the sums. before: sums of the levels of the pixels before each.
TONELIFT_BLOCK void add_group(const Number (&before)[17][3], int begin, int end, float a, float b,
                              EndSums& sums) {
    const auto count = static_cast<float>(end - begin);
    sums.aa = sums.aa + Number(count * a * a);
    sums.ab = sums.ab + Number(count * a * b);
    sums.bb = sums.bb + Number(count * b * b);
    for (int k = 0; k < 3; ++k) {
        const Number levels = before[end][k] - before[begin][k];
        sums.a[k] = sums.a[k] + Number(a) * levels;
        sums.b[k] = sums.b[k] + Number(b) * levels;
    }
}

// How much of the sum of squares the best ends take away.
TONELIFT_BLOCK Number gain_of(const EndSums& sums, Number determinant, const float (&weight)[3]) {
    Number gain(0.0f);
    for (int k = 0; k < 3; ++k) {
        const Number a = sums.a[k], b = sums.b[k];
        gain =
            gain + Number(weight[k]) * (a * a * sums.bb - (a + a) * b * sums.ab + b * b * sums.aa);
    }
    return gain / determinant;
}

TONELIFT_BLOCK void keep_sums(const EndSums& sums, const float (&weight)[3], Number& best_gain,
                              EndSums& best) {
    const Number determinant = determinant_of(sums);
    if (!all(determinant > Number(0.0f)))
        return;  // the same in all blocks: one group has all pixels
    const Number gain = gain_of(sums, determinant, weight);
    const auto better = gain > best_gain;
    best.aa = where(better, sums.aa, best.aa);
    best.ab = where(better, sums.ab, best.ab);
    best.bb = where(better, sums.bb, best.bb);
    for (int k = 0; k < 3; ++k) {
        best.a[k] = where(better, sums.a[k], best.a[k]);
        best.b[k] = where(better, sums.b[k], best.b[k]);
    }
    best_gain = where(better, gain, best_gain);
}

// All cuts into four groups.
TONELIFT_BLOCK EndSums best_thirds(const Number (&before)[17][3], const float (&weight)[3]) {
    EndSums best{};
    Number gain(-1.0f);
    for (int first = 0; first <= 16; ++first) {
        for (int second = first; second <= 16; ++second) {
            for (int last = second; last <= 16; ++last) {
                EndSums sums{};
                add_group(before, 0, first, 3, 0, sums);
                add_group(before, first, second, 2, 1, sums);
                add_group(before, second, last, 1, 2, sums);
                add_group(before, last, 16, 0, 3, sums);
                keep_sums(sums, weight, gain, best);
            }
        }
    }
    best.steps = Number(3.0f);
    return best;
}

// All cuts into three groups.
TONELIFT_BLOCK EndSums best_middle(const Number (&before)[17][3], const float (&weight)[3]) {
    EndSums best{};
    Number gain(-1.0f);
    for (int first = 0; first <= 16; ++first) {
        for (int second = first; second <= 16; ++second) {
            EndSums sums{};
            add_group(before, 0, first, 2, 0, sums);
            add_group(before, first, second, 1, 1, sums);
            add_group(before, second, 16, 0, 2, sums);
            keep_sums(sums, weight, gain, best);
        }
    }
    best.steps = Number(2.0f);
    return best;
}

// The best ends by cuts along an axis, for a line of thirds or one with a middle; start: where
// there are none, as in a block of one color.
TONELIFT_BLOCK Line best_cut(const Pixels& pixels, const Number (&axis)[3], const Line& start) {
    Number place[16];
    for (int i = 0; i < 16; ++i) place[i] = place_of(pixels, i, axis);
    Pixels sorted = pixels;
    sort_pixels(place, sorted);
    Number before[17][3];
    for (int k = 0; k < 3; ++k) {
        before[0][k] = Number(0.0f);
        for (int i = 0; i < 16; ++i) before[i + 1][k] = before[i][k] + sorted.level[k][i];
    }
    return solved(all(start.kind == Number(line_of_thirds)) ? best_thirds(before, pixels.weight)
                                                            : best_middle(before, pixels.weight),
                  start);
}
