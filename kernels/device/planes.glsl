// SPDX-License-Identifier: BSD-2-Clause
//
// Loads and stores four pixels of row at.y, starting at column at.x. If at.z is 0, store functions
// do nothing.

const int storage_unorm16 = 0, storage_float32 = 1;

// Codes of 16 bits are in the upper half of 32-bit words, which multiplies them by code_unit.
// Drivers convert 32-bit words to floats faster than 16-bit words.
const float code_unit = 65536.0;
vec4 codes_of(const uvec2 words) {
    return vec4(
        uvec4(words.x << 16, words.x & 0xffff0000u, words.y << 16, words.y & 0xffff0000u));
}
const float number_of_unit = 1.0 / 65535.0 / code_unit;
vec4 unit_of(const uvec2 words) { return codes_of(words) * number_of_unit; }
uvec2 words_of(const vec4 numbers) {
    const uvec4 bits = floatBitsToUint(numbers);
    return uvec2(bitfieldInsert(bits.x, bits.y, 16, 16), bitfieldInsert(bits.z, bits.w, 16, 16));
}

int chunk_index(const Entry plane, const ivec3 at, const int shift) {
    return at.y * (plane.pitch >> shift) + (at.x >> 2);
}

vec4 load_plane(const int index, const int storage, const ivec3 at) {
    const Entry plane = entry(index);
    if (storage == storage_float32)
        return uintBitsToFloat(Words4(plane.address).at[chunk_index(plane, at, 4)]);
    return unit_of(Words2(plane.address).at[chunk_index(plane, at, 3)]);
}

float load_pixel(const int index, const int storage, const ivec2 at) {
    const Entry plane = entry(index);
    const int row = at.y * (plane.pitch >> 2);
    if (storage == storage_float32) return uintBitsToFloat(Words(plane.address).at[row + at.x]);
    const uint pair = Words(plane.address).at[row + (at.x >> 1)];
    return float(at.x % 2 == 0 ? pair & 0xffffu : pair >> 16) * (1.0 / 65535.0);
}

struct Plane {
    int entry_index;
    int storage;
    int width;
    int height;
};

float pixel_of(const Plane plane, const int x, const int y) {
    return load_pixel(plane.entry_index, plane.storage,
                      ivec2(clamp(x, 0, plane.width - 1), clamp(y, 0, plane.height - 1)));
}

vec4 chunk_of(const Plane plane, const int x, const int y) {
    const int row = clamp(y, 0, plane.height - 1), inside = clamp(x, 0, (plane.width - 1) & ~3);
    vec4 v = load_plane(plane.entry_index, plane.storage, ivec3(inside, row, 0));
    const int last = plane.width - 1 - inside;
    if (last < 1) v.y = v.x;
    if (last < 2) v.z = v.y;
    if (last < 3) v.w = v.z;
    return x < 0 ? v.xxxx : x > inside ? v.wwww : v;
}

// Stores four pixels of plane `index`. For float32, `value` must be finite. For unorm16, it must be
// in [0,1].
void store_plane(const int index, const int storage, const ivec3 at, const vec4 value) {
    // The entry is loaded before the branch, so that the stores of several rows share this load.
    const Entry plane = entry(index);
    if (at.z == 0) return;
    if (storage == storage_float32) {
        Words4(plane.address).at[chunk_index(plane, at, 4)] = floatBitsToUint(value);
        return;
    }
    // Adding 2^23 rounds the code to an integer, which is then in the low bits of the float.
    Words2(plane.address).at[chunk_index(plane, at, 3)] =
        words_of(fma(value, vec4(65535.0), vec4(8388608.0)));
}

vec4 load_codes(const int index, const ivec3 at) {
    const Entry plane = entry(index);
    return codes_of(Words2(plane.address).at[chunk_index(plane, at, 3)]);
}
void store_codes(const int index, const ivec3 at, const vec4 value) {
    store_plane(index, storage_unorm16, at, clamp(value * number_of_unit, 0.0, 1.0));
}
