/* SPDX-License-Identifier: BSD-2-Clause
 *
 * HDR10+ (SMPTE ST 2094-40, application 4): the tone curve of a frame, made for a target screen.
 * The option tonemap=st2094-40 applies the curve.
 */
#ifndef TONELIFT_HDR10_PLUS_H
#define TONELIFT_HDR10_PLUS_H

#include <tonelift/frame.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * The curve of one frame: a line up to the knee, then a Bezier curve. Thread-safety: plain data
 * without locks.
 */
typedef struct tonelift_hdr10_plus {
    size_t struct_size; /**< sizeof(tonelift_hdr10_plus), set by tonelift_hdr10_plus_default() */
    double scene_peak;  /**< luminance that the curve maps to `target`, cd/m2, (0, 10000]; see
                           tonelift_hdr10_plus_peak() */
    double target;      /**< peak of the target screen, cd/m2, (0, 10000] */
    double knee_x;      /**< input of the curve at the knee, as a fraction of scene_peak, [0, 1) */
    double knee_y;      /**< output of the curve at the knee, as a fraction of `target`, [0, 1] */
    double anchors[15]; /**< control points of the Bezier curve without its end points 0 and 1; [0,
                           1], not decreasing */
    int anchor_count;   /**< number of control points in `anchors`, [1, 15] */
    int reserved;       /**< must be 0 */
} tonelift_hdr10_plus;

/** Fills the first `size` bytes of *metadata with 0. NULL is allowed. */
TONELIFT_API void tonelift_hdr10_plus_init(tonelift_hdr10_plus* metadata, size_t size);

/** Calls tonelift_hdr10_plus_init() with the size of the struct in the program's headers. */
static inline void tonelift_hdr10_plus_default(tonelift_hdr10_plus* metadata) {
    tonelift_hdr10_plus_init(metadata, sizeof(*metadata));
}

/** Returns the BT.2020 luminance of MaxScl, for the field scene_peak. The arguments are the
 * components of MaxScl. Arguments and result are in cd/m2. */
static inline double tonelift_hdr10_plus_peak(double red, double green, double blue) {
    return 0.2627 * red + 0.6780 * green + 0.0593 * blue;
}

#ifdef __cplusplus
}
#endif

#endif
