/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Descriptions of pictures by the caller: the properties of a stream, and the memory of one frame.
 *
 * Every struct of this library begins with struct_size, the bytes of it that the caller knows.
 * Start from tonelift_..._default(), which sets it. Versions add fields at the end only. A struct
 * of an older program is shorter: the library writes nothing past its end and takes the defaults
 * for the fields that it lacks. A struct of a newer program is longer: the fields that this library
 * does not have are refused (TONELIFT_ERROR_UNSUPPORTED) unless all their bytes are 0. Any other
 * struct_size is TONELIFT_ERROR_ARGUMENT.
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
 * The layout of a picture's samples; formats.def says what each name means. Zero is no format.
 *
 * An output may be a texture (BC1, BC3, BC3_YCOCG, BC4), an input may not: its only plane is rows
 * of blocks of 4x4 pixels, (width + 3) / 4 blocks in each of (height + 3) / 4 rows, and its pitch
 * the bytes from one row of blocks to the next. Blocks have 8 bytes (BC1, BC4) or 16 (BC3,
 * BC3_YCOCG). They hold what the format RGBA would, rounded alike, in full range, and dithered
 * alike but for BC1 and BC3, whose colors of 5 and 6 bits are coarser than the noise; pixels beyond
 * the picture repeat its edge. BC3 is opaque where the input has no alpha; BC4 holds the input's
 * alpha, and where it has none what the format GRAY8 would hold. Equal pixels give equal blocks.
 * The option texture_quality says how long the best ones are looked for. BC1 of quality best is to
 * be read as RGB: a reader with alpha finds holes where it is black.
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

/** The position of 4:2:0 and 4:2:2 chroma samples. The numbers are FFmpeg's AVCHROMA_LOC_*; H.273's
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
 * Color numbers are the code points of ITU-T H.273, which are FFmpeg's AVCOL_* too; tonelift.h has
 * names for those that the library handles (TONELIFT_TRANSFER_PQ). Fields that are zero are
 * unknown. An input may leave color unspecified, and light values that no display can have are
 * taken as unknown; an output must say what it is, as tonelift_output() does.
 * Thread-safety: a plain value.
 */
typedef struct tonelift_video {
    size_t struct_size;     /**< sizeof(tonelift_video), set by tonelift_video_default() */
    tonelift_format format; /**< layout of the samples; default none, which is an error */
    int width;              /**< pixels, [1, 16384] */
    int height;             /**< pixels, [1, 16384] */
    int primaries;          /**< H.273 table 2; default 2, unspecified */
    int transfer;           /**< H.273 table 3; default 2, unspecified */
    int matrix;             /**< H.273 table 4; default 2, unspecified; without meaning for RGB */
    int range;              /**< 0 unspecified (default), 1 limited, 2 full; TONELIFT_RANGE_* */
    tonelift_chroma_location chroma_location; /**< for subsampled YUV; default unspecified */
    double mastering_min; /**< darkest luminance of the mastering display, cd/m2; SMPTE ST 2086 */
    double mastering_max; /**< brightest luminance of the mastering display, cd/m2; SMPTE ST 2086 */
    double max_cll;       /**< brightest pixel of the stream, cd/m2; CTA-861.3 */
    double max_fall;      /**< brightest frame average of the stream, cd/m2; CTA-861.3 */
    int dolby_vision_profile;       /**< 0: none */
    int dolby_vision_compatibility; /**< bl_signal_compatibility_id; 0: the base layer cannot be
                                       shown as it is, and frames have tonelift_frame.dolby_vision.
                                       The fields for color are without meaning then, and where
                                       they say that the picture is another one the metadata is
                                       ignored */
    double linear_white; /**< luminance of 1.0 where the transfer is linear, cd/m2; 0: unknown,
                            taken as 203 */
    int alpha_mode;      /**< 0 unspecified (default), taken as straight, 1 colors are multiplied by
                            alpha,      2 straight; TONELIFT_ALPHA_MODE_* */
    int reserved;        /**< 0 */
} tonelift_video;

/** Fills the first `size` bytes of *video: no format, no size, nothing specified. NULL is allowed.
 */
TONELIFT_API void tonelift_video_init(tonelift_video* video, size_t size);

/** tonelift_video_init() with the size that the program was compiled with. */
static inline void tonelift_video_default(tonelift_video* video) {
    tonelift_video_init(video, sizeof(*video));
}

/**
 * One picture in memory that the caller owns. The library keeps no pointer to it after the call
 * returns; work that is queued on a device goes on reading and writing it until the stream gets
 * there.
 *
 * Planes and pitches are multiples of the bytes of a sample (1, 2 or 4, by the format), of 8 bytes
 * for textures, and of 4 for v210, whose rows have 16 bytes for each group of 6 pixels that is
 * begun; anything else is an error, on the host and on a device. No other alignment is needed,
 * though multiples of 64 bytes are the fastest. In an array of frames all have the same
 * struct_size, which is the distance from one to the next. Thread-safety: a plain value; the
 * library only reads it.
 */
typedef struct tonelift_frame {
    size_t struct_size; /**< sizeof(tonelift_frame) */
    void* data[4]; /**< first sample of each plane, on the host or on the device of the filter */
    ptrdiff_t
        pitch[4]; /**< bytes from one row to the next; negative for pictures stored bottom up */
    double time; /**< presentation time in seconds; NAN (default) if unknown: 1/25 s after the frame
                    before. Statistics adapt by the time between frames: time that stands still is
                    worth a warning */
    int64_t timestamp; /**< the caller's own stamp, the key of a line in stats_file; default 0 */
    double scene_peak; /**< brightest luminance of the scene by dynamic metadata (SMPTE ST 2094-40),
                          cd/m2; 0: unknown. A measured peak counts more. */
    int discontinuity; /**< nonzero: after a seek or a splice; earlier statistics are discarded
                        */
    int reserved;      /**< 0 */
    const struct tonelift_dolby_vision*
        dolby_vision; /**< metadata that the base layer needs, if the stream's
                         dolby_vision_compatibility is 0, else not read; NULL (default): that of
                         the frame before */
} tonelift_frame;

/** Fills the first `size` bytes of *frame: no planes, time unknown. NULL is allowed. */
TONELIFT_API void tonelift_frame_init(tonelift_frame* frame, size_t size);

/** tonelift_frame_init() with the size that the program was compiled with. */
static inline void tonelift_frame_default(tonelift_frame* frame) {
    tonelift_frame_init(frame, sizeof(*frame));
}

/** The format called name (this library's, FFmpeg's or GStreamer's name), or TONELIFT_FORMAT_NONE.
 */
TONELIFT_API tonelift_format tonelift_format_from_name(const char* name);

/** FFmpeg's name of the format, which is ours too; NULL for a number that is no format. */
TONELIFT_API const char* tonelift_format_name(tonelift_format format);

#ifdef __cplusplus
}
#endif

#endif
