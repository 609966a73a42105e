/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Pictures as the caller describes them: what a stream looks like, and where one frame of it lies
 * in memory.
 */
#ifndef TONELIFT_FRAME_H
#define TONELIFT_FRAME_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define TONELIFT_API __attribute__((visibility("default")))
#else
#define TONELIFT_API
#endif

/** How the samples of a picture are laid out; formats.def says what each name means. Zero is no
 * format. */
typedef enum tonelift_format {
    TONELIFT_FORMAT_NONE = 0,
#define TONELIFT_FORMAT(id, number, ffmpeg, gstreamer, family, sample, depth, shift, chroma_w, \
                        chroma_h, components)                                                  \
    TONELIFT_FORMAT_##id = number,
#include <tonelift/formats.def>
} tonelift_format;

/** Where 4:2:0 and 4:2:2 chroma samples sit. The numbers are FFmpeg's AVCHROMA_LOC_*; H.273's
 * chroma_loc_type + 1. */
typedef enum tonelift_chroma_location {
    TONELIFT_CHROMA_UNSPECIFIED =
        0, /**< taken as LEFT; as TOPLEFT for BT.2020 4:2:0, as H.265 has it for HDR */
    TONELIFT_CHROMA_LEFT = 1,    /**< MPEG-2, H.264 default */
    TONELIFT_CHROMA_CENTER = 2,  /**< MPEG-1, JPEG */
    TONELIFT_CHROMA_TOPLEFT = 3, /**< BT.2020, Blu-ray HDR */
    TONELIFT_CHROMA_TOP = 4,
    TONELIFT_CHROMA_BOTTOMLEFT = 5,
    TONELIFT_CHROMA_BOTTOM = 6
} tonelift_chroma_location;

/**
 * A stream of pictures: all that does not change from frame to frame.
 *
 * Color numbers are the code points of ITU-T H.273, which are FFmpeg's AVCOL_* too; 2 is
 * "unspecified". Start from tonelift_video_default(). Fields that are zero are unknown.
 */
typedef struct tonelift_video {
    size_t struct_size;     /**< sizeof(tonelift_video), set by tonelift_video_default() */
    tonelift_format format; /**< layout of the samples */
    int width;              /**< pixels, [1, 16384] */
    int height;             /**< pixels, [1, 16384] */
    int primaries;          /**< H.273 table 2; default 2, unspecified */
    int transfer;           /**< H.273 table 3; default 2, unspecified */
    int matrix;             /**< H.273 table 4; default 2, unspecified; without meaning for RGB */
    int range;              /**< 0 unspecified, 1 limited, 2 full */
    tonelift_chroma_location chroma_location; /**< for subsampled YUV */
    double mastering_min; /**< darkest luminance of the mastering display, cd/m2; SMPTE ST 2086 */
    double mastering_max; /**< brightest luminance of the mastering display, cd/m2; SMPTE ST 2086 */
    double max_cll;       /**< brightest pixel of the stream, cd/m2; CTA-861.3 */
    double max_fall;      /**< brightest frame average of the stream, cd/m2; CTA-861.3 */
    int dolby_vision_profile;       /**< 0: none */
    int dolby_vision_compatibility; /**< bl_signal_compatibility_id; 0: the base layer cannot be
                                       shown as it is */
} tonelift_video;

/** Fills *video: no format, no size, nothing specified. */
TONELIFT_API void tonelift_video_default(tonelift_video* video);

/** One picture in memory that the caller owns. The library keeps no pointer to it after the call
 * returns. */
typedef struct tonelift_frame {
    size_t struct_size; /**< sizeof(tonelift_frame) */
    void* data[4]; /**< first sample of each plane, on the host or on the device of the filter */
    ptrdiff_t
        pitch[4]; /**< bytes from one row to the next; negative for pictures stored bottom up */
    double time; /**< presentation time in seconds; NAN if unknown: 1/25 s after the frame before */
    int64_t timestamp; /**< the caller's own stamp, the key of a line in stats_file */
    double scene_peak; /**< brightest luminance of the scene by dynamic metadata (SMPTE ST 2094-40),
                          cd/m2; 0: unknown. What is measured counts more. */
    int discontinuity; /**< nonzero: after a seek or a splice; what was measured before is forgotten
                        */
} tonelift_frame;

/** The format called name (this library's, FFmpeg's or GStreamer's name), or TONELIFT_FORMAT_NONE.
 */
TONELIFT_API tonelift_format tonelift_format_from_name(const char* name);

/** FFmpeg's name of the format, which is ours too; NULL for a number that is no format. */
TONELIFT_API const char* tonelift_format_name(tonelift_format format);

#ifdef __cplusplus
}
#endif

#endif
