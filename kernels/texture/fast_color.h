// SPDX-License-Identifier: BSD-2-Clause
//
// The encoder of color blocks for BlockQuality::fast. Pixels are floats (Pixels) or bytes
// (PackedPixels).

constexpr float longest = 127;

TONELIFT_BLOCK void places_along(const BlockPixels& pixels, const Number (&axis)[3],
                                 Number (&place)[16]) {
    TONELIFT_UNROLLED
    for (int i = 0; i < 16; ++i) {
        place[i] = Number(0.0f);
        TONELIFT_UNROLLED
        for (int k = 0; k < 3; ++k) place[i] = multiply_add(pixels.level[k][i], axis[k], place[i]);
    }
}

TONELIFT_BLOCK void range_along(const BlockPixels&, const Number (&place)[16], Number& low,
                                Number& high) {
    low = high = place[0];
    TONELIFT_UNROLLED
    for (int i = 1; i < 16; ++i) {
        low = min(low, place[i]);
        high = max(high, place[i]);
    }
}

TONELIFT_BLOCK StepSums sums_by_place(const BlockPixels& pixels, const Number (&place)[16],
                                      Number from, Number scale) {
    StepSums sums;
    TONELIFT_UNROLLED
    for (int i = 0; i < 16; ++i) sums.add(pixels, i, nearest_whole((place[i] - from) * scale));
    return sums;
}

struct Ruler {
    Number way[3], start, scale;
};

TONELIFT_BLOCK Ruler ruler_of(const ColorLine& line, const float (&weight)[3]) {
    Number from[3], apart[3], weighted[3], largest(1.0f);
    TONELIFT_UNROLLED
    for (int k = 0; k < 3; ++k) {
        from[k] = level_of(line.code[0][k], k);
        apart[k] = level_of(line.code[1][k], k) - from[k];
        weighted[k] = apart[k] * Number(weight[k]);
        largest = max(largest, abs(weighted[k]));
    }
    const Number share = quotient(Number(longest), largest);
    Ruler ruler;
    TONELIFT_UNROLLED
    for (int k = 0; k < 3; ++k) ruler.way[k] = nearest_whole(weighted[k] * share);
    ruler.start = product_of(ruler.way, from);
    const Number whole = max(product_of(ruler.way, apart), Number(1.0f));
    ruler.scale = nearest_whole(quotient(Number(0x1p22f), whole)) * Number(0x1p-22f);
    return ruler;
}

TONELIFT_BLOCK ColorBlock block_on(const BlockPixels& pixels, const ColorLine& line,
                                   const Ruler& ruler) {
    ColorBlock block{line, {}};
    TONELIFT_UNROLLED
    for (int i = 0; i < 16; ++i) {
        Number place = Number(0.0f) - ruler.start;
        TONELIFT_UNROLLED
        for (int k = 0; k < 3; ++k) place = multiply_add(pixels.level[k][i], ruler.way[k], place);
        block.step[i] =
            nearest_whole(clamp(place * ruler.scale, Number(0.0f), Number(1.0f)) * Number(3.0f));
    }
    return block;
}

// Orders the pixels along one direction and returns the line that fits this order best. The
// direction is the row of the covariance matrix with the largest variance. The principal axis would
// give the same quality, but would need more instructions.
template <class P>
TONELIFT_BLOCK ColorLine line_by_order(const P& pixels, const Number (&sum)[3],
                                       const Covariance& covariance) {
    Number axis[3], variance, place[16];
    widest_row(covariance, axis, variance);
    const Number share = quotient(Number(longest), max(variance, Number(1.0f)));
    TONELIFT_UNROLLED
    for (int k = 0; k < 3; ++k) axis[k] = nearest_whole(axis[k] * share);
    places_along(pixels, axis, place);
    Number low, high;
    range_along(pixels, place, low, high);
    const Number inset = nearest_whole((high - low) * Number(share_left_out));
    const Number range = max(high - low - inset - inset, Number(1.0f));
    const Number scale = nearest_whole(quotient(Number(3 * 0x1p22f), range)) * Number(0x1p-22f);
    const EndSums sums =
        sums_by_place(pixels, place, low + inset, scale).of_ends(sum, Number(16.0f), Number(3.0f));
    return solved(sums, determinant_of(sums), Number(line_of_thirds));
}

TONELIFT_BLOCK Number joined(const Number (&code)[3]) {
    return multiply_add(code[0], Number(2048.0f), multiply_add(code[1], Number(32.0f), code[2]));
}

// A block is encoded as a single color if the sum of the variances of red, green and blue is below
// flat_variance.
constexpr float flat_variance = 5;

template <class Condition>
TONELIFT_BLOCK void put_mean(Condition flat, const Number (&sum)[3], ColorBlock& block) {
    const ColorLine single = single_color(sum, Between::third);
    TONELIFT_UNROLLED
    for (int i = 0; i < 6; ++i) {
        Number& code = block.line.code[i / 3][i % 3];
        code = where(flat, single.code[i / 3][i % 3], code);
    }
    TONELIFT_UNROLLED
    for (Number& step : block.step) step = where(flat, Number(1.0f), step);
}

template <class P>
TONELIFT_BLOCK typename P::Block fast_block(const P& pixels) {
    Number sum[3];
    sum_up(pixels, sum);
    const Covariance covariance = covariance_of(products_of(pixels), sum, 16);
    const ColorLine line = line_by_order(pixels, sum, covariance);
    typename P::Block block = block_on(pixels, line, ruler_of(line, pixels.weight));
    const auto flat = covariance.of[0][0] + covariance.of[1][1] + covariance.of[2][2] <
                      Number(256 * flat_variance);
    if (any(flat)) put_mean(flat, sum, block);
    return block;
}
