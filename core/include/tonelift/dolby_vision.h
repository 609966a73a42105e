/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Dolby Vision: the metadata of a frame (RPU) that its base layer needs to be shown, as far as it
 * describes the picture itself; syntax and meaning: ETSI GS CCM 001.
 *
 * Profile 5, and 10.0 in AV1, have a base layer in a color representation of their own. Each sample
 * s of it, code / 1023, is reshaped by a function of three components; ycc_to_rgb makes PQ-coded
 * numbers of them, and rgb_to_lms makes LMS of their linear light.
 */
#ifndef TONELIFT_DOLBY_VISION_H
#define TONELIFT_DOLBY_VISION_H

#include <tonelift/frame.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * The function that reshapes one component, in pieces along this component's samples s. A piece is
 * a polynomial of s, or MMR: a polynomial of all three components y, u, v before reshaping, with
 * the terms y, u, v, yu, yv, uv, yuv, then their squares, then their cubes.
 */
typedef struct tonelift_reshaping {
    int pieces;                 /**< [1, 8] */
    int mmr_order[8];           /**< of each piece: 1 to 3; 0: the piece is a polynomial of s */
    int reserved;               /**< 0 */
    double pivots[9];           /**< where pieces begin, and the last one's end: pieces + 1 rising
                                   numbers in [0, 1]; samples beyond them belong to the nearest
                                   piece */
    double polynomial[8][3];    /**< of each piece: factors of 1, s, s squared */
    double mmr_constant[8];     /**< of each piece: summand without a factor */
    double mmr_factor[8][3][7]; /**< of each piece: the factors of the terms, by order */
} tonelift_reshaping;

/** The metadata of one frame. All numbers are finite and at most 65504 in magnitude; those that
 * pieces and mmr_order leave unused are not read. Thread-safety: a plain value. */
typedef struct tonelift_dolby_vision {
    size_t
        struct_size; /**< sizeof(tonelift_dolby_vision), set by tonelift_dolby_vision_default() */
    tonelift_reshaping component[3];
    double ycc_offset[3];    /**< taken off the reshaped components; default 0 */
    double ycc_to_rgb[3][3]; /**< then multiplied with them, row by row; default: leaves them */
    double rgb_to_lms[3][3]; /**< from linear light to LMS; default: leaves it */
} tonelift_dolby_vision;

/** Fills the first `size` bytes of *metadata: reshaping and matrices that change nothing. NULL is
 * allowed. */
TONELIFT_API void tonelift_dolby_vision_init(tonelift_dolby_vision* metadata, size_t size);

/** tonelift_dolby_vision_init() with the size that the program was compiled with. */
static inline void tonelift_dolby_vision_default(tonelift_dolby_vision* metadata) {
    tonelift_dolby_vision_init(metadata, sizeof(*metadata));
}

#ifdef __cplusplus
}
#endif

#endif
