// SPDX-License-Identifier: BSD-2-Clause
//
// Encodes color blocks of 4x4 pixels in 8 bytes (BC1, and the color half of BC3).

struct ColorBlock;
struct BlockPixels {
    using Block = ColorBlock;
    Number level[3][16];
    Number sum[3];
    float weight[3];
    bool black;
};

// The kinds of lines between two end colors. line_of_thirds has two colors between its ends, and
// line_with_middle has one color.
constexpr float line_of_thirds = 0, line_with_middle = 1;

struct ColorLine {
    Number code[2][3];  // codes of the end colors: 0..31, 0..63, 0..31
    Number kind;
};

struct ColorBlock {
    ColorLine line;
    Number step[16];
};

TONELIFT_BLOCK Number step_of(const ColorBlock& block, int pixel) { return block.step[pixel]; }
TONELIFT_BLOCK Number code_of(const ColorBlock& block, int end, int channel) {
    return block.line.code[end][channel];
}

constexpr float rounding = 12582912.0f;  // 1.5 * 2^23; near this number, all floats are integers

// Rounds `a` to the nearest integer; numbers halfway between two integers become the even one. The
// magnitude of `a` must be less than 2^22.
TONELIFT_BLOCK Number nearest_whole(Number a) { return (a + Number(rounding)) - Number(rounding); }

template <class T>
TONELIFT_BLOCK T quotient(T a, T b) {
    return a / b;
}

constexpr float top_code(int channel) { return channel == 1 ? 63.0f : 31.0f; }

TONELIFT_BLOCK Number nearest_code(Number part, int channel) {
    return nearest_whole(saturate(part) * Number(top_code(channel)));
}

TONELIFT_BLOCK Number level_of(Number code, int channel) {
    return multiply_add(code, Number(255.0f / top_code(channel)), Number(rounding)) -
           Number(rounding);
}

// Returns whether level_of() has the same results with a fused multiply-add as with a separate
// multiplication and addition, for all codes of a channel.
constexpr bool rounds_as_one(int channel) {
    const float factor = 255.0f / top_code(channel);
    for (float code = 0; code <= top_code(channel); ++code) {
        const float product = code * factor;
        if (product + rounding != static_cast<float>(double{code} * factor + rounding))
            return false;
    }
    return true;
}
static_assert(rounds_as_one(0) && rounds_as_one(1));

TONELIFT_BLOCK Number third(Number a, Number b) {
    return nearest_whole((a + a + b - Number(1.0f)) * Number(1.0f / 3));
}

TONELIFT_BLOCK Number product_of(const Number (&a)[3], const Number (&b)[3]) {
    return multiply_add(a[2], b[2], multiply_add(a[1], b[1], a[0] * b[0]));
}

TONELIFT_BLOCK Number products_apart(Number a, Number b, Number c, Number d) {
    return multiply_add(a, b, -(c * d));
}

TONELIFT_BLOCK void sum_up(const BlockPixels& pixels, Number (&sum)[3]) {
    TONELIFT_UNROLLED
    for (int k = 0; k < 3; ++k) {
        sum[k] = Number(0.0f);
        TONELIFT_UNROLLED
        for (int i = 0; i < 16; ++i) sum[k] = sum[k] + pixels.level[k][i];
    }
}

struct Products {
    Number of[3][3];
};

TONELIFT_BLOCK Products products_of(const BlockPixels& pixels) {
    Products products;
    TONELIFT_UNROLLED
    for (int k = 0; k < 3; ++k) {
        TONELIFT_UNROLLED
        for (int l = k; l < 3; ++l) {
            Number& product = products.of[k][l];
            product = Number(0.0f);
            TONELIFT_UNROLLED
            for (int i = 0; i < 16; ++i)
                product = multiply_add(pixels.level[k][i], pixels.level[l][i], product);
        }
    }
    return products;
}

// The covariance matrix of the colors, multiplied by the square of the number of pixels. So its
// elements are integers.
struct Covariance {
    Number of[3][3];
};

TONELIFT_BLOCK Covariance covariance_of(const Products& products, const Number (&sum)[3],
                                        float count) {
    Covariance covariance;
    TONELIFT_UNROLLED
    for (int k = 0; k < 3; ++k) {
        TONELIFT_UNROLLED
        for (int l = k; l < 3; ++l)
            covariance.of[k][l] = covariance.of[l][k] =
                products_apart(Number(count), products.of[k][l], sum[k], sum[l]);
    }
    return covariance;
}

TONELIFT_BLOCK void widest_row(const Covariance& covariance, Number (&row)[3], Number& variance) {
    const auto& of = covariance.of;
    const auto second = of[1][1] > of[0][0];
    variance = max(of[0][0], of[1][1]);
    const auto last = of[2][2] > variance;
    variance = max(variance, of[2][2]);
    TONELIFT_UNROLLED
    for (int k = 0; k < 3; ++k) row[k] = where(last, of[2][k], where(second, of[1][k], of[0][k]));
}

// -------------------------------------------------------------------------------------------------
// Finds a line along the principal axis of the colors.

// Returns in `axis` the direction in which the colors of a block vary most, or (0, 0, 0) if all
// colors are equal.
TONELIFT_BLOCK void principal_axis(const Covariance& covariance, Number (&axis)[3]) {
    Number variance;
    widest_row(covariance, axis, variance);
    TONELIFT_UNROLLED
    for (int k = 0; k < 3; ++k) axis[k] = axis[k] * Number(0x1p-24f);
    TONELIFT_UNROLLED
    for (int round = 0; round < 4; ++round) {
        const Number x = axis[0], y = axis[1], z = axis[2];
        TONELIFT_UNROLLED
        for (int k = 0; k < 3; ++k) {
            const auto& row = covariance.of[k];
            axis[k] = (row[0] * x + row[1] * y + row[2] * z) * Number(0x1p-24f);
        }
    }
    const Number largest = max(max(abs(axis[0]), abs(axis[1])), abs(axis[2]));
    const Number scale = Number(1.0f) / max(largest, Number(1e-37f));
    TONELIFT_UNROLLED
    for (int k = 0; k < 3; ++k) axis[k] = axis[k] * scale;
}

TONELIFT_BLOCK Number place_of(const BlockPixels& pixels, int i, const Number (&axis)[3]) {
    return pixels.level[0][i] * axis[0] + pixels.level[1][i] * axis[1] +
           pixels.level[2][i] * axis[2];
}

// Both end colors move inward by this share of their distance. The colors between them then are
// closer together, which reduces the error of more pixels than it increases.
constexpr float share_left_out = 1.0f / 16;

TONELIFT_BLOCK ColorLine outermost(const BlockPixels& pixels, const Number (&axis)[3], float kind) {
    Number low = place_of(pixels, 0, axis), high = low;
    TONELIFT_UNROLLED
    for (int i = 1; i < 16; ++i) {
        const Number at = place_of(pixels, i, axis);
        low = min(low, at);
        high = max(high, at);
    }
    const Number square = axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2];
    const Number middle =
        (pixels.sum[0] * axis[0] + pixels.sum[1] * axis[1] + pixels.sum[2] * axis[2]) *
        Number(1.0f / 16);
    const Number scale = Number(1.0f) / max(square, Number(1e-9f));
    const Number inset = (high - low) * Number(share_left_out);
    ColorLine line;
    TONELIFT_UNROLLED
    for (int k = 0; k < 3; ++k) {
        const Number mean = pixels.sum[k] * Number(1.0f / 16), along = axis[k] * scale;
        line.code[0][k] =
            nearest_code((mean + (low + inset - middle) * along) * Number(1.0f / 255), k);
        line.code[1][k] =
            nearest_code((mean + (high - inset - middle) * along) * Number(1.0f / 255), k);
    }
    line.kind = Number(kind);
    return line;
}

TONELIFT_BLOCK ColorLine single_color(const Number (&sum)[3], Between place) {
    ColorLine line{};
    line.kind = Number(place == Between::third ? line_of_thirds : line_with_middle);
    TONELIFT_UNROLLED
    for (int k = 0; k < 3; ++k) {
        const Number mean = nearest_whole(sum[k] * Number(1.0f / 16));
        single_ends(mean, k, place, line.code[0][k], line.code[1][k]);
    }
    return line;
}

struct EndSums {
    Number aa, ab, bb;
    Number a[3], b[3];
    Number steps;
};

TONELIFT_BLOCK ColorLine solved(const EndSums& sums, Number determinant, Number kind) {
    const Number scale = quotient(sums.steps, max(determinant, Number(1.0f)) * Number(255.0f));
    ColorLine line;
    line.kind = kind;
    TONELIFT_UNROLLED
    for (int k = 0; k < 3; ++k) {
        const Number first = products_apart(sums.a[k], sums.bb, sums.b[k], sums.ab) * scale;
        const Number second = products_apart(sums.b[k], sums.aa, sums.a[k], sums.ab) * scale;
        line.code[0][k] = nearest_code(first, k);
        line.code[1][k] = nearest_code(second, k);
    }
    return line;
}

TONELIFT_BLOCK Number determinant_of(const EndSums& sums) {
    return products_apart(sums.aa, sums.bb, sums.ab, sums.ab);
}

TONELIFT_BLOCK ColorLine solved(const EndSums& sums, const ColorLine& line) {
    const Number determinant = determinant_of(sums);
    const auto regular = determinant > Number(0.0f);
    ColorLine result = solved(sums, determinant, line.kind);
    TONELIFT_UNROLLED
    for (int i = 0; i < 6; ++i) {
        Number& code = result.code[i / 3][i % 3];
        code = where(regular, code, line.code[i / 3][i % 3]);
    }
    return result;
}

struct StepSums {
    Number ones, squares, levels[3];

    TONELIFT_BLOCK StepSums() : ones(0.0f), squares(0.0f) {
        TONELIFT_UNROLLED
        for (Number& level : levels) level = Number(0.0f);
    }

    TONELIFT_BLOCK void add(const BlockPixels& pixels, int i, Number weight) {
        ones = ones + weight;
        squares = multiply_add(weight, weight, squares);
        TONELIFT_UNROLLED
        for (int k = 0; k < 3; ++k) levels[k] = multiply_add(weight, pixels.level[k][i], levels[k]);
    }

    TONELIFT_BLOCK EndSums of_ends(const Number (&sum)[3], Number count, Number steps) const {
        EndSums result;
        result.steps = steps;
        result.bb = squares;
        result.ab = multiply_add(steps, ones, -squares);
        result.aa = multiply_add(steps, count * steps - ones, -result.ab);
        TONELIFT_UNROLLED
        for (int k = 0; k < 3; ++k) {
            result.a[k] = multiply_add(steps, sum[k], -levels[k]);
            result.b[k] = levels[k];
        }
        return result;
    }
};

// The colors that a pixel of a block can have. distance() returns the squared distance between a
// pixel and a color, minus the squared length of the pixel's vector (R, G, B). This square is the
// same for all colors, so it has no effect on comparisons.
class Palette {
  public:
    TONELIFT_BLOCK Palette(const BlockPixels& pixels, const ColorLine& line) {
        const auto thirds = line.kind == Number(line_of_thirds);
        TONELIFT_UNROLLED
        for (int j = 0; j < 4; ++j) square_[j] = Number(0.0f);
        TONELIFT_UNROLLED
        for (int k = 0; k < 3; ++k) {
            const Number a = level_of(line.code[0][k], k), b = level_of(line.code[1][k], k);
            const Number middle = nearest_whole((a + b) * Number(0.5f) - Number(0.25f));
            const Number beside = pixels.black ? Number(0.0f) : middle;
            const Number color[4] = {a, where(thirds, third(a, b), middle),
                                     where(thirds, third(b, a), beside), b};
            TONELIFT_UNROLLED
            for (int j = 0; j < 4; ++j) {
                const Number weighted = color[j] * Number(pixels.weight[k]);
                square_[j] = multiply_add(color[j], weighted, square_[j]);
                twice_[j][k] = weighted * Number(-2.0f);
            }
        }
    }

    TONELIFT_BLOCK Number step(const BlockPixels& pixels, int i, Number& least) const {
        Number step(0.0f);
        least = distance(pixels, i, 0);
        TONELIFT_UNROLLED
        for (int j = 1; j < 4; ++j) {
            const Number other = distance(pixels, i, j);
            step = where(other < least, Number(static_cast<float>(j)), step);
            least = min(other, least);
        }
        return step;
    }

  private:
    TONELIFT_BLOCK Number distance(const BlockPixels& pixels, int i, int j) const {
        Number distance = square_[j];
        TONELIFT_UNROLLED
        for (int k = 0; k < 3; ++k)
            distance = multiply_add(pixels.level[k][i], twice_[j][k], distance);
        return distance;
    }

    Number square_[4], twice_[4][3];
};

// -------------------------------------------------------------------------------------------------
// Refines the end colors of a line.

struct FittedLine {
    ColorLine line;
    Number error;
};

TONELIFT_BLOCK void keep_better(const ColorLine& line, Number error, FittedLine& best) {
    const auto better = error < best.error;
    TONELIFT_UNROLLED
    for (int k = 0; k < 3; ++k) {
        TONELIFT_UNROLLED
        for (int end = 0; end < 2; ++end)
            best.line.code[end][k] = where(better, line.code[end][k], best.line.code[end][k]);
    }
    best.line.kind = where(better, line.kind, best.line.kind);
    best.error = min(error, best.error);
}

TONELIFT_BLOCK Number error_of(const BlockPixels& pixels, const ColorLine& line) {
    const Palette palette(pixels, line);
    Number error(0.0f), least;
    TONELIFT_UNROLLED
    for (int i = 0; i < 16; ++i) {
        palette.step(pixels, i, least);
        error = error + least;
    }
    return error;
}

TONELIFT_BLOCK FittedLine single_color_found(const BlockPixels& pixels, bool only_thirds) {
    const ColorLine line = single_color(pixels.sum, Between::third);
    FittedLine found{line, error_of(pixels, line)};
    if (only_thirds) return found;
    const ColorLine other = single_color(pixels.sum, Between::half);
    keep_better(other, error_of(pixels, other), found);
    return found;
}

struct OnLine {
    Number sum[3], count;
    StepSums steps;

    TONELIFT_BLOCK explicit OnLine(const BlockPixels& pixels) : count(16.0f) {
        TONELIFT_UNROLLED
        for (int k = 0; k < 3; ++k) sum[k] = pixels.sum[k];
    }

    TONELIFT_BLOCK void leave_out(const BlockPixels& pixels, int i, Number share) {
        count = count - share;
        TONELIFT_UNROLLED
        for (int k = 0; k < 3; ++k) sum[k] = sum[k] - share * pixels.level[k][i];
    }
};

TONELIFT_BLOCK ColorLine tried(const BlockPixels& pixels, const ColorLine& line, FittedLine& best) {
    const Palette palette(pixels, line);
    const auto thirds = line.kind == Number(line_of_thirds);
    OnLine on(pixels);
    Number error(0.0f), least;
    TONELIFT_UNROLLED
    for (int i = 0; i < 16; ++i) {
        const Number step = palette.step(pixels, i, least);
        const Number halves = where(step > Number(1.5f), step - Number(1.0f), step);
        Number weight = where(thirds, step, halves);
        if (pixels.black) {
            const auto black = both(step == Number(2.0f), line.kind == Number(line_with_middle));
            weight = where(black, Number(0.0f), weight);
            on.leave_out(pixels, i, where(black, Number(1.0f), Number(0.0f)));
        }
        on.steps.add(pixels, i, weight);
        error = error + least;
    }
    keep_better(line, error, best);
    const Number steps = where(thirds, Number(3.0f), Number(2.0f));
    return solved(on.steps.of_ends(on.sum, on.count, steps), line);
}

TONELIFT_BLOCK void refine(const BlockPixels& pixels, ColorLine line, int rounds,
                           FittedLine& best) {
    TONELIFT_ROLLED
    for (int round = 0; round < rounds; ++round) line = tried(pixels, line, best);
    keep_better(line, error_of(pixels, line), best);
}

TONELIFT_BLOCK void move_code(ColorLine& line, int place, float step) {
    TONELIFT_UNROLLED
    for (int i = 0; i < 6; ++i) {
        Number& code = line.code[i / 3][i % 3];
        if (i == place) code = clamp(code + Number(step), Number(0.0f), Number(top_code(i % 3)));
    }
}

TONELIFT_BLOCK void search(const BlockPixels& pixels, int rounds, bool pairs, FittedLine& best) {
    TONELIFT_ROLLED
    for (int move = 0; move < 12 * rounds; ++move) {
        ColorLine line = best.line;
        move_code(line, move / 2 % 6, move % 2 == 0 ? -1.0f : 1.0f);
        keep_better(line, error_of(pixels, line), best);
        if (!pairs || move % 12 < 11) continue;
        TONELIFT_ROLLED
        for (int pair = 0; pair < 36 * 4; ++pair) {
            const int first = pair / 24, second = pair / 4 % 6;
            if (first >= second) continue;
            line = best.line;
            move_code(line, first, pair & 1 ? 1.0f : -1.0f);
            move_code(line, second, pair & 2 ? 1.0f : -1.0f);
            keep_better(line, error_of(pixels, line), best);
        }
    }
}
