// SPDX-License-Identifier: BSD-2-Clause
//
// Color blocks of 4x4 pixels in 8 bytes (BC1, and the color half of BC3), over any Number that has
// the primitives of kernels/math/plain.h: Number is one block, or as many as a vector has lanes.
// Included by blocks.h only. All sums are whole numbers below 2^24 and nothing is fused, so that
// every Number gives the same blocks, bit for bit.
//
// A block has two ends, colors of 5, 6 and 5 bits, and an index for each pixel, which takes a color
// on the line between the ends. Here an index counts from the first end to the second, 0 to 3.

// The pixels of blocks, row by row, levels 0..255. weight: how much an error in a channel counts.
struct Pixels {
    Number level[3][16];
    float weight[3];
};

// The line's colors besides its ends: two at thirds; or one in the middle, for the index 1. (BC1
// has black beside the latter. Readers of BC1 with alpha take it for a hole, so that it is not
// used.)
constexpr float line_of_thirds = 0, line_with_middle = 1;

struct Line {
    Number code[2][3];  // of the ends: 0..31, 0..63, 0..31
    Number kind;
};

struct ColorBlock {
    Line line;
    Number index[16];
    Number error;  // weighted sum of squares
};

constexpr float top_code(int channel) { return channel == 1 ? 63.0f : 31.0f; }

TONELIFT_BLOCK Number nearest_code(Number level, int channel) {
    const float top = top_code(channel);
    return clamp(floor(level * Number(top) / Number(255.0f) + Number(0.5f)), Number(0.0f),
                 Number(top));
}

// The level of a code: its bits, repeated.
TONELIFT_BLOCK Number level_of(Number code, int channel) {
    return channel == 1 ? code * Number(4.0f) + floor(code * Number(1.0f / 16))
                        : code * Number(8.0f) + floor(code * Number(1.0f / 4));
}

// (2 a + b) / 3, rounded down, of whole numbers.
TONELIFT_BLOCK Number third(Number a, Number b) {
    return floor((a + a + b + Number(0.5f)) * Number(1.0f / 3));
}

TONELIFT_BLOCK void palette_of(const Line& line, Number (&color)[4][3]) {
    for (int k = 0; k < 3; ++k) {
        const Number a = level_of(line.code[0][k], k), b = level_of(line.code[1][k], k);
        const Number middle = floor((a + b) * Number(0.5f));
        const auto thirds = line.kind == Number(line_of_thirds);
        color[0][k] = a;
        color[1][k] = where(thirds, third(a, b), middle);
        color[2][k] = where(thirds, third(b, a), middle);
        color[3][k] = b;
    }
}

// The index of each pixel's nearest color, the first of several.
TONELIFT_BLOCK ColorBlock assigned(const Pixels& pixels, const Line& line) {
    Number color[4][3];
    palette_of(line, color);
    ColorBlock block{line, {}, Number(0.0f)};
    for (int i = 0; i < 16; ++i) {
        Number least(0.0f), index(0.0f);
        for (int j = 0; j < 4; ++j) {
            Number distance(0.0f);
            for (int k = 0; k < 3; ++k) {
                const Number d = pixels.level[k][i] - color[j][k];
                distance = distance + d * d * Number(pixels.weight[k]);
            }
            const auto nearer = distance < least;
            index = j == 0 ? index : where(nearer, Number(static_cast<float>(j)), index);
            least = j == 0 ? distance : where(nearer, distance, least);
        }
        block.index[i] = index;
        block.error = block.error + least;
    }
    return block;
}

TONELIFT_BLOCK void keep_better(const ColorBlock& other, ColorBlock& best) {
    const auto better = other.error < best.error;
    for (int k = 0; k < 3; ++k) {
        for (int end = 0; end < 2; ++end)
            best.line.code[end][k] = where(better, other.line.code[end][k], best.line.code[end][k]);
    }
    for (int i = 0; i < 16; ++i) best.index[i] = where(better, other.index[i], best.index[i]);
    best.line.kind = where(better, other.line.kind, best.line.kind);
    best.error = where(better, other.error, best.error);
}

// -------------------------------------------------------------------------------------------------
// Ends by the principal axis.

TONELIFT_BLOCK void covariance_of(const Pixels& pixels, Number (&covariance)[3][3],
                                  Number (&sum)[3]) {
    for (int k = 0; k < 3; ++k) {
        sum[k] = Number(0.0f);
        for (int i = 0; i < 16; ++i) sum[k] = sum[k] + pixels.level[k][i];
    }
    for (int k = 0; k < 3; ++k) {
        for (int l = k; l < 3; ++l) {
            Number product(0.0f);
            for (int i = 0; i < 16; ++i)
                product = product + pixels.level[k][i] * pixels.level[l][i];
            covariance[k][l] = covariance[l][k] = Number(16.0f) * product - sum[k] * sum[l];
        }
    }
}

// The direction in which the colors differ most, its largest component 1 or -1. It starts from the
// row of the largest variance, so that it does not start across the direction.
TONELIFT_BLOCK void principal_axis(const Number (&covariance)[3][3], Number (&axis)[3]) {
    Number variance(-1.0f);
    for (int k = 0; k < 3; ++k) {
        const auto larger = covariance[k][k] > variance;
        for (int l = 0; l < 3; ++l) axis[l] = where(larger, covariance[k][l], axis[l]);
        variance = where(larger, covariance[k][k], variance);
    }
    for (int round = 0; round < 4; ++round) {
        Number next[3], largest(1e-9f);
        for (int k = 0; k < 3; ++k) {
            next[k] = covariance[k][0] * axis[0] + covariance[k][1] * axis[1] +
                      covariance[k][2] * axis[2];
            largest = max(largest, abs(next[k]));
        }
        for (int k = 0; k < 3; ++k) axis[k] = next[k] / largest;
    }
}

// Where each pixel lies along the axis.
TONELIFT_BLOCK void project(const Pixels& pixels, const Number (&axis)[3], Number (&place)[16]) {
    for (int i = 0; i < 16; ++i) {
        place[i] = pixels.level[0][i] * axis[0] + pixels.level[1][i] * axis[1] +
                   pixels.level[2][i] * axis[2];
    }
}

// The outermost colors along the axis through the mean.
TONELIFT_BLOCK Line outermost(const Pixels& pixels, float kind) {
    Number covariance[3][3], sum[3], axis[3], place[16];
    for (Number& component : axis) component = Number(0.0f);
    covariance_of(pixels, covariance, sum);
    principal_axis(covariance, axis);
    project(pixels, axis, place);
    Number low = place[0], high = place[0];
    for (const Number& at : place) {
        low = min(low, at);
        high = max(high, at);
    }
    const Number square = axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2];
    const Number middle =
        (sum[0] * axis[0] + sum[1] * axis[1] + sum[2] * axis[2]) * Number(1.0f / 16);
    const Number scale =
        where(square > Number(0.0f), Number(1.0f) / max(square, Number(1e-9f)), Number(0.0f));
    Line line;
    for (int k = 0; k < 3; ++k) {
        const Number mean = sum[k] * Number(1.0f / 16), along = axis[k] * scale;
        line.code[0][k] = nearest_code(mean + (low - middle) * along, k);
        line.code[1][k] = nearest_code(mean + (high - middle) * along, k);
    }
    line.kind = Number(kind);
    return line;
}

// -------------------------------------------------------------------------------------------------
// Better ends.

// Sums of least squares: how the pixels share in the two ends.
struct EndSums {
    Number aa, ab, bb;  // products of the weights of the ends
    Number a[3], b[3];  // levels, by the weights
    Number steps;       // of the line: the weights of a pixel add up to it
};

// The ends that fit best; those of `line` where there are many.
TONELIFT_BLOCK Line solved(const EndSums& sums, const Line& line) {
    const Number determinant = sums.aa * sums.bb - sums.ab * sums.ab;
    const auto regular = determinant > Number(0.0f);
    Line result = line;
    for (int k = 0; k < 3; ++k) {
        const Number first = sums.steps * (sums.a[k] * sums.bb - sums.b[k] * sums.ab);
        const Number second = sums.steps * (sums.b[k] * sums.aa - sums.a[k] * sums.ab);
        const Number by = where(regular, determinant, Number(1.0f));
        result.code[0][k] = where(regular, nearest_code(first / by, k), line.code[0][k]);
        result.code[1][k] = where(regular, nearest_code(second / by, k), line.code[1][k]);
    }
    return result;
}

// The ends that fit best to the indices of a block.
TONELIFT_BLOCK Line fitted(const Pixels& pixels, const ColorBlock& block) {
    const auto thirds = block.line.kind == Number(line_of_thirds);
    EndSums sums{};
    sums.steps = where(thirds, Number(3.0f), Number(2.0f));
    for (int i = 0; i < 16; ++i) {
        const Number index = block.index[i];
        const Number inner = where(index > Number(1.5f), index - Number(1.0f), index);  // 0 1 1 2
        const Number b = where(thirds, index, inner), a = sums.steps - b;
        sums.aa = sums.aa + a * a;
        sums.ab = sums.ab + a * b;
        sums.bb = sums.bb + b * b;
        for (int k = 0; k < 3; ++k) {
            sums.a[k] = sums.a[k] + a * pixels.level[k][i];
            sums.b[k] = sums.b[k] + b * pixels.level[k][i];
        }
    }
    return solved(sums, block.line);
}

// Assigns and fits by turns, and keeps the best block.
TONELIFT_BLOCK void refine(const Pixels& pixels, const Line& start, int rounds, ColorBlock& best) {
    ColorBlock block = assigned(pixels, start);
    keep_better(block, best);
    for (int round = 0; round < rounds; ++round) {
        block = assigned(pixels, fitted(pixels, block));
        keep_better(block, best);
    }
}

// The ends whose inner color is nearest to a single level, each channel for itself: a block of one
// color is as exact as the codes allow, for all 256 levels, with first ends this far away.
TONELIFT_BLOCK Line single_color(const Pixels& pixels) {
    Line line;
    line.kind = Number(line_of_thirds);
    for (int k = 0; k < 3; ++k) {
        const Number level = pixels.level[k][0], center = nearest_code(level, k);
        Number least(1e9f);
        for (const float away : {-16.0f, -8.0f, -2.0f, -1.0f, 0.0f, 1.0f, 2.0f, 8.0f, 16.0f}) {
            const Number a = clamp(center + Number(away), Number(0.0f), Number(top_code(k)));
            const Number b = nearest_code(
                Number(3.0f) * level + Number(1.0f) - Number(2.0f) * level_of(a, k), k);
            const Number error = abs(third(level_of(a, k), level_of(b, k)) - level);
            line.code[0][k] = where(error < least, a, line.code[0][k]);
            line.code[1][k] = where(error < least, b, line.code[1][k]);
            least = min(least, error);
        }
    }
    return line;
}

// Moves one code of an end by a step, where that is a code.
TONELIFT_BLOCK void move_code(Line& line, int place, float step) {
    Number& code = line.code[place / 3][place % 3];
    code = clamp(code + Number(step), Number(0.0f), Number(top_code(place % 3)));
}

// Tries the neighbors of the best ends: each code a step up and down, with pairs two codes at once.
TONELIFT_BLOCK void search(const Pixels& pixels, int rounds, bool pairs, ColorBlock& best) {
    for (int round = 0; round < rounds; ++round) {
        for (int place = 0; place < 6; ++place) {
            for (int up = -1; up <= 1; up += 2) {
                Line line = best.line;
                move_code(line, place, static_cast<float>(up));
                keep_better(assigned(pixels, line), best);
            }
        }
        for (int pair = 0; pairs && pair < 36 * 4; ++pair) {
            const int first = pair / 24, second = pair / 4 % 6;
            if (first >= second) continue;
            Line line = best.line;
            move_code(line, first, pair & 1 ? 1.0f : -1.0f);
            move_code(line, second, pair & 2 ? 1.0f : -1.0f);
            keep_better(assigned(pixels, line), best);
        }
    }
}
