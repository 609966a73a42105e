// SPDX-License-Identifier: BSD-2-Clause
//
// Loads and stores planes of the plan. A chunk is four pixels of a row. at: its first column, a
// multiple of 4; its row; and whether it has effects.

const int storage_unorm16 = 0, storage_float32 = 1;  // enum Storage

vec4 unit_of(const uvec2 codes) {
    return vec4(uvec4(codes.x & 0xffffu, codes.x >> 16, codes.y & 0xffffu, codes.y >> 16)) *
           (1.0 / 65535.0);
}

vec4 load_plane(const int index, const int storage, const ivec3 at) {
    const Entry plane = entry(index);
    const int chunk = at.x >> 2;
    if (storage == storage_float32)
        return uintBitsToFloat(Words4(plane.address).at[at.y * (plane.pitch >> 4) + chunk]);
    return unit_of(Words2(plane.address).at[at.y * (plane.pitch >> 3) + chunk]);
}

// Loads a pixel inside the plane.
float load_pixel(const int index, const int storage, const ivec2 at) {
    const Entry plane = entry(index);
    const int row = at.y * (plane.pitch >> 2);
    if (storage == storage_float32) return uintBitsToFloat(Words(plane.address).at[row + at.x]);
    const uint pair = Words(plane.address).at[row + (at.x >> 1)];
    return float(at.x % 2 == 0 ? pair & 0xffffu : pair >> 16) * (1.0 / 65535.0);
}

// A plane that a core reads (kernels/device/plane.h). Outside the plane the edge pixel repeats.
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

// Loads pixels x .. x + 3 of row y; x is a multiple of 4.
vec4 chunk_of(const Plane plane, const int x, const int y) {
    const int row = clamp(y, 0, plane.height - 1), inside = clamp(x, 0, (plane.width - 1) & ~3);
    vec4 v = load_plane(plane.entry_index, plane.storage, ivec3(inside, row, 0));
    const int last = plane.width - 1 - inside;
    if (last < 1) v.y = v.x;
    if (last < 2) v.z = v.y;
    if (last < 3) v.w = v.z;
    return x < 0 ? v.xxxx : x > inside ? v.wwww : v;
}

// Stores values, which must be finite, or in [0,1] for unorm16.
void store_plane(const int index, const int storage, const ivec3 at, const vec4 value) {
    if (at.z == 0 || at.x >= grid_width) return;
    const Entry plane = entry(index);
    const int chunk = at.x >> 2;
    if (storage == storage_float32) {
        Words4(plane.address).at[at.y * (plane.pitch >> 4) + chunk] = floatBitsToUint(value);
        return;
    }
    // Adding 2^23 rounds to whole numbers, whose bits are then at the end of the mantissa.
    const uvec4 codes = floatBitsToUint(fma(value, vec4(65535.0), vec4(8388608.0))) & 0xffffu;
    Words2(plane.address).at[at.y * (plane.pitch >> 3) + chunk] =
        uvec2(codes.x | codes.y << 16, codes.z | codes.w << 16);
}
