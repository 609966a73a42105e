/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Composes the two layers of Dolby Vision profile 7 into one PQ picture of 12 bits. The layers are
 * an HDR10 base layer and an enhancement layer, and each layer has 10 bits. ETSI GS CCM 001 defines
 * the arithmetic and the filters.
 */
#ifndef TONELIFT_ENHANCEMENT_LAYER_H
#define TONELIFT_ENHANCEMENT_LAYER_H

#include <tonelift/dolby_vision.h>
#include <tonelift/frame.h>
#include <tonelift/tonelift.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The metadata of one frame. The arithmetic uses fixed-point numbers with fraction_bits bits after
 * the binary point. Thread-safety: plain data without locks. */
typedef struct tonelift_enhancement {
    size_t struct_size; /**< sizeof(tonelift_enhancement), set by tonelift_enhancement_default() */
    tonelift_reshaping component[3]; /**< reshaping of codes / 1024, with factors up to 4096 */
    int fraction_bits;               /**< [15, 23]; default 23 */
    int has_residual;  /**< nonzero if there is a residual; 0: the enhancement layer is not read */
    int offset[3];     /**< code of the enhancement layer that means a residual of 0, [0, 1023] */
    int reserved;      /**< must be 0 */
    double largest[3]; /**< largest magnitude of a residual (vdr_in_max), as a fraction of the
                          picture's code range */
    double slope[3];   /**< change of the residual per code of the enhancement layer (linear dead
                          zone), [0, 16] */
    double threshold[3]; /**< added to the magnitude of each nonzero residual; [0, 1] */
} tonelift_enhancement;

/** Fills the first `size` bytes of *metadata with a reshaping that leaves colors unchanged, and
 * no residual. NULL is allowed. */
TONELIFT_API void tonelift_enhancement_init(tonelift_enhancement* metadata, size_t size);

/** Calls tonelift_enhancement_init() with the size of the struct in the program's headers. */
static inline void tonelift_enhancement_default(tonelift_enhancement* metadata) {
    tonelift_enhancement_init(metadata, sizeof(*metadata));
}

/**
 * Returns half of an even width or height, rounded up to an even number. Thread-safety: any thread
 * may call this function.
 */
static inline int tonelift_enhancement_half(int size) { return (size / 2 + 1) / 2 * 2; }

/**
 * Composes a frame of format YUV420P12 in host memory, on all CPU cores. `width` and `height` are
 * the size of the base: even, [2, 16384]. `base` and `layer` have the format YUV420P10. If
 * `is_half` is nonzero, tonelift_enhancement_half() gives the layer's width and height. Otherwise,
 * the layer has the size of the base. The layer may be NULL if the metadata has no residual.
 *
 * Errors: TONELIFT_ERROR_ARGUMENT for a wrong size, an invalid plane, an output that shares memory
 * with a layer, or broken metadata. TONELIFT_ERROR_UNSUPPORTED if a reserved field is not 0.
 * Thread-safety: any thread may call this function.
 */
TONELIFT_API tonelift_status tonelift_compose(const tonelift_enhancement* metadata, int width,
                                              int height, const tonelift_frame* base,
                                              const tonelift_frame* layer, int is_half,
                                              const tonelift_frame* out, const tonelift_log* log);

#ifdef __cplusplus
}
#endif

#endif
