/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Dynamic metadata of one frame, which the option `metadata` computes. The metadata fields contain
 * the codes of the bit streams, such as units of 0.1 cd/m2 or 12-bit PQ codes.
 */
#ifndef TONELIFT_METADATA_H
#define TONELIFT_METADATA_H

#include <tonelift/frame.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * The metadata of one frame. Except for `begins_shot`, all frames of a shot have equal metadata.
 * Thread-safety: plain data without locks.
 */
typedef struct tonelift_metadata {
    size_t struct_size; /**< sizeof(tonelift_metadata), set by tonelift_metadata_default() */
    int kinds;          /**< kinds of metadata that the option `metadata` requests: a sum of
                           TONELIFT_METADATA_* */
    int begins_shot;    /**< nonzero for the first frame of a shot */

    /* HDR10+: SMPTE ST 2094-40, application 4 */
    int max_scl[3];      /**< largest R, G and B of the source, in units of 0.1 cd/m2 */
    int average_max_rgb; /**< mean over pixels of max(R, G, B), in units of 0.1 cd/m2 */
    int percentages[9];  /**< nominal percentiles of the entries of `distribution` */
    int distribution[9]; /**< max(R, G, B) at these percentiles, in units of 0.1 cd/m2. Application
                            4 defines two exceptions: distribution[1] is the 99th percentile, and
                            distribution[2] is the percentage of pixels below 100 cd/m2 */
    int target;          /**< peak of the target screen, cd/m2 */
    int knee_x;     /**< input of the curve at the knee, in units of 1/4095 of the source's peak */
    int knee_y;     /**< output of the curve at the knee, in units of 1/4095 of `target` */
    int anchors[9]; /**< control points of the Bezier curve, in units of 1/1023 */

    /* Dolby Vision, profiles 8.1 and 10.1 */
    int level1[3]; /**< smallest, largest and mean PQ code of the shot, 12 bits */
    int level5[4]; /**< sizes of the black bars at the left, right, top and bottom, in pixels */
    int level6[4]; /**< brightest (cd/m2) and darkest light (0.0001 cd/m2) of the mastering display,
                      MaxCLL and MaxFALL (cd/m2) */
    int reserved;  /**< always 0 */

    /* SMPTE ST 2094-50 */
    const unsigned char* st2094_50; /**< bit stream (annex C); valid as long as the metadata of this
                                       frame can be requested */
    size_t st2094_50_size;          /**< size of st2094_50 in bytes */
} tonelift_metadata;

/** Fills the first `size` bytes of *metadata with 0. NULL is allowed. */
TONELIFT_API void tonelift_metadata_init(tonelift_metadata* metadata, size_t size);

/** Calls tonelift_metadata_init() with the size of the struct in the program's headers. */
static inline void tonelift_metadata_default(tonelift_metadata* metadata) {
    tonelift_metadata_init(metadata, sizeof(*metadata));
}

#ifdef __cplusplus
}
#endif

#endif
