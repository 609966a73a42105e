/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Parses Dolby Vision metadata (RPU) from its H.265 NAL unit. ETSI GS CCM 001 defines the syntax.
 */
#ifndef TONELIFT_RPU_H
#define TONELIFT_RPU_H

#include <tonelift/dolby_vision.h>
#include <tonelift/tonelift.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The metadata of a frame, except its reshaping and its trims, which have structs of their own.
 * Thread-safety: plain data without locks. */
typedef struct tonelift_rpu {
    size_t struct_size; /**< sizeof(tonelift_rpu), set by tonelift_rpu_default() */
    int profile; /**< value for tonelift_video.dolby_vision_profile: 5, 7 or 8, or 0 if unknown */
    int has_reshaping; /**< nonzero if the metadata has a reshaping; 0: the frame uses the reshaping
                          of an earlier frame */
    int has_trims;     /**< nonzero if the metadata has level 1, and level 2 for 100 cd/m2 */
    int scene_cut;     /**< value for tonelift_frame.scene_cut */
    double mastering_min; /**< darkest luminance of the mastering display, cd/m2; 0: unknown */
    double mastering_max; /**< brightest luminance of the mastering display, cd/m2; 0: unknown */
    double scene_peak;    /**< value for tonelift_frame.scene_peak in cd/m2, or 0 if unknown */
} tonelift_rpu;

/** Fills the first `size` bytes of *rpu with 0. NULL is allowed. */
TONELIFT_API void tonelift_rpu_init(tonelift_rpu* rpu, size_t size);

/** Calls tonelift_rpu_init() with the size of the struct in the program's headers. */
static inline void tonelift_rpu_default(tonelift_rpu* rpu) { tonelift_rpu_init(rpu, sizeof(*rpu)); }

/**
 * Reads metadata that begins with the RPU's prefix byte 0x19, or with the header of the NAL unit.
 * The caller must initialize the structs by tonelift_..._default(). `reshaping` and `trims` may be
 * NULL.
 *
 * Errors: TONELIFT_ERROR_ARGUMENT for broken metadata. TONELIFT_ERROR_UNSUPPORTED for metadata in a
 * form that is not published. On an error, the structs are unchanged. Thread-safety: any thread may
 * call this function.
 */
TONELIFT_API tonelift_status tonelift_rpu_read(const void* data, size_t size, tonelift_rpu* rpu,
                                               tonelift_dolby_vision* reshaping,
                                               tonelift_dolby_trims* trims,
                                               const tonelift_log* log);

#ifdef __cplusplus
}
#endif

#endif
