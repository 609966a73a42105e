// SPDX-License-Identifier: BSD-2-Clause
//
// Finds the best end colors of a block by an exhaustive search: pixels are sorted along a line, and
// all divisions into groups of equal color numbers are tried.

TONELIFT_BLOCK void exchange(Number& a, Number& b, Number swap) {
    const Number first = a;
    a = where(swap > Number(0.0f), b, a);
    b = where(swap > Number(0.0f), first, b);
}

// Sorts the pixels by `place`, with Batcher's network (Knuth, The Art of Computer Programming,
// volume 3, algorithm 5.2.2M).
TONELIFT_BLOCK void sort_pixels(Number (&place)[16], BlockPixels& pixels) {
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

struct Row {
    BlockPixels pixels;
    int begin;
    Number before[17][3];

    TONELIFT_BLOCK float count() const { return static_cast<float>(16 - begin); }
};

TONELIFT_BLOCK Row row_along(const BlockPixels& pixels, int begin, const Number (&axis)[3]) {
    Row row{pixels, begin, {}};
    Number place[16];
    for (int i = 0; i < 16; ++i) place[i] = i < begin ? Number(-1e9f) : place_of(pixels, i, axis);
    sort_pixels(place, row.pixels);
    for (int k = 0; k < 3; ++k) {
        row.before[begin][k] = Number(0.0f);
        for (int i = begin; i < 16; ++i) {
            const Number level = row.pixels.level[k][i] * Number(row.count()) - pixels.sum[k];
            row.before[i + 1][k] = row.before[i][k] + level;
        }
    }
    return row;
}

struct Cut {
    Number bound[3];
    Number gain;
};

TONELIFT_BLOCK void keep_cut(const Row& row, const int (&bound)[3], Cut& best) {
    const int ones = 48 - bound[0] - bound[1] - bound[2];
    const int squares = 16 * 9 - bound[0] - 3 * bound[1] - 5 * bound[2];
    const int variance = (16 - row.begin) * squares - ones * ones;
    if (variance == 0) return;
    Number gain(0.0f);
    for (int k = 0; k < 3; ++k) {
        Number sum(0.0f);
        for (const int begin : bound) sum = sum + row.before[begin][k];
        gain = gain + sum * sum * Number(row.pixels.weight[k]);
    }
    gain = gain * Number(1.0f / static_cast<float>(variance));
    const auto better = gain > best.gain;
    for (int i = 0; i < 3; ++i)
        best.bound[i] = where(better, Number(static_cast<float>(bound[i])), best.bound[i]);
    best.gain = max(gain, best.gain);
}

TONELIFT_BLOCK Cut best_cut(const Row& row, bool thirds) {
    Cut best{{Number(16.0f), Number(16.0f), Number(16.0f)}, Number(0.0f)};
    for (int first = row.begin; first <= 16; ++first) {
        for (int second = first; second <= 16; ++second) {
            for (int last = thirds ? second : 16; last <= 16; ++last)
                keep_cut(row, {first, second, last}, best);
        }
    }
    return best;
}

TONELIFT_BLOCK ColorLine line_by_cuts(const Row& row, const ColorLine& start, bool thirds) {
    const Cut cut = best_cut(row, thirds);
    StepSums sums;
    for (int i = row.begin; i < 16; ++i) {
        Number step(0.0f);
        for (const Number& bound : cut.bound)
            step = step + where(bound > Number(static_cast<float>(i)), Number(0.0f), Number(1.0f));
        sums.add(row.pixels, i, step);
    }
    return solved(sums.of_ends(row.pixels.sum, Number(row.count()), Number(thirds ? 3.0f : 2.0f)),
                  start);
}

TONELIFT_BLOCK void take_out(BlockPixels& pixels, int i, Products& products) {
    for (int k = 0; k < 3; ++k) {
        pixels.sum[k] = pixels.sum[k] - pixels.level[k][i];
        for (int l = k; l < 3; ++l)
            products.of[k][l] = products.of[k][l] - pixels.level[k][i] * pixels.level[l][i];
    }
}

TONELIFT_BLOCK ColorLine mean_line(const BlockPixels& pixels, int count) {
    ColorLine line;
    for (int k = 0; k < 3; ++k)
        line.code[0][k] = line.code[1][k] =
            nearest_code(pixels.sum[k] * Number(1.0f / static_cast<float>(255 * count)), k);
    line.kind = Number(line_with_middle);
    return line;
}

// Tries to encode the darkest pixels as black: first one pixel, then two, and so on. Stops as soon
// as the error of the black pixels alone exceeds the least error found so far.
TONELIFT_BLOCK void refine_beside_black(const BlockPixels& pixels, Products products,
                                        FittedLine& found) {
    Number square[16], least(0.0f);
    for (int i = 0; i < 16; ++i) {
        const Number level[3] = {pixels.level[0][i], pixels.level[1][i], pixels.level[2][i]};
        square[i] = product_of(level, level);
        least = least - square[i];
    }
    BlockPixels bright = pixels;
    sort_pixels(square, bright);
    for (int dark = 1; dark < 16; ++dark) {
        least = least + square[dark - 1];
        const auto promising = least < found.error;
        if (!any(promising)) return;
        take_out(bright, dark - 1, products);
        Number axis[3];
        principal_axis(covariance_of(products, bright.sum, static_cast<float>(16 - dark)), axis);
        const ColorLine start = mean_line(bright, 16 - dark);
        FittedLine beside = found;
        refine(pixels, line_by_cuts(row_along(bright, dark, axis), start, false), 2, beside);
        keep_better(beside.line, where(promising, beside.error, found.error), found);
    }
}

TONELIFT_BLOCK void find_best(const BlockPixels& pixels, float kind, FittedLine& found) {
    const bool thirds = kind == line_of_thirds;
    const Products products = products_of(pixels);
    Number axis[3];
    principal_axis(covariance_of(products, pixels.sum, 16), axis);
    const ColorLine line = outermost(pixels, axis, kind);
    refine(pixels, line, 2, found);
    refine(pixels, line_by_cuts(row_along(pixels, 0, axis), line, thirds), 2, found);
    if (pixels.black && !thirds) refine_beside_black(pixels, products, found);
    search(pixels, 2, true, found);
}

TONELIFT_BLOCK FittedLine best_line(const BlockPixels& pixels, bool only_thirds) {
    FittedLine found = single_color_found(pixels, only_thirds);
    find_best(pixels, line_of_thirds, found);
    if (only_thirds) return found;
    const ColorLine middle = mean_line(pixels, 16);
    FittedLine other{middle, error_of(pixels, middle)};
    find_best(pixels, line_with_middle, other);
    keep_better(other.line, other.error, found);
    return found;
}
