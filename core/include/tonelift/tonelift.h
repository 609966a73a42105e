/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Tonelift: local tone mapping of video.
 *
 *   tonelift_options options;
 *   tonelift_options_default(&options);
 *   tonelift_video in, out;
 *   tonelift_video_default(&in);            ... fill in ...
 *   tonelift_video_default(&out);
 *   tonelift_output(&options, &in, &out, NULL);   describes the output frames to allocate
 *   tonelift_filter* filter;
 *   tonelift_filter_create(&filter, &options, &in, &out, NULL, NULL);
 *   tonelift_filter_process(filter, in_frames, out_frames, count);
 *   tonelift_filter_destroy(&filter);
 *
 * docs/reference/api.md is the guide, docs/reference/example.c a complete program.
 *
 * Rules for the whole library: structs and strings passed to a function need not outlive the call,
 * unless the function says otherwise. Every function that can fail returns a tonelift_status and
 * explains the failure through the log. A NULL log is allowed everywhere. No exception, exit or
 * abort crosses this boundary. Filters are independent of each other.
 *
 * After an error: a failed change of options or of the input has no effect, whatever the error is,
 * and the filter continues as before. Errors of tonelift_filter_process() have different effects.
 * _ARGUMENT, _UNSUPPORTED and _SCRIPT are found before a frame is touched, and the filter continues
 * as before. After _IO, the filter continues, but frames of the call may be unwritten. After
 * _DEVICE, every call returns the same error. After _OUT_OF_MEMORY and _INTERNAL, frames of the
 * call may be half written and the statistics may be wrong: destroy the filter.
 */
#ifndef TONELIFT_TONELIFT_H
#define TONELIFT_TONELIFT_H

#include <tonelift/dolby_vision.h>
#include <tonelift/frame.h>
#include <tonelift/hdr10_plus.h>
#include <tonelift/metadata.h>
#include <tonelift/version.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The result of a call. */
typedef enum tonelift_status {
    TONELIFT_OK = 0,
    TONELIFT_ERROR_ARGUMENT = -1,    /**< an argument or option out of range, or an unknown name */
    TONELIFT_ERROR_UNSUPPORTED = -2, /**< valid, but not supported by this build or device */
    TONELIFT_ERROR_SCRIPT = -3,      /**< the script does not compile; the log gives the location */
    TONELIFT_ERROR_OUT_OF_MEMORY = -4, /**< memory of the host or of the device is exhausted */
    TONELIFT_ERROR_IO = -5,            /**< a file cannot be read or written */
    TONELIFT_ERROR_DEVICE =
        -6, /**< the device or its driver failed; the filter can only be destroyed */
    TONELIFT_ERROR_INTERNAL = -7 /**< a bug in Tonelift */
} tonelift_status;

/** Returns one sentence in English that describes a status. */
TONELIFT_API const char* tonelift_status_text(tonelift_status status);

/** Returns the version of the loaded library, such as "0.2.0". Between releases it also names the
 * commit. */
TONELIFT_API const char* tonelift_version(void);

/** The importance of a message. */
typedef enum tonelift_log_level {
    TONELIFT_LOG_ERROR = 0,
    TONELIFT_LOG_WARNING = 1,
    TONELIFT_LOG_INFO = 2,
    TONELIFT_LOG_DEBUG = 3
} tonelift_log_level;

/**
 * Receives messages. message does not end with a newline, but may contain newlines, and is valid
 * until the callback returns. The callback is only called by the thread that calls the library,
 * before that call returns. It must not call the filter that logs. tonelift_filter_create() copies
 * the struct. The callback and `user` must stay valid until tonelift_filter_destroy() has returned,
 * because that function may log, too. Other functions use them only during the call. Thread-safety:
 * filters that share a log call it from all threads that call these filters.
 */
typedef struct tonelift_log {
    size_t struct_size; /**< sizeof(tonelift_log) */
    void* user;         /**< passed to the callback */
    void (*callback)(void* user, tonelift_log_level level, const char* message);
} tonelift_log;

/* Every option occupies 8 bytes, so that no new option lies in the padding of an older struct. */
#ifdef __cplusplus
#define TONELIFT_ALIGNED_ alignas(8)
#else
#define TONELIFT_ALIGNED_ _Alignas(8)
#endif

/**
 * Every option, as declared in options.def: strings, doubles and ints (enums are ints, with the
 * names below). Start from tonelift_options_default(). Strings belong to the caller, or are
 * literals; they must stay valid as long as the struct is used. NULL means the default. Functions
 * that take the struct copy what they keep. Thread-safety: a plain value.
 */
typedef struct tonelift_options {
    size_t struct_size; /**< sizeof(tonelift_options), set by tonelift_options_default() */
#define TONELIFT_OPTION_STRING(name, group, value, live, help) TONELIFT_ALIGNED_ const char* name;
#define TONELIFT_OPTION_FLOAT(name, group, value, minimum, maximum, unit, live, help) \
    TONELIFT_ALIGNED_ double name;
#define TONELIFT_OPTION_INT(name, group, value, minimum, maximum, unit, live, help) \
    TONELIFT_ALIGNED_ int name;
#define TONELIFT_OPTION_ENUM(name, group, value, minimum, maximum, live, help) \
    TONELIFT_ALIGNED_ int name;
#include <tonelift/options.def>
} tonelift_options;

/** Names for the numbers of enum options: TONELIFT_TONEMAP_HABLE is tonemap=hable. The numbers of
 * transfer, primaries, matrix and range are code points of ITU-T H.273 and are also used in
 * tonelift_video. */
enum {
#define TONELIFT_OPTION_VALUE(option, id, value_name, number, help) TONELIFT_##id = number,
#include <tonelift/options.def>
    /* for tonelift_video only */
    TONELIFT_PRIMARIES_UNSPECIFIED = 2,
    TONELIFT_TRANSFER_UNSPECIFIED = 2,
    TONELIFT_MATRIX_RGB = 0,
    TONELIFT_MATRIX_UNSPECIFIED = 2,
    TONELIFT_RANGE_UNSPECIFIED = 0
};

/** Fills the first `size` bytes of *options with the defaults of options.def. NULL is allowed. */
TONELIFT_API void tonelift_options_init(tonelift_options* options, size_t size);

/** Calls tonelift_options_init() with the size of the struct in the program's headers. */
static inline void tonelift_options_default(tonelift_options* options) {
    tonelift_options_init(options, sizeof(*options));
}

/**
 * Sets an option from text, like `name=value` on a command line; name may be an alias. Numbers and
 * value names are parsed. A string option keeps the pointer `value`: the text must stay valid as
 * long as *options is used, like a string that is assigned to the field. Errors:
 * TONELIFT_ERROR_ARGUMENT, with a message that names the range or the allowed values, and also if
 * *options is too small for the option; *options is then unchanged.
 */
TONELIFT_API tonelift_status tonelift_options_set(tonelift_options* options, const char* name,
                                                  const char* value, const tonelift_log* log);

/**
 * Checks options before a stream is known, for hosts that take them from a user. Makes the plan of
 * a filter for a typical input, HDR10 of 1920x1080 in host memory. A script that does not fit that
 * size is tried with 3840x2160, 640x360 and 160x90. Reads scripts and the files named by options,
 * except statistics files. Opens a CUDA device only if the option device asks for one. Errors:
 * those of tonelift_output() and tonelift_filter_create(). An option that fits the typical input
 * may still not fit a stream.
 */
TONELIFT_API tonelift_status tonelift_options_check(const tonelift_options* options,
                                                    const tonelift_log* log);

/** The device of frames, CUDA or Vulkan, and the CUDA stream. All zero: frames are on the host,
 * and the option device selects where the work is done. With a context or a Vulkan device, the
 * work is done there, unless the option names another kind of device. It is an error if the
 * frames are on a device and the option names another kind of device. Context and stream must
 * outlive the filter. Thread-safety: a plain value. */
typedef struct tonelift_device {
    size_t struct_size;   /**< sizeof(tonelift_device), set by tonelift_device_default() */
    void* cuda_context;   /**< CUcontext, NULL for the host */
    void* cuda_stream;    /**< CUstream for the work; NULL: the default stream of the context */
    int input_on_device;  /**< input frames are device memory */
    int output_on_device; /**< output frames are device memory */
    const struct tonelift_vulkan*
        vulkan; /**< a Vulkan device (tonelift/vulkan.h), NULL for none; not with cuda_context */
} tonelift_device;

/** Fills the first `size` bytes of *device with the host. NULL is allowed. */
TONELIFT_API void tonelift_device_init(tonelift_device* device, size_t size);

/** Calls tonelift_device_init() with the size of the struct in the program's headers. */
static inline void tonelift_device_default(tonelift_device* device) {
    tonelift_device_init(device, sizeof(*device));
}

/**
 * Describes the output for an input: fills *out (format, size, color, HDR metadata) up to
 * out->struct_size, which must be set: start from tonelift_video_default(). The options transfer,
 * matrix, primaries, range, format and target_peak determine it. Generated HDR10 has the light
 * level of the film if stats_file is complete; otherwise max_cll is an upper bound, the peak of the
 * target, and max_fall is unknown. Errors: TONELIFT_ERROR_ARGUMENT, TONELIFT_ERROR_UNSUPPORTED;
 * TONELIFT_ERROR_IO if stats_file is not a statistics file.
 */
TONELIFT_API tonelift_status tonelift_output(const tonelift_options* options,
                                             const tonelift_video* in, tonelift_video* out,
                                             const tonelift_log* log);

/**
 * A stream being processed.
 * Thread-safety: calls on one filter must not overlap; different filters may be used concurrently
 * from different threads.
 */
typedef struct tonelift_filter tonelift_filter;

/**
 * Creates a filter and allocates all memory that it will need. out is the result of
 * tonelift_output(); its format may be replaced by any other format. device may be NULL: the host.
 * On failure *filter is NULL.
 * Errors: TONELIFT_ERROR_ARGUMENT if sizes differ, for options out of range, and for an invalid
 * format, chroma location, range (limited or full) or luminance (finite, 0 to 10000 cd/m2) in out;
 * TONELIFT_ERROR_UNSUPPORTED for unknown colors and for a missing device; TONELIFT_ERROR_SCRIPT;
 * TONELIFT_ERROR_IO for files named by options; TONELIFT_ERROR_OUT_OF_MEMORY;
 * TONELIFT_ERROR_DEVICE.
 */
TONELIFT_API tonelift_status tonelift_filter_create(
    tonelift_filter** filter, const tonelift_options* options, const tonelift_video* in,
    const tonelift_video* out, const tonelift_device* device, const tonelift_log* log);

/** Frees a filter and sets *filter to NULL. filter and *filter may be NULL. */
TONELIFT_API void tonelift_filter_destroy(tonelift_filter** filter);

/**
 * Maps count consecutive frames of the stream. The result does not depend on the number of frames
 * per call. If output is on a device, the work is queued on the stream or the queue, and the call
 * does not wait for it. When the call returns, input in host memory has been read, and output in
 * host memory is complete.
 *
 * An output frame must not share memory with any other frame of the call, so a picture cannot be
 * mapped in place; rows with the same pitch may interleave. Errors: TONELIFT_ERROR_ARGUMENT, before
 * anything is written, for a plane that is missing, is misaligned, overlaps another plane, or has a
 * pitch smaller than a row; TONELIFT_ERROR_IO for a frame that is missing in the stats_file;
 * TONELIFT_ERROR_DEVICE if the device fails, and for all later calls.
 */
TONELIFT_API tonelift_status tonelift_filter_process(tonelift_filter* filter,
                                                     const tonelift_frame* in, tonelift_frame* out,
                                                     int count);

/**
 * Returns the look-ahead of the filter (for smoothing=shot or metadata, if no stats_file is read),
 * in seconds and as the maximum number of frames. A frame has its complete look-ahead when that
 * time or that many frames follow it. Both are 0 if the filter does not look ahead. seconds and
 * frames may be NULL.
 */
TONELIFT_API void tonelift_filter_lookahead(const tonelift_filter* filter, double* seconds,
                                            int* frames);

/**
 * Looks at count frames ahead. Call it for each frame of the stream, once and in order, before
 * tonelift_filter_process() maps the frame. The frames remain the property of the caller. Does
 * nothing if the filter does not look ahead. A frame that was not looked at is mapped without
 * look-ahead. Errors: those of tonelift_filter_process().
 */
TONELIFT_API tonelift_status tonelift_filter_look(tonelift_filter* filter, const tonelift_frame* in,
                                                  int count);

/**
 * Returns how many frames can be mapped next with their complete look-ahead. A frame that is mapped
 * earlier, as at the end of the stream, may look different.
 */
TONELIFT_API int tonelift_filter_ready(const tonelift_filter* filter);

/** Applies the live options (options.def) of *options; all other options must be unchanged. The
 * temporal state is kept as long as the script stays the same; another script starts without a
 * state. The file of a script is only read again if the option script names another file, or by
 * tonelift_filter_read_script(). On failure, whatever its cause, the filter is unchanged. */
TONELIFT_API tonelift_status tonelift_filter_set_options(tonelift_filter* filter,
                                                         const tonelift_options* options);

/**
 * Applies a changed color description or changed HDR metadata of the input in mid-stream; format
 * and size must be unchanged. The temporal state is kept if only HDR metadata changed. On failure,
 * whatever its cause, the filter is unchanged.
 */
TONELIFT_API tonelift_status tonelift_filter_set_input(tonelift_filter* filter,
                                                       const tonelift_video* in);

/**
 * Ends the stream: completes the stats_file being written and gives it its final name.
 * If a filter is destroyed without this call, its lines stay in a file with the additional suffix
 * ".part". Another filter of this process for the rest of the stream (for example in another size)
 * continues that file. Later frames, as after a seek back, are mapped but not recorded. Does
 * nothing if no file is being written.
 * Errors: TONELIFT_ERROR_IO if the file cannot be written, for example on a full disk; an earlier
 * complete file is then kept.
 */
TONELIFT_API tonelift_status tonelift_filter_finish(tonelift_filter* filter);

/** Discards the statistics of all frames so far, and of frames that were measured ahead. Call it
 * after a seek. */
TONELIFT_API tonelift_status tonelift_filter_reset(tonelift_filter* filter);

/**
 * Gets the light level of all frames so far, if the output is PQ: the brightest pixel and the
 * brightest frame average, cd/m2 (MaxCLL and MaxFALL of CTA-861.3); 0: unknown. If stats_file is
 * read, the result is the light level of the whole film, as in tonelift_output(). Waits for the
 * device.
 */
TONELIFT_API tonelift_status tonelift_filter_light(tonelift_filter* filter, double* max_cll,
                                                   double* max_fall);

/** Returns the preferred number of frames per call of tonelift_filter_process(): the option batch,
 * or an automatic choice. */
TONELIFT_API int tonelift_filter_batch(const tonelift_filter* filter);

/** Returns nonzero if output equals input bit for bit, so that a host may pass frames through
 * without a copy. */
TONELIFT_API int tonelift_filter_passthrough(const tonelift_filter* filter);

/** Sets the options of `count` filters, each to its own options: either all filters change or none.
 * For hosts with several filters per stream, for example with and without the look. */
TONELIFT_API tonelift_status tonelift_filters_set_options(tonelift_filter* const* filters,
                                                          const tonelift_options* const* options,
                                                          int count);

/** Reads the file of the option `script` again, for example after the user has edited it. Does
 * nothing if the option is not set. Errors: those of tonelift_filter_set_options(). */
TONELIFT_API tonelift_status tonelift_filter_read_script(tonelift_filter* filter);

/**
 * Gets the dynamic metadata of a frame for a filter with the option metadata. frame: an input frame
 * of tonelift_filter_process(), before or after that call; its timestamp and time are its key.
 * Without a stats_file, frames must be given in order; a frame that was not looked at ahead is
 * measured now, and the metadata of the last 128 frames can be requested again. A host that passes
 * frames through need not call tonelift_filter_process(). Fills *metadata up to its struct_size,
 * which must be set: start from tonelift_metadata_default(). Errors: TONELIFT_ERROR_ARGUMENT
 * without the option metadata, or for a frame out of order; TONELIFT_ERROR_IO for a frame that is
 * missing in the stats_file.
 */
TONELIFT_API tonelift_status tonelift_filter_metadata(tonelift_filter* filter,
                                                      const tonelift_frame* frame,
                                                      tonelift_metadata* metadata);

/**
 * Logs the plan for an input and options, in one message of level TONELIFT_LOG_INFO: a line for
 * each pass, with the bytes that it moves per pixel. If `reasons` is nonzero, the lines give the
 * reason for each pass, stored plane and statistic. The text is for people and changes between
 * versions. Allocates no memory for frames and opens no device. Errors: those of tonelift_output()
 * and tonelift_filter_create().
 */
TONELIFT_API tonelift_status tonelift_explain(const tonelift_options* options,
                                              const tonelift_video* in, int reasons,
                                              const tonelift_log* log);

#ifdef __cplusplus
}
#endif

#endif
