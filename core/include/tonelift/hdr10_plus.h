/* SPDX-License-Identifier: BSD-2-Clause
 *
 * HDR10+ (SMPTE ST 2094-40, application 4): the tone curve of a frame, made for a target screen.
 * The option tonemap=st2094-40 applies it.
 */
#ifndef TONELIFT_HDR10_PLUS_H
#define TONELIFT_HDR10_PLUS_H

#include <tonelift/frame.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * The curve of one frame: a line up to the knee, then a Bezier curve. Thread-safety: a plain value.
 */
typedef struct tonelift_hdr10_plus {
    size_t struct_size; /**< sizeof(tonelift_hdr10_plus), set by tonelift_hdr10_plus_default() */
    double scene_peak;  /**< luminance that the curve maps to `target`, cd/m2, (0, 10000]; see
                           tonelift_hdr10_plus_peak() */
    double target;      /**< peak of the target screen, cd/m2, (0, 10000] */
    double knee_x;      /**< fraction of scene_peak, [0, 1) */
    double knee_y;      /**< fraction of target, [0, 1] */
    double anchors[15]; /**< control points of the Bezier curve without its end points 0 and 1; [0,
                           1], not decreasing */
    int anchor_count;   /**< [1, 15] */
    int reserved;       /**< 0 */
} tonelift_hdr10_plus;

/** Fills the first `size` bytes of *metadata with 0. NULL is allowed. */
TONELIFT_API void tonelift_hdr10_plus_init(tonelift_hdr10_plus* metadata, size_t size);

/** Calls tonelift_hdr10_plus_init() with the size of the struct in the program's headers. */
static inline void tonelift_hdr10_plus_default(tonelift_hdr10_plus* metadata) {
    tonelift_hdr10_plus_init(metadata, sizeof(*metadata));
}

/** Returns the luminance of maxscl, for scene_peak. The components of maxscl are in cd/m2. */
static inline double tonelift_hdr10_plus_peak(double red, double green, double blue) {
    return 0.2627 * red + 0.6780 * green + 0.0593 * blue;
}

#ifdef __cplusplus
}
#endif

#endif
