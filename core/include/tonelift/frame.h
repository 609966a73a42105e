/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Descriptions of pictures by the caller: the properties of a stream, and the memory of one frame.
 *
 * Every struct of this library begins with struct_size, its size in bytes in the caller's headers.
 * tonelift_..._default() sets it. New versions only add fields at the end.
 *   An older program has a shorter struct. The library writes nothing beyond its end, and uses
 *   defaults for the missing fields.
 *   A newer program has a longer struct. Fields that this library does not know must be 0, or else
 *   the call fails (TONELIFT_ERROR_UNSUPPORTED).
 *   Any other struct_size is an error (TONELIFT_ERROR_ARGUMENT).
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
 * An output may be a texture (BC1, BC3, BC3_YCOCG, BC4); an input must not. A texture has one plane
 * with (height + 3) / 4 rows of (width + 3) / 4 blocks of 4x4 pixels. A block has 8 bytes (BC1,
 * BC4) or 16 (BC3, BC3_YCOCG). The pitch is the number of bytes between two rows of blocks. Pixels
 * outside the picture repeat its edge.
 *
 * Blocks encode the pixels of format RGBA in full range, with the same rounding and dithering. BC1
 * and BC3 are not dithered, because their 5- and 6-bit colors are coarser than the dither noise.
 * BC3 is opaque if the input has no alpha. BC4 has the input's alpha or, without alpha, the content
 * of format GRAY8. The encoding is deterministic. The option texture_quality sets the effort of the
 * encoder. BC1 with texture_quality=best must be read as RGB: with alpha, black pixels would be
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
    TONELIFT_CHROMA_UNSPECIFIED = 0, /**< treated as LEFT. BT.2020 in 4:2:0 is treated as TOPLEFT,
                                        as H.265 specifies for HDR */
    TONELIFT_CHROMA_LEFT = 1,        /**< MPEG-2; default of H.264 */
    TONELIFT_CHROMA_CENTER = 2,      /**< MPEG-1, JPEG */
    TONELIFT_CHROMA_TOPLEFT = 3,     /**< BT.2020, Blu-ray HDR */
    TONELIFT_CHROMA_TOP = 4,
    TONELIFT_CHROMA_BOTTOMLEFT = 5,
    TONELIFT_CHROMA_BOTTOM = 6
} tonelift_chroma_location;

/**
 * The properties of a stream that do not change from frame to frame. Fields that are zero are
 * unknown. Color numbers are the code points of ITU-T H.273, which are also AVCOL_* of FFmpeg.
 * tonelift.h has names for the supported numbers, such as TONELIFT_TRANSFER_PQ.
 *
 * An input may leave its color unspecified. Luminances that no display can have are treated as
 * unknown. An output must be complete, like the result of tonelift_output(). Thread-safety: a plain
 * value.
 */
typedef struct tonelift_video {
    size_t struct_size;     /**< sizeof(tonelift_video), set by tonelift_video_default() */
    tonelift_format format; /**< layout of the samples; the default means none, which is an error */
    int width;              /**< pixels, [1, 16384] */
    int height;             /**< pixels, [1, 16384] */
    int primaries;          /**< H.273 table 2; default 2, unspecified */
    int transfer;           /**< H.273 table 3; default 2, unspecified */
    int matrix;             /**< H.273 table 4; default 2, unspecified; ignored for RGB */
    int range;              /**< 0 unspecified (default), 1 limited, 2 full; TONELIFT_RANGE_* */
    tonelift_chroma_location chroma_location; /**< for subsampled YUV; default unspecified */
    double mastering_min; /**< darkest luminance of the mastering display, cd/m2; SMPTE ST 2086 */
    double mastering_max; /**< brightest luminance of the mastering display, cd/m2; SMPTE ST 2086 */
    double max_cll;       /**< brightest pixel of the stream, cd/m2; CTA-861.3 */
    double max_fall;      /**< brightest frame average of the stream, cd/m2; CTA-861.3 */
    int dolby_vision_profile;       /**< 0: none */
    int dolby_vision_compatibility; /**< bl_signal_compatibility_id. 0: the base layer needs
                                       reshaping by tonelift_frame.dolby_vision, and the color
                                       fields are ignored. If the color fields contradict Dolby
                                       Vision, its metadata is ignored instead */
    double linear_white; /**< luminance of 1.0 in linear light, cd/m2; 0: unknown, treated as 203 */
    int alpha_mode;      /**< TONELIFT_ALPHA_MODE_*: 0 unspecified (default), treated as straight; 1
                            colors are multiplied by alpha; 2 straight */
    int reserved;        /**< 0 */
} tonelift_video;

/** Fills the first `size` bytes of *video with an unspecified stream, without format and size. NULL
 * is allowed. */
TONELIFT_API void tonelift_video_init(tonelift_video* video, size_t size);

/** Calls tonelift_video_init() with the size of the struct in the program's headers. */
static inline void tonelift_video_default(tonelift_video* video) {
    tonelift_video_init(video, sizeof(*video));
}

/**
 * One picture in memory of the caller. After a call, the library keeps no pointer to it. However,
 * work that is queued on a device uses the memory until the work is complete.
 *
 * Planes and pitches must be multiples of the sample size (1, 2 or 4 bytes). They must be multiples
 * of 8 bytes for textures, and of 4 for v210, whose rows have 16 bytes per group of 6 pixels,
 * rounded up. Anything else is an error. Multiples of 64 bytes are fastest. All frames of an array
 * have the same struct_size, which is the distance between two elements. Thread-safety: a plain
 * value; the library only reads it, except *vulkan.
 */
typedef struct tonelift_frame {
    size_t struct_size; /**< sizeof(tonelift_frame) */
    void* data[4]; /**< first sample of each plane, on the host or on the device of the filter */
    ptrdiff_t pitch[4]; /**< bytes between two rows; negative for pictures stored bottom up */
    double time; /**< presentation time in seconds. NAN (default): unknown, and assumed to be 1/25 s
                    after the previous frame. Statistics adapt by the time between frames. Times
                    that do not advance cause a warning */
    int64_t timestamp; /**< identifies the frame in a stats_file; default 0 */
    double scene_peak; /**< brightest luminance of the scene from dynamic metadata (SMPTE ST
                            2094-40), cd/m2; 0: unknown. A measured peak has precedence. */
    int discontinuity; /**< nonzero after a seek or a splice: earlier statistics are discarded */
    int reserved;      /**< 0 */
    const struct tonelift_dolby_vision*
        dolby_vision; /**< metadata for reshaping; NULL (default): as in the previous frame. Read
                         only if dolby_vision_compatibility is 0 */
    const struct tonelift_hdr10_plus*
        hdr10_plus; /**< curve of HDR10+; NULL (default): as in the previous frame. Read only for
                       tonemap=st2094-40 */
    const void* st2094_50; /**< bit stream of SMPTE ST 2094-50 (annex C); NULL (default): as in the
                              previous frame. Read only for tonemap=st2094-50 */
    size_t st2094_50_size; /**< bytes */
    const struct tonelift_dolby_trims*
        dolby_trims; /**< trims of Dolby Vision; NULL (default): as in the previous frame. Read only
                        for tonemap=st2094-10 */
    int scene_cut; /**< nonzero if metadata says that a scene begins with this frame; smoothing=shot
                      then begins a shot */
    int reserved_end;                     /**< 0 */
    struct tonelift_vulkan_frame* vulkan; /**< a picture on a Vulkan device, instead of data and
                                             pitch; see tonelift/vulkan.h; default NULL */
} tonelift_frame;

/** Fills the first `size` bytes of *frame with a frame without planes and without a time. NULL is
 * allowed. */
TONELIFT_API void tonelift_frame_init(tonelift_frame* frame, size_t size);

/** Calls tonelift_frame_init() with the size of the struct in the program's headers. */
static inline void tonelift_frame_default(tonelift_frame* frame) {
    tonelift_frame_init(frame, sizeof(*frame));
}

/** Finds a format by its name in this library, FFmpeg or GStreamer. Returns TONELIFT_FORMAT_NONE
 * for an unknown name. */
TONELIFT_API tonelift_format tonelift_format_from_name(const char* name);

/** Returns the name of the format in FFmpeg and in this library; NULL for an invalid number. */
TONELIFT_API const char* tonelift_format_name(tonelift_format format);

#ifdef __cplusplus
}
#endif

#endif
