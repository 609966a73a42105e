/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Structs by which the caller describes pictures: the properties of a stream, and the memory of one
 * frame.
 *
 * Most structs begin with the field struct_size: the size of the struct in the caller's headers.
 * tonelift_..._default() sets this field. docs/reference/api.md ("Versions") describes programs
 * with older or newer headers.
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

/**
 * The layout of a picture's samples, as listed in formats.def. Zero is not a format.
 *
 * Only an output may be a texture (BC1, BC3, BC3_YCOCG, BC4). A texture has one plane with (height
 * + 3) / 4 rows of (width + 3) / 4 blocks of 4x4 pixels. A block has 8 bytes (BC1, BC4) or 16 (BC3,
 * BC3_YCOCG). The pitch is the number of bytes between two rows of blocks.
 *
 * Blocks encode RGBA pixels in full range. BC3 is opaque if the input has no alpha. BC4 encodes the
 * input's alpha. If the input has no alpha, BC4 encodes gray: the samples of an output of format
 * GRAY8.
 *
 * BC1 with texture_quality=best must be read as RGB. If it is read as RGBA, black pixels are
 * transparent.
 */
typedef enum tonelift_format {
    TONELIFT_FORMAT_NONE = 0,
#define TONELIFT_FORMAT(id, number, ffmpeg, gstreamer, family, sample, depth, shift, chroma_w, \
                        chroma_h, components)                                                  \
    TONELIFT_FORMAT_##id = number,
#define TONELIFT_TEXTURE(id, number, name, family, blocks, components) \
    TONELIFT_FORMAT_##id = number,
#include <tonelift/formats.def>
} tonelift_format;

/**
 * The position of 4:2:0 and 4:2:2 chroma samples. The numbers are AVCHROMA_LOC_* of FFmpeg, which
 * are chroma_loc_type of H.273 plus 1.
 */
typedef enum tonelift_chroma_location {
    TONELIFT_CHROMA_UNSPECIFIED = 0, /**< means LEFT, or TOPLEFT for BT.2020 in 4:2:0 */
    TONELIFT_CHROMA_LEFT = 1,        /**< MPEG-2; default of H.264 */
    TONELIFT_CHROMA_CENTER = 2,      /**< MPEG-1, JPEG */
    TONELIFT_CHROMA_TOPLEFT = 3,     /**< BT.2020, Blu-ray HDR */
    TONELIFT_CHROMA_TOP = 4,
    TONELIFT_CHROMA_BOTTOMLEFT = 5,
    TONELIFT_CHROMA_BOTTOM = 6
} tonelift_chroma_location;

/**
 * The properties of a stream. A field of 0 means that the property is unknown. Color numbers are
 * code points of ITU-T H.273, such as TONELIFT_TRANSFER_PQ.
 *
 * The description of an input may leave the color unspecified. The description of an output must be
 * complete. Thread-safety: plain data without locks.
 */
typedef struct tonelift_video {
    size_t struct_size;     /**< sizeof(tonelift_video), set by tonelift_video_default() */
    tonelift_format format; /**< layout of the samples; the default means none, which is an error */
    int width;              /**< pixels, [1, 16384] */
    int height;             /**< pixels, [1, 16384] */
    int primaries;          /**< H.273 table 2; default 2, unspecified */
    int transfer;           /**< H.273 table 3; default 2, unspecified */
    int matrix;             /**< H.273 table 4; default 2, unspecified; ignored for RGB */
    int range;              /**< TONELIFT_RANGE_*; default 0, unspecified */
    tonelift_chroma_location chroma_location; /**< position of the chroma samples of subsampled YUV;
                                                 default unspecified */
    double mastering_min; /**< darkest luminance of the mastering display, cd/m2; SMPTE ST 2086 */
    double mastering_max; /**< brightest luminance of the mastering display, cd/m2; SMPTE ST 2086 */
    double max_cll;       /**< brightest pixel of the stream, cd/m2; CTA-861.3 */
    double max_fall;      /**< brightest frame average of the stream, cd/m2; CTA-861.3 */
    int dolby_vision_profile;       /**< number of the profile, or 0 without Dolby Vision */
    int dolby_vision_compatibility; /**< bl_signal_compatibility_id; 0 means that
                                       tonelift_frame.dolby_vision reshapes the base layer */
    double linear_white; /**< luminance of 1.0 in linear light, cd/m2; 0: unknown, treated as 203 */
    int alpha_mode; /**< TONELIFT_ALPHA_MODE_*; 0 (default): unspecified, treated as straight */
    int reserved;   /**< must be 0 */
} tonelift_video;

/** Fills the first `size` bytes of *video with the description of an unspecified stream, without
 * format and size. NULL is allowed. */
TONELIFT_API void tonelift_video_init(tonelift_video* video, size_t size);

/** Calls tonelift_video_init() with the size of the struct in the program's headers. */
static inline void tonelift_video_default(tonelift_video* video) {
    tonelift_video_init(video, sizeof(*video));
}

/**
 * One picture in the caller's memory. If a call queues work on a device, the memory must stay valid
 * until this work is complete.
 *
 * The plane addresses and the pitches must be multiples of the sample size. For textures, they must
 * be multiples of 8 bytes, and for v210, multiples of 4 bytes. Multiples of 64 bytes are fastest.
 * All frames of an array must have the same struct_size. Thread-safety: plain data without locks.
 * The library only reads this struct, but changes *vulkan.
 */
typedef struct tonelift_frame {
    size_t struct_size; /**< sizeof(tonelift_frame) */
    void* data[4]; /**< first sample of each plane, on the host or on the device of the filter */
    ptrdiff_t pitch[4]; /**< bytes between two rows; negative for pictures stored bottom up */
    double time; /**< time of the frame in seconds; NAN (default) means 1/25 s after the previous
                    frame */
    int64_t timestamp; /**< identifies the frame in a stats_file; default 0 */
    double scene_peak; /**< brightest luminance of the scene in cd/m2, or 0 if unknown */
    int discontinuity; /**< nonzero for the first frame after a seek or a splice: statistics of
                          earlier frames are discarded */
    int reserved;      /**< must be 0 */
    const struct tonelift_dolby_vision* dolby_vision; /**< metadata for reshaping; NULL (default)
                                                         means the metadata of the previous frame */
    const struct tonelift_hdr10_plus* hdr10_plus; /**< curve for tonemap=st2094-40; NULL (default)
                                                     means the curve of the previous frame */
    const void* st2094_50; /**< bit stream (SMPTE ST 2094-50, annex C) for tonemap=st2094-50; NULL
                              (default) means the bit stream of the previous frame */
    size_t st2094_50_size; /**< size of st2094_50 in bytes */
    const struct tonelift_dolby_trims* dolby_trims; /**< trims for tonemap=st2094-10; NULL (default)
                                                       means the trims of the previous frame */
    int scene_cut; /**< nonzero if the stream's metadata says that a scene begins with this frame;
                        ignored if the previous frame also sets it */
    int reserved_end;                     /**< must be 0 */
    struct tonelift_vulkan_frame* vulkan; /**< a picture on a Vulkan device, instead of data and
                                             pitch; see tonelift/vulkan.h; default NULL */
} tonelift_frame;

/** Sets the first `size` bytes of *frame to the defaults, without planes and without a time.
 * `frame` may be NULL. */
TONELIFT_API void tonelift_frame_init(tonelift_frame* frame, size_t size);

/** Calls tonelift_frame_init() with the size of the struct in the program's headers. */
static inline void tonelift_frame_default(tonelift_frame* frame) {
    tonelift_frame_init(frame, sizeof(*frame));
}

/** Finds a format by its name in this library, FFmpeg or GStreamer. Returns TONELIFT_FORMAT_NONE
 * for an unknown name. */
TONELIFT_API tonelift_format tonelift_format_from_name(const char* name);

/** Returns the name of the format in FFmpeg and in this library, or NULL for an invalid number. */
TONELIFT_API const char* tonelift_format_name(tonelift_format format);

#ifdef __cplusplus
}
#endif

#endif
