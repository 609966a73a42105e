/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Dolby Vision metadata of a frame (RPU): reshaping of its base layer, and trims for a screen.
 * Syntax and meaning: ETSI GS CCM 001.
 *
 * A function reshapes each sample (code / 1023). The matrix ycc_to_rgb then converts the samples to
 * PQ codes. The matrix rgb_to_lms converts the linear light of these codes to LMS.
 */
#ifndef TONELIFT_DOLBY_VISION_H
#define TONELIFT_DOLBY_VISION_H

#include <tonelift/frame.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * The function that reshapes one component. Each piece is a polynomial, or MMR (multivariate
 * multiple regression). The terms of MMR are y, u, v, yu, yv, uv, yuv, then their squares and their
 * cubes.
 */
typedef struct tonelift_reshaping {
    int pieces;                 /**< number of pieces, [1, 8] */
    int mmr_order[8];           /**< order of MMR of each piece, 1 to 3, or 0 for a polynomial */
    int reserved;               /**< 0 */
    double pivots[9];           /**< start of each piece, then the end of the last one, in [0, 1] */
    double polynomial[8][3];    /**< factors of 1, s and s squared, for each piece */
    double mmr_constant[8];     /**< constant term of MMR, for each piece */
    double mmr_factor[8][3][7]; /**< factors of the terms of MMR, for each piece and order */
} tonelift_reshaping;

/**
 * The reshaping of one frame. All numbers are finite and at most 65504 in magnitude. Thread-safety:
 * a plain value.
 */
typedef struct tonelift_dolby_vision {
    size_t
        struct_size; /**< sizeof(tonelift_dolby_vision), set by tonelift_dolby_vision_default() */
    tonelift_reshaping component[3];
    double ycc_offset[3];    /**< subtracted from the reshaped components; default 0 */
    double ycc_to_rgb[3][3]; /**< matrix for the components, in rows; default: identity */
    double rgb_to_lms[3][3]; /**< matrix from linear light to LMS, in rows; default: identity */
} tonelift_dolby_vision;

/** Fills the first `size` bytes of *metadata with a reshaping and matrices that leave colors
 * unchanged. NULL is allowed. */
TONELIFT_API void tonelift_dolby_vision_init(tonelift_dolby_vision* metadata, size_t size);

/** Calls tonelift_dolby_vision_init() with the size of the struct in the program's headers. */
static inline void tonelift_dolby_vision_default(tonelift_dolby_vision* metadata) {
    tonelift_dolby_vision_init(metadata, sizeof(*metadata));
}

/**
 * Light of a frame (level 1), and trims for a screen of 100 cd/m2 (level 2), for tonemap=st2094-10.
 *
 * Codes have 12 bits. Slope and power are code / 4096 + 0.5. Offset, chroma_weight and
 * saturation_gain are code / 4096 - 0.5. Thread-safety: a plain value.
 */
typedef struct tonelift_dolby_trims {
    size_t struct_size; /**< sizeof(tonelift_dolby_trims), set by tonelift_dolby_trims_default() */
    double darkest;     /**< cd/m2, [0, 10000] */
    double mean;        /**< light of the mean PQ code, cd/m2, at least `darkest` */
    double brightest;   /**< cd/m2, at least `mean`, at most 10000 */
    double slope;       /**< [0.5, 1.5]; default 1 */
    double offset;      /**< [-0.5, 0.5]; default 0 */
    double power;       /**< [0.5, 1.5]; default 1 */
    double chroma_weight;   /**< [-0.5, 0.5]; default 0 */
    double saturation_gain; /**< [-0.5, 0.5]; default 0 */
    double ms_weight; /**< multi-scale weight; default 0. Other values are logged once and ignored,
                         because their use is not published */
    int has_level8;   /**< nonzero if the frame also has trims of level 8, which are ignored */
    int reserved;     /**< 0 */
} tonelift_dolby_trims;

/** Fills the first `size` bytes of *trims with trims that change nothing. NULL is allowed. */
TONELIFT_API void tonelift_dolby_trims_init(tonelift_dolby_trims* trims, size_t size);

/** Calls tonelift_dolby_trims_init() with the size of the struct in the program's headers. */
static inline void tonelift_dolby_trims_default(tonelift_dolby_trims* trims) {
    tonelift_dolby_trims_init(trims, sizeof(*trims));
}

#ifdef __cplusplus
}
#endif

#endif
