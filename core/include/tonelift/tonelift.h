/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Tonelift maps the tones of video locally.
 *
 *   tonelift_options options;
 *   tonelift_options_default(&options);
 *   tonelift_video in, out;
 *   tonelift_video_default(&in);            ... fill in ...
 *   tonelift_output(&options, &in, &out, NULL);   what will come out; allocate such frames
 *   tonelift_filter* filter;
 *   tonelift_filter_create(&filter, &options, &in, &out, NULL, NULL);
 *   tonelift_filter_process(filter, in_frames, out_frames, count);
 *   tonelift_filter_destroy(&filter);
 *
 * Rules for the whole library: structs that are passed in may go away when the call returns. Every
 * function that can fail returns a tonelift_status and says why through the log. A NULL log is
 * allowed everywhere. No exception, exit or abort crosses this boundary. Every filter is
 * independent of every other.
 */
#ifndef TONELIFT_TONELIFT_H
#define TONELIFT_TONELIFT_H

#include <tonelift/frame.h>
#include <tonelift/version.h>

#ifdef __cplusplus
extern "C" {
#endif

/** How a call ended. */
typedef enum tonelift_status {
    TONELIFT_OK = 0,
    TONELIFT_ERROR_ARGUMENT = -1,    /**< an argument or option out of its range, an unknown name */
    TONELIFT_ERROR_UNSUPPORTED = -2, /**< right, but not something this build or device can do */
    TONELIFT_ERROR_SCRIPT = -3,      /**< the script does not compile; the log says where */
    TONELIFT_ERROR_OUT_OF_MEMORY = -4, /**< of the host or of the device */
    TONELIFT_ERROR_IO = -5,            /**< a file cannot be read or written */
    TONELIFT_ERROR_DEVICE =
        -6, /**< the device or its driver failed; the filter can only be destroyed */
    TONELIFT_ERROR_INTERNAL = -7 /**< a bug of Tonelift */
} tonelift_status;

/** One sentence in English for a status. */
TONELIFT_API const char* tonelift_status_text(tonelift_status status);

/** Version of the loaded library, such as "0.1.0". */
TONELIFT_API const char* tonelift_version(void);

/** How much a message matters. */
typedef enum tonelift_log_level {
    TONELIFT_LOG_ERROR = 0,
    TONELIFT_LOG_WARNING = 1,
    TONELIFT_LOG_INFO = 2,
    TONELIFT_LOG_DEBUG = 3
} tonelift_log_level;

/** Where messages go. message has no newline at its end, but may have some inside. */
typedef struct tonelift_log {
    size_t struct_size; /**< sizeof(tonelift_log) */
    void* user;         /**< handed to the callback */
    void (*callback)(void* user, tonelift_log_level level, const char* message);
} tonelift_log;

/**
 * Every option, as declared in options.def: strings, doubles and ints (enums are ints). Start from
 * tonelift_options_default(). Strings belong to the caller, or are literals, and NULL means the
 * default; the library copies what it keeps.
 */
typedef struct tonelift_options {
    size_t struct_size; /**< sizeof(tonelift_options), set by tonelift_options_default() */
#define TONELIFT_OPTION_STRING(name, group, value, live, help) const char* name;
#define TONELIFT_OPTION_FLOAT(name, group, value, minimum, maximum, unit, live, help) double name;
#define TONELIFT_OPTION_INT(name, group, value, minimum, maximum, unit, live, help) int name;
#define TONELIFT_OPTION_ENUM(name, group, value, minimum, maximum, live, help) int name;
#include <tonelift/options.def>
} tonelift_options;

/** Fills *options with the defaults of options.def. */
TONELIFT_API void tonelift_options_default(tonelift_options* options);

/**
 * Sets one numeric or enum option from text, as `name=value` on a command line would. String
 * options take the pointer itself. Errors: TONELIFT_ERROR_ARGUMENT with a message that names the
 * range or the allowed values.
 */
TONELIFT_API tonelift_status tonelift_options_set(tonelift_options* options, const char* name,
                                                  const char* value, const tonelift_log* log);

/** Device and stream that frames live on. All zero: the host; the option device then says where the
 * work is done. With a context the work is done there, unless the option says cpu, which is an
 * error when frames are on the device. The context must outlive the filter. Thread-safety: a plain
 * value.
 */
typedef struct tonelift_device {
    size_t struct_size; /**< sizeof(tonelift_device) */
    void* cuda_context; /**< CUcontext, NULL for the host */
    void*
        cuda_stream; /**< CUstream the work is put on; NULL is the default stream of the context */
    int input_on_device;  /**< input frames are device memory */
    int output_on_device; /**< output frames are device memory */
} tonelift_device;

/**
 * What comes out for a given input: fills *out (format, size, color, HDR metadata) by the options
 * transfer, matrix, primaries, range, format and target_peak. The light level of HDR10 that is made
 * here is that of the film where stats_file is complete; else max_cll is a bound, the peak of the
 * target, and max_fall unknown. Errors: TONELIFT_ERROR_ARGUMENT,
 * TONELIFT_ERROR_UNSUPPORTED; TONELIFT_ERROR_IO where stats_file is something else.
 */
TONELIFT_API tonelift_status tonelift_output(const tonelift_options* options,
                                             const tonelift_video* in, tonelift_video* out,
                                             const tonelift_log* log);

/**
 * A stream being processed.
 * Thread-safety: calls on one filter must not overlap; different filters may be used at once from
 * different threads.
 */
typedef struct tonelift_filter tonelift_filter;

/**
 * Makes a filter and all memory it will need. out->format, width and height must be those of
 * tonelift_output(), or of any other format that the caller wants with the same size. *filter is
 * NULL on failure.
 */
TONELIFT_API tonelift_status tonelift_filter_create(
    tonelift_filter** filter, const tonelift_options* options, const tonelift_video* in,
    const tonelift_video* out, const tonelift_device* device, const tonelift_log* log);

/** Frees a filter and sets *filter to NULL. filter and *filter may be NULL. */
TONELIFT_API void tonelift_filter_destroy(tonelift_filter** filter);

/**
 * Maps count consecutive frames of the stream. The result does not depend on how a stream is cut
 * into calls. With output on a device the work is queued on the stream and the call does not wait
 * for it; input in host memory has been read, and output there is complete, when the call returns.
 * Errors: TONELIFT_ERROR_DEVICE when the device fails, and from then on.
 */
TONELIFT_API tonelift_status tonelift_filter_process(tonelift_filter* filter,
                                                     const tonelift_frame* in, tonelift_frame* out,
                                                     int count);

/** Takes over the live options (options.def) from *options; the others must be as they were. The
 * state is kept. */
TONELIFT_API tonelift_status tonelift_filter_set_options(tonelift_filter* filter,
                                                         const tonelift_options* options);

/**
 * Takes over a changed color description or HDR metadata of the input in mid-stream; format and
 * size must be as they were. The state is kept when only HDR metadata changed.
 */
TONELIFT_API tonelift_status tonelift_filter_set_input(tonelift_filter* filter,
                                                       const tonelift_video* in);

/**
 * The stream has come to its end: the stats_file that was written is complete and gets its name.
 * A filter that is destroyed without this leaves what it wrote beside the place of the file, under
 * its name with ".part" behind it, and another filter of this process for the rest of the stream
 * (in another size, for one) goes on there. Frames that come later, as after a seek back, are
 * mapped and no longer recorded. Does nothing where no file is written.
 * Errors: TONELIFT_ERROR_IO when the file cannot be written, as on a full disk; a complete file
 * that stood there before stays.
 */
TONELIFT_API tonelift_status tonelift_filter_finish(tonelift_filter* filter);

/** Forgets the statistics of the frames so far, as after a seek. */
TONELIFT_API tonelift_status tonelift_filter_reset(tonelift_filter* filter);

/**
 * What the frames so far have reached, where the output is PQ: the brightest pixel and the
 * brightest frame average, cd/m2 (MaxCLL and MaxFALL of CTA-861.3), 0: unknown. Of the whole film
 * where stats_file is read; tonelift_output() gives it before the first frame then. Waits for the
 * device.
 */
TONELIFT_API tonelift_status tonelift_filter_light(tonelift_filter* filter, double* max_cll,
                                                   double* max_fall);

/** Frames that one call of tonelift_filter_process() handles best: the option batch, or the number
 * chosen for it. */
TONELIFT_API int tonelift_filter_batch(const tonelift_filter* filter);

/** Nonzero when output equals input bit for bit, so that a host may hand frames through without a
 * copy. */
TONELIFT_API int tonelift_filter_passthrough(const tonelift_filter* filter);

#ifdef __cplusplus
}
#endif

#endif
