/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Run-time lists: options and their values, presets, pixel formats, and the params of a script. A
 * host that builds its settings from these lists offers what the loaded library has, not what the
 * headers had.
 *
 *   tonelift_option_info option;
 *   for (int i = 0; tonelift_option_at(i, &option, sizeof(option)) == TONELIFT_OK; ++i) ...
 *
 * Every function fills the first `size` bytes of *info, which is sizeof(*info) of the caller's
 * headers; versions add fields at the end only, and fields that the library does not have become
 * 0. An index that the list does not have is TONELIFT_ERROR_ARGUMENT, without a message; so are a
 * NULL and a size that cuts a field. Texts are never NULL and never go away, those of params with
 * their list. Thread-safety: everything here may be called from any thread at any time, one
 * tonelift_params from several at once too; only its destruction must be the last call.
 */
#ifndef TONELIFT_LIST_H
#define TONELIFT_LIST_H

#include <tonelift/tonelift.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The kind of value that an option or a param takes. */
typedef enum tonelift_type {
    TONELIFT_TYPE_STRING = 0, /**< const char*; default_text, no range */
    TONELIFT_TYPE_FLOAT = 1,  /**< double */
    TONELIFT_TYPE_INT = 2,    /**< int */
    TONELIFT_TYPE_ENUM = 3,   /**< int, one of the values that tonelift_option_value_at() lists */
    TONELIFT_TYPE_BOOL = 4    /**< of params: 0 or 1 */
} tonelift_type;

/** An option of tonelift_options. */
typedef struct tonelift_option_info {
    const char* name;         /**< as tonelift_options_set() takes it */
    const char* aliases;      /**< other spellings, separated by spaces; "" for none */
    const char* group;        /**< look, tone, color_out, color_in, inspection or machine */
    const char* help;         /**< one line in English */
    const char* unit;         /**< "" for none */
    const char* default_text; /**< the default as it would be typed */
    double default_number;    /**< the default for all but strings */
    double minimum;           /**< for all but strings */
    double maximum;           /**< for all but strings */
    size_t offset;            /**< bytes from the start of tonelift_options to the field */
    tonelift_type type;
    int live; /**< nonzero: tonelift_filter_set_options() may change it */
} tonelift_option_info;

/** Option `index`, from 0, in the order of the fields of tonelift_options. */
TONELIFT_API tonelift_status tonelift_option_at(int index, tonelift_option_info* info, size_t size);

/** A value that an option of type TONELIFT_TYPE_ENUM takes. */
typedef struct tonelift_value_info {
    const char* name; /**< as tonelift_options_set() takes it */
    const char* help; /**< one line in English */
    int number;       /**< what the field holds; several names may have one number */
    int reserved;     /**< 0 */
} tonelift_value_info;

/** Value `index`, from 0, of the option with this name or alias. */
TONELIFT_API tonelift_status tonelift_option_value_at(const char* option, int index,
                                                      tonelift_value_info* info, size_t size);

/** A preset: values for the params of an algorithm. */
typedef struct tonelift_preset_info {
    const char* name;      /**< as the option preset takes it */
    const char* algorithm; /**< as the option algorithm takes it */
    const char* sentence;  /**< what the look is for, in English */
    const char* values;    /**< name=value|name=value, as the option set takes it */
} tonelift_preset_info;

/** Preset `index`, from 0. */
TONELIFT_API tonelift_status tonelift_preset_at(int index, tonelift_preset_info* info, size_t size);

/** A pixel format (formats.def). All are little endian. */
typedef struct tonelift_format_info {
    const char* name;      /**< FFmpeg's and ours, as the option format takes it */
    const char* gstreamer; /**< GStreamer's; "" for none */
    tonelift_format format;
    int depth;        /**< significant bits of a sample */
    int sample_bytes; /**< bytes of a sample, 8 for textures, 4 for v210, where three samples share
                         a word; addresses and pitches of planes are multiples */
    int planes;       /**< how many of tonelift_frame.data are used */
    int chroma_w;     /**< log2 of the horizontal chroma subsampling */
    int chroma_h;     /**< log2 of the vertical chroma subsampling */
    int has_alpha;
    int is_rgb;
    int block_bytes; /**< bytes of a block of 4x4 pixels of a texture, which only an output can be;
                        0 for all others */
    int reserved;    /**< 0 */
} tonelift_format_info;

/** Format `index`, from 0; not the number of the format. */
TONELIFT_API tonelift_status tonelift_format_at(int index, tonelift_format_info* info, size_t size);

/** The params of one script. */
typedef struct tonelift_params tonelift_params;

/** A param. */
typedef struct tonelift_param_info {
    const char* name;
    const char* help;
    double default_value; /**< by the script */
    double value;         /**< by the options: the preset's, an option of that name, or set */
    double minimum;
    double maximum;
    tonelift_type type; /**< TONELIFT_TYPE_FLOAT, _INT or _BOOL */
    int reserved;       /**< 0 */
} tonelift_param_info;

/**
 * Reads the script that the options ask for: script_text, script, algorithm or preset. Errors:
 * TONELIFT_ERROR_SCRIPT for one that does not compile, TONELIFT_ERROR_IO for a file that cannot be
 * read, TONELIFT_ERROR_ARGUMENT. *params is NULL then; else tonelift_params_destroy() frees it.
 */
TONELIFT_API tonelift_status tonelift_params_create(tonelift_params** params,
                                                    const tonelift_options* options,
                                                    const tonelift_log* log);

/** Param `index`, from 0, in the order of the script. */
TONELIFT_API tonelift_status tonelift_param_at(const tonelift_params* params, int index,
                                               tonelift_param_info* info, size_t size);

/** Frees the list and sets *params to NULL. params and *params may be NULL. */
TONELIFT_API void tonelift_params_destroy(tonelift_params** params);

#ifdef __cplusplus
}
#endif

#endif
