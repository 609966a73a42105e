/* SPDX-License-Identifier: BSD-2-Clause
 *
 * The Dolby Vision metadata (RPU) of one frame: the reshaping of its base layer, and its trims for
 * a screen. ETSI GS CCM 001 defines the syntax and the meaning.
 *
 * First, the function of each component (tonelift_reshaping) reshapes the samples s = code / 1023.
 * The matrix ycc_to_rgb then converts the reshaped samples to PQ codes of R, G and B. The matrix
 * rgb_to_lms converts the linear light of these codes to LMS.
 */
#ifndef TONELIFT_DOLBY_VISION_H
#define TONELIFT_DOLBY_VISION_H

#include <tonelift/frame.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * The function that reshapes one component. The function consists of pieces. Each piece is either a
 * polynomial of the component's own sample s, or MMR (multivariate multiple regression) of the
 * samples y, u and v of all three components. The terms of MMR are y, u, v, yu, yv, uv and yuv,
 * then the squares of these seven terms, then their cubes.
 */
typedef struct tonelift_reshaping {
    int pieces;       /**< number of pieces, [1, 8] */
    int mmr_order[8]; /**< highest power of the MMR terms in each piece, 1 to 3; 0: the piece is a
                         polynomial */
    int reserved;     /**< must be 0 */
    double pivots[9]; /**< sample s at the start of each piece, then at the end of the last piece,
                         in [0, 1] */
    double polynomial[8][3];    /**< factors of 1, s and s squared, for each piece */
    double mmr_constant[8];     /**< constant term of MMR, for each piece */
    double mmr_factor[8][3][7]; /**< factors of the MMR terms, for each piece and power */
} tonelift_reshaping;

/**
 * The reshaping of one frame. All its numbers must be finite, with a magnitude of at most 65504.
 * Thread-safety: plain data without locks.
 */
typedef struct tonelift_dolby_vision {
    size_t
        struct_size; /**< sizeof(tonelift_dolby_vision), set by tonelift_dolby_vision_default() */
    tonelift_reshaping component[3];
    double ycc_offset[3];    /**< subtracted from the reshaped components; default 0 */
    double ycc_to_rgb[3][3]; /**< matrix from samples to RGB codes, row by row; default: identity */
    double rgb_to_lms[3][3]; /**< matrix from linear light to LMS, row by row; default: identity */
} tonelift_dolby_vision;

/** Fills the first `size` bytes of *metadata with a reshaping and matrices that leave colors
 * unchanged. NULL is allowed. */
TONELIFT_API void tonelift_dolby_vision_init(tonelift_dolby_vision* metadata, size_t size);

/** Calls tonelift_dolby_vision_init() with the size of the struct in the program's headers. */
static inline void tonelift_dolby_vision_default(tonelift_dolby_vision* metadata) {
    tonelift_dolby_vision_init(metadata, sizeof(*metadata));
}

/**
 * The darkest, mean and brightest light of one frame (Dolby Vision level 1), and the frame's trims
 * for a screen with a peak of 100 cd/m2 (level 2). tonemap=st2094-10 applies the trims.
 *
 * The metadata stores each trim as a 12-bit code. The fields `slope` and `power` are code / 4096 +
 * 0.5. The fields `offset`, `chroma_weight` and `saturation_gain` are code / 4096 - 0.5.
 * Thread-safety: plain data without locks.
 */
typedef struct tonelift_dolby_trims {
    size_t struct_size; /**< sizeof(tonelift_dolby_trims), set by tonelift_dolby_trims_default() */
    double darkest;     /**< darkest light of the frame, cd/m2, [0, 10000] */
    double mean;        /**< light whose PQ code is the mean PQ code of the frame, cd/m2, at least
                           `darkest` */
    double brightest;   /**< brightest light of the frame, cd/m2, at least `mean`, at most 10000 */
    double slope;       /**< [0.5, 1.5]; default 1 */
    double offset;      /**< [-0.5, 0.5]; default 0 */
    double power;       /**< [0.5, 1.5]; default 1 */
    double chroma_weight;   /**< [-0.5, 0.5]; default 0 */
    double saturation_gain; /**< [-0.5, 0.5]; default 0 */
    double ms_weight;       /**< multi-scale weight; default 0. Any other value is logged once and
                               ignored, because its use is not published */
    int has_level8; /**< nonzero if the frame also has trims of level 8, which are ignored */
    int reserved;   /**< must be 0 */
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
