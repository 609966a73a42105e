/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Dynamic metadata of a frame, as codes of the bit stream, for the option `metadata`.
 */
#ifndef TONELIFT_METADATA_H
#define TONELIFT_METADATA_H

#include <tonelift/frame.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * The metadata of one frame, which is equal for all frames of a shot. Thread-safety: a plain value.
 */
typedef struct tonelift_metadata {
    size_t struct_size; /**< sizeof(tonelift_metadata), set by tonelift_metadata_default() */
    int kinds;          /**< requested formats: sum of TONELIFT_METADATA_* */
    int begins_shot;    /**< nonzero for the first frame of a shot */

    /* HDR10+: SMPTE ST 2094-40, application 4 */
    int max_scl[3];      /**< largest R, G and B of the source, 0.1 cd/m2 */
    int average_max_rgb; /**< mean over pixels of max(R, G, B), 0.1 cd/m2 */
    int percentages[9];  /**< percentages of the distribution */
    int distribution[9]; /**< max(R, G, B) at these percentages, in 0.1 cd/m2 */
    int target;          /**< peak of the target screen, cd/m2 */
    int knee_x;          /**< position of the knee, in 1/4095 of the peak of the source */
    int knee_y;          /**< height of the knee, in 1/4095 of `target` */
    int anchors[9];      /**< control points of the Bezier curve, in units of 1/1023 */

    /* Dolby Vision, profiles 8.1 and 10.1 */
    int level1[3]; /**< smallest, largest and mean PQ code, 12 bits */
    int level5[4]; /**< black bars at the left, right, top and bottom, pixels */
    int level6[4]; /**< brightest (cd/m2) and darkest light (0.0001 cd/m2) of the mastering display,
                      MaxCLL and MaxFALL (cd/m2) */
    int reserved;  /**< 0 */

    /* SMPTE ST 2094-50 */
    const unsigned char* st2094_50; /**< bit stream of annex C; valid as long as the metadata of the
                                       frame can be requested */
    size_t st2094_50_size;          /**< bytes */
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
