// SPDX-License-Identifier: BSD-2-Clause
//
// Converts samples of the input frame to normalized values, with the same results as
// kernels/unpack/unpack_cpu.cpp.

// Specialization constants with one value per component. The code generator sets them by name.
#define TONELIFT_COMPONENTS(type, name, id)                           \
    layout(constant_id = id + 0) const type name##_0 = type(0);       \
    layout(constant_id = id + 1) const type name##_1 = type(0);       \
    layout(constant_id = id + 2) const type name##_2 = type(0);       \
    layout(constant_id = id + 3) const type name##_3 = type(0);       \
    type name(const int c) {                                          \
        return c == 0 ? name##_0 : c == 1 ? name##_1 : c == 2 ? name##_2 : name##_3; \
    }
TONELIFT_COMPONENTS(int, input_plane, 100)
TONELIFT_COMPONENTS(int, input_step, 104)
TONELIFT_COMPONENTS(int, input_offset, 108)
TONELIFT_COMPONENTS(int, input_columns, 112)
TONELIFT_COMPONENTS(int, input_rows, 116)
TONELIFT_COMPONENTS(float, input_zero, 120)
TONELIFT_COMPONENTS(float, input_scale, 124)
layout(constant_id = 128) const int input_sample = 0;
layout(constant_id = 129) const uint input_mask = 0;   // mask of the code's bits in a sample
layout(constant_id = 130) const int input_chroma_w = 0;
layout(constant_id = 131) const int input_chroma_h = 0;
layout(constant_id = 132) const int input_chroma_x = 0;  // 2 * chroma_offset().x
layout(constant_id = 133) const int input_chroma_y = 0;
layout(constant_id = 134) const int input_reduction = 1;
layout(constant_id = 135) const int input_apart = 1;  // input rows per row of a downscaled picture

const int sample_u8 = 0, sample_u16 = 1, sample_f32 = 2, sample_u10x3 = 3;  // the enum Sample

bool is_chroma(const int c) { return c == 1 || c == 2; }

float number_of(const uint code) {
    return input_sample == sample_f32 ? uintBitsToFloat(code) : float(code & input_mask);
}

float code_at(const int c, const int column, const int row) {
    const Entry plane = entry(input_plane(c));
    const int x = clamp(column, 0, input_columns(c) - 1), y = clamp(row, 0, input_rows(c) - 1);
    const int sample_index = x * input_step(c) + input_offset(c);
    const int first = y * (plane.pitch >> 2);
    if (input_sample == sample_u8)
        return number_of(Words(plane.address).at[first + (sample_index >> 2)] >>
                         8 * (sample_index & 3));
    if (input_sample == sample_u16)
        return number_of(Words(plane.address).at[first + (sample_index >> 1)] >>
                         16 * (sample_index & 1));
    if (input_sample == sample_u10x3)
        return number_of(Words(plane.address).at[first + sample_index / 3] >>
                         10 * (sample_index % 3));
    return number_of(Words(plane.address).at[first + sample_index]);
}

vec4 codes_at(const int c, const int x, const int row) {
    const Entry plane = entry(input_plane(c));
    const int y = clamp(row, 0, input_rows(c) - 1), first = y * (plane.pitch >> 2);
    const int samples_log2 = input_sample == sample_u8 ? 2 : input_sample == sample_u16 ? 1 : 0;
    const int start = first + (x >> samples_log2) * input_step(c);
    vec4 codes;
    [[unroll]] for (int i = 0; i < 4; ++i) {
        if (input_sample == sample_u10x3) {
            codes[i] = code_at(c, x + i, y);
            continue;
        }
        const int own = i * input_step(c) + input_offset(c);
        const uint word = Words(plane.address).at[start + (own >> samples_log2)];
        const int within = own & ((1 << samples_log2) - 1);
        codes[i] = number_of(word >> (32 >> samples_log2) % 32 * within);
    }
    return codes;
}

// -------------------------------------------------------------------------------------------------
// Samples at the full size of the picture.

float weight_of(const int quarters) { return float(quarters & 3) * 0.25; }

float blended_code(const int c, const int column, const int y) {
    if (input_chroma_h == 0) return code_at(c, column, y);
    const int quarters = 2 * y - input_chroma_y;
    const float above = code_at(c, column, quarters >> 2);
    const float below = code_at(c, column, (quarters >> 2) + 1);
    return above + weight_of(quarters) * (below - above);
}

struct RowTap {
    int above;
    int below;
    float weight;
};

RowTap rows_at(const int c, const int first, const float weight) {
    const int last = input_rows(c) - 1, pitch = entry(input_plane(c)).pitch >> 2;
    return RowTap(clamp(first, 0, last) * pitch, clamp(first + 1, 0, last) * pitch, weight);
}

// Returns the code at a column. If several components are in one 32-bit word, they have the same
// address expression, so that the compiler emits a single load.
float code_in_row(const int c, const int column, const int start) {
    const int samples_log2 = input_sample == sample_u8 ? 2 : input_sample == sample_u16 ? 1 : 0;
    const int within = (1 << samples_log2) - 1, place = column * input_step(c);
    const int word = start + (place >> samples_log2) + (input_offset(c) >> samples_log2);
    const int sample_of_word = (place & within) + (input_offset(c) & within);
    return number_of(Words(entry(input_plane(c)).address).at[word] >>
                     (32 >> samples_log2) % 32 * sample_of_word);
}

float code_between(const int c, const int column, const RowTap rows, const bool is_exact) {
    const int x = clamp(column, 0, input_columns(c) - 1);
    const float above = code_in_row(c, x, rows.above);
    if (is_exact) return above;
    return above + rows.weight * (code_in_row(c, x, rows.below) - above);
}

float chroma_code(const int c, const int column, const int y) {
    if (input_sample == sample_u10x3) return blended_code(c, column, y);
    const bool is_exact = input_chroma_h == 0;
    const int quarters = is_exact ? 4 * y : 2 * y - input_chroma_y;
    return code_between(c, column, rows_at(c, quarters >> 2, weight_of(quarters)), is_exact);
}

vec4 chroma_codes(const int c, const int x, const int y) {
    if (input_chroma_w == 0) {
        return vec4(blended_code(c, x, y), blended_code(c, x + 1, y), blended_code(c, x + 2, y),
                    blended_code(c, x + 3, y));
    }
    const int first = x >> 1;
    const float left = input_chroma_x > 0 ? chroma_code(c, first - 1, y) : 0;
    const float a = chroma_code(c, first, y), b = chroma_code(c, first + 1, y);
    const float right = input_chroma_x < 2 ? chroma_code(c, first + 2, y) : 0;
    const float to_left = 0.25 * input_chroma_x, to_right = 0.5 - 0.25 * input_chroma_x;
    return vec4(input_chroma_x > 0 ? a + to_left * (left - a) : a, a + to_right * (b - a),
                b + to_left * (a - b), input_chroma_x < 2 ? b + to_right * (right - b) : b);
}

// -------------------------------------------------------------------------------------------------
// Samples of a picture with a half or a quarter of the width and height.

float between(const float a, const float b, const float weight) {
    return weight == 0.5 ? 0.5 * (a + b) : a + weight * (b - a);
}

struct Tap {
    int first;
    float weight;
};
Tap halved_tap(const bool is_subsampled, const int position, const int offset) {
    if (!is_subsampled) return Tap(2 * position, 0.5);
    const int quarters = 1 - offset;  // offset in quarters of a sample, known at compile time
    return Tap(position + (quarters >> 2), weight_of(quarters));
}

float code_in_column(const int c, const int x, const Tap down) {
    const float above = code_at(c, x, down.first);
    if (down.weight == 0) return above;
    return between(above, code_at(c, x, down.first + 1), down.weight);
}

float halved_code(const int c, const int x, const int y) {
    const Tap across = halved_tap(is_chroma(c) && input_chroma_w > 0, x, input_chroma_x);
    const Tap down = halved_tap(is_chroma(c) && input_chroma_h > 0, y, input_chroma_y);
    const float left = code_in_column(c, across.first, down);
    if (across.weight == 0) return left;
    return between(left, code_in_column(c, across.first + 1, down), across.weight);
}

vec4 halved_chroma(const int c, const int x, const int y) {
    const Tap across = halved_tap(true, x, input_chroma_x);
    const Tap down = halved_tap(input_chroma_h > 0, y, input_chroma_y);
    const RowTap rows = rows_at(c, down.first, down.weight);
    float codes[5];
    [[unroll]] for (int i = 0; i < (across.weight == 0 ? 4 : 5); ++i)
        codes[i] = code_between(c, across.first + i, rows, down.weight == 0);
    if (across.weight == 0) return vec4(codes[0], codes[1], codes[2], codes[3]);
    vec4 between_columns;
    [[unroll]] for (int i = 0; i < 4; ++i)
        between_columns[i] = between(codes[i], codes[i + 1], across.weight);
    return between_columns;
}

vec4 sums_of_pairs(const int c, const int x, const int row) {
    const Entry plane = entry(input_plane(c));
    const int start = min(row, input_rows(c) - 1) * (plane.pitch >> 4);
    const uvec4 words = Words4(plane.address).at[start + (x >> 3)];
    return vec4(words & input_mask) + vec4(words >> 16 & input_mask);
}

// Returns the means of 2x2 samples from sums of two rows.
vec4 means_of_pairs(const vec4 a, const vec4 b) {
    return 0.25 * vec4(a.x + a.y, a.z + a.w, b.x + b.y, b.z + b.w);
}

vec4 halved_codes(const int c, const int x, const int y) {
    if (is_chroma(c) && input_chroma_w > 0 && input_sample != sample_u10x3)
        return halved_chroma(c, x, y);
    if (is_chroma(c) && input_chroma_w + input_chroma_h > 0) {
        return vec4(halved_code(c, x, y), halved_code(c, x + 1, y), halved_code(c, x + 2, y),
                    halved_code(c, x + 3, y));
    }
    if (input_sample == sample_u16 && input_step(c) == 1)
        return 0.25 * (sums_of_pairs(c, 2 * x, 2 * y) + sums_of_pairs(c, 2 * x, 2 * y + 1));
    const vec4 a = codes_at(c, 2 * x, 2 * y) + codes_at(c, 2 * x, 2 * y + 1);
    const vec4 b = codes_at(c, 2 * x + 4, 2 * y) + codes_at(c, 2 * x + 4, 2 * y + 1);
    return means_of_pairs(a, b);
}

vec4 quartered_codes(const int c, const int x, const int y) {
    const vec4 a = halved_codes(c, 2 * x, 2 * y) + halved_codes(c, 2 * x, 2 * y + 1);
    const vec4 b = halved_codes(c, 2 * x + 4, 2 * y) + halved_codes(c, 2 * x + 4, 2 * y + 1);
    return means_of_pairs(a, b);
}

// -------------------------------------------------------------------------------------------------

vec4 load_input(const int c, const ivec3 at) {
    vec4 codes;
    if (input_reduction == 4) {
        codes = quartered_codes(c, at.x, at.y);
    } else if (input_reduction == 2) {
        codes = halved_codes(c, at.x, at.y);
    } else if (is_chroma(c) && input_chroma_w + input_chroma_h > 0) {
        codes = chroma_codes(c, at.x, at.y);
    } else {
        codes = codes_at(c, at.x, at.y * input_apart + input_apart / 2);
    }
    if (input_sample == sample_f32) return codes;
    return (codes - input_zero(c)) * input_scale(c);
}
