/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Parses Dolby Vision metadata (RPU) from the bytes of its H.265 NAL unit. FFmpeg provides these
 * bytes as AV_FRAME_DATA_DOVI_RPU_BUFFER, and VapourSynth as the frame property DolbyVisionRPU.
 * Syntax: ETSI GS CCM 001.
 */
#ifndef TONELIFT_RPU_H
#define TONELIFT_RPU_H

#include <tonelift/dolby_vision.h>
#include <tonelift/tonelift.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The metadata of a frame without its reshaping and its trims. Thread-safety: a plain value. */
typedef struct tonelift_rpu {
    size_t struct_size; /**< sizeof(tonelift_rpu), set by tonelift_rpu_default() */
    int profile;        /**< value for tonelift_video.dolby_vision_profile: 5 (also for 10.0 in
                             AV1), 7 or 8; 0: unknown */
    int has_reshaping; /**< nonzero if the frame has its own reshaping; 0: as in an earlier frame */
    int has_trims;     /**< nonzero if the frame has level 1, and level 2 for 100 cd/m2 */
    int scene_cut;     /**< value for tonelift_frame.scene_cut */
    double mastering_min; /**< black of the mastering display for tonelift_video, cd/m2; 0:
                               unknown */
    double mastering_max; /**< white of the mastering display for tonelift_video, cd/m2; 0:
                               unknown */
    double scene_peak;    /**< value for tonelift_frame.scene_peak from level 1, cd/m2; 0:
                               unknown */
} tonelift_rpu;

/** Fills the first `size` bytes of *rpu with 0. NULL is allowed. */
TONELIFT_API void tonelift_rpu_init(tonelift_rpu* rpu, size_t size);

/** Calls tonelift_rpu_init() with the size of the struct in the program's headers. */
static inline void tonelift_rpu_default(tonelift_rpu* rpu) { tonelift_rpu_init(rpu, sizeof(*rpu)); }

/**
 * Reads metadata that begins with the NAL prefix 0x19, or with the header of the NAL unit (type
 * 62). Emulation prevention bytes are skipped. The structs must be initialized. `reshaping` and
 * `trims` may be NULL; has_reshaping and has_trims say whether they were written.
 *
 * Errors: TONELIFT_ERROR_ARGUMENT for metadata that is cut off, broken or has a wrong checksum.
 * TONELIFT_ERROR_UNSUPPORTED for forms that are not published. On an error, the structs are
 * unchanged, and the reason is logged. Thread-safety: any thread.
 */
TONELIFT_API tonelift_status tonelift_rpu_read(const void* data, size_t size, tonelift_rpu* rpu,
                                               tonelift_dolby_vision* reshaping,
                                               tonelift_dolby_trims* trims,
                                               const tonelift_log* log);

#ifdef __cplusplus
}
#endif

#endif
