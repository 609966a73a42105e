/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Run-time lists: options and their values, presets, pixel formats, and the params of a script. A
 * program that builds its settings from these lists offers all features of the loaded library, even
 * if the program was compiled with older or newer headers.
 *
 *   tonelift_option_info option;
 *   for (int i = 0; tonelift_option_at(i, &option, sizeof(option)) == TONELIFT_OK; ++i) ...
 *
 * Every function fills the first `size` bytes of *info, where `size` is sizeof(*info) in the
 * caller's headers. New versions only add fields at the end. Fields that the library does not know
 * become 0. Strings are never NULL, and stay valid as long as the library is loaded. Strings of
 * params stay valid until tonelift_params_destroy(). The functions return TONELIFT_ERROR_ARGUMENT
 * without a message for an index beyond the end of the list, for a NULL pointer, and for a size
 * that ends within a field.
 *
 * Thread-safety: any thread may call these functions at any time. Several threads may use the same
 * tonelift_params. tonelift_params_destroy() must be the last call with its tonelift_params.
 */
#ifndef TONELIFT_LIST_H
#define TONELIFT_LIST_H

#include <tonelift/tonelift.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The type of an option's or a param's value. */
typedef enum tonelift_type {
    TONELIFT_TYPE_STRING = 0, /**< const char*; has a default_text, but no minimum and maximum */
    TONELIFT_TYPE_FLOAT = 1,  /**< double */
    TONELIFT_TYPE_INT = 2,    /**< int */
    TONELIFT_TYPE_ENUM = 3,   /**< int, one of the values listed by tonelift_option_value_at() */
    TONELIFT_TYPE_BOOL = 4    /**< params only: 0 or 1 */
} tonelift_type;

/** An option of tonelift_options. */
typedef struct tonelift_option_info {
    const char* name;         /**< name for tonelift_options_set() */
    const char* aliases;      /**< alternative names, separated by spaces; "" if none */
    const char* group;        /**< look, tone, color_out, color_in, inspection or machine */
    const char* help;         /**< description, one line in English */
    const char* unit;         /**< unit of the value; "" if none */
    const char* default_text; /**< the default as a user types it */
    double default_number;    /**< the default as a number; unused for strings */
    double minimum;           /**< smallest allowed value; unused for strings */
    double maximum;           /**< largest allowed value; unused for strings */
    size_t offset;            /**< offset of the field in tonelift_options, in bytes */
    tonelift_type type;
    int live; /**< nonzero if tonelift_filter_set_options() can change the option */
} tonelift_option_info;

/** Describes option `index`, from 0, in the order of the fields of tonelift_options. */
TONELIFT_API tonelift_status tonelift_option_at(int index, tonelift_option_info* info, size_t size);

/** A named value of an option of type TONELIFT_TYPE_ENUM or TONELIFT_TYPE_FLOAT. */
typedef struct tonelift_value_info {
    const char* name; /**< name for tonelift_options_set() */
    const char* help; /**< description, one line in English */
    int number;       /**< number in tonelift_options; several names may have the same number */
    int reserved;     /**< always 0 */
} tonelift_value_info;

/** Describes value `index`, from 0, of the option with this name or alias. */
TONELIFT_API tonelift_status tonelift_option_value_at(const char* option, int index,
                                                      tonelift_value_info* info, size_t size);

/** A preset: values for the params of an algorithm. */
typedef struct tonelift_preset_info {
    const char* name;      /**< value for the option `preset` */
    const char* algorithm; /**< value for the option `algorithm` */
    const char* sentence;  /**< purpose of the look, in English */
    const char* values;    /**< params in the form of the option `set`: name=value|name=value */
} tonelift_preset_info;

/** Describes preset `index`, from 0. */
TONELIFT_API tonelift_status tonelift_preset_at(int index, tonelift_preset_info* info, size_t size);

/** A pixel format (formats.def). All formats are little endian. */
typedef struct tonelift_format_info {
    const char* name;      /**< name in FFmpeg, which the option `format` accepts */
    const char* gstreamer; /**< name in GStreamer; "" if none */
    tonelift_format format;
    int depth;        /**< significant bits per sample */
    int sample_bytes; /**< addresses and pitches must be multiples of this number of bytes */
    int planes;       /**< number of entries used in tonelift_frame.data */
    int chroma_w;     /**< log2 of the horizontal chroma subsampling */
    int chroma_h;     /**< log2 of the vertical chroma subsampling */
    int has_alpha;
    int is_rgb;
    int block_bytes; /**< bytes per 4x4 block of a texture (output only); 0 for other formats */
    int reserved;    /**< always 0 */
} tonelift_format_info;

/** Describes format `index`, from 0; the index is not the number of the format. */
TONELIFT_API tonelift_status tonelift_format_at(int index, tonelift_format_info* info, size_t size);

/** The params of one script. */
typedef struct tonelift_params tonelift_params;

/** One param of a script. */
typedef struct tonelift_param_info {
    const char* name;
    const char* help;
    double default_value; /**< default value in the script */
    double value; /**< value in use: from the preset, from the option of the same name, or from the
                     option `set`; else default_value */
    double minimum;
    double maximum;
    tonelift_type type; /**< TONELIFT_TYPE_FLOAT, _INT or _BOOL */
    int reserved;       /**< always 0 */
} tonelift_param_info;

/**
 * Reads the script that the option script_text, script, algorithm or preset selects. On failure
 * *params is NULL; otherwise free it with tonelift_params_destroy(). Errors: TONELIFT_ERROR_SCRIPT
 * for a script that does not compile. TONELIFT_ERROR_IO for a file that cannot be read.
 * TONELIFT_ERROR_ARGUMENT for an invalid option.
 */
TONELIFT_API tonelift_status tonelift_params_create(tonelift_params** params,
                                                    const tonelift_options* options,
                                                    const tonelift_log* log);

/** Describes param `index`, from 0, in the order of the script. */
TONELIFT_API tonelift_status tonelift_param_at(const tonelift_params* params, int index,
                                               tonelift_param_info* info, size_t size);

/** Frees the list and sets *params to NULL. Both `params` and *params may be NULL. */
TONELIFT_API void tonelift_params_destroy(tonelift_params** params);

#ifdef __cplusplus
}
#endif

#endif
