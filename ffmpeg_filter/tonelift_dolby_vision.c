/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "tonelift_dolby_vision.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "libavutil/dovi_meta.h"
#include "libavutil/version.h"

#include "tonelift_video.h"

/* 1 if Dolby Vision metadata has display management blocks, sorted by level. */
#define HAVE_LEVELS (LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(59, 12, 100))

static const AVDOVIMetadata* metadata_of(const AVFrame* frame) {
    const AVFrameSideData* data = av_frame_get_side_data(frame, AV_FRAME_DATA_DOVI_METADATA);
    return data ? (const AVDOVIMetadata*)data->data : NULL;
}

/* Converts a 12-bit PQ code to luminance in cd/m2 (SMPTE ST 2084). */
static double nits_of_pq(int code) {
    const double m1 = 1305 / 8192.0, m2 = 2523 / 32.0;
    const double c1 = 107 / 128.0, c2 = 2413 / 128.0, c3 = 2392 / 128.0;
    double root = pow(FFMIN(code, 4095) / 4095.0, 1 / m2);
    return 10000 * pow(fmax(root - c1, 0) / (c2 - c3 * root), 1 / m1);
}

/* Returns the Dolby Vision profile. The result 5 also stands for profile 10.0 of AV1. Both have RPU
 * profile 0 and a full-range base layer in IPT. */
static int profile_of(const AVDOVIRpuDataHeader* header) {
    if (header->vdr_rpu_profile == 0) return header->bl_video_full_range_flag ? 5 : 0;
    return header->el_spatial_resampling_filter_flag && !header->disable_residual_flag ? 7 : 8;
}

/* Returns bl_signal_compatibility_id, which tells how a player without Dolby Vision interprets the
 * base layer. */
static int compatibility_of(int profile, enum AVColorTransferCharacteristic transfer) {
    enum { none = 0, hdr10 = 1, sdr = 2, hlg = 4 };
    if (profile == 5) return none;
    if (transfer == AVCOL_TRC_SMPTE2084) return hdr10;
    return transfer == AVCOL_TRC_ARIB_STD_B67 ? hlg : sdr;
}

void ff_tonelift_describe_dolby_vision(const AVFrame* frame, tonelift_video* video) {
    const AVDOVIMetadata* metadata = metadata_of(frame);
    const AVDOVIColorMetadata* color;

    if (!metadata) return;
    color = av_dovi_get_color(metadata);
    video->dolby_vision_profile = profile_of(av_dovi_get_header(metadata));
    video->dolby_vision_compatibility =
        compatibility_of(video->dolby_vision_profile, frame->color_trc);
    if (video->mastering_max > 0 || !color->source_max_pq || ff_tonelift_is_sdr(frame->color_trc))
        return;
    video->mastering_min = nits_of_pq(color->source_min_pq);
    video->mastering_max = nits_of_pq(color->source_max_pq);
}

void ff_tonelift_keep_dolby_vision(const tonelift_video* before, tonelift_video* video) {
    int alike = video->primaries == before->primaries && video->transfer == before->transfer &&
                video->matrix == before->matrix;

    if (!alike || video->dolby_vision_profile || !before->dolby_vision_profile) return;
    video->dolby_vision_profile = before->dolby_vision_profile;
    video->dolby_vision_compatibility = before->dolby_vision_compatibility;
    if (video->mastering_max > 0) return;
    video->mastering_min = before->mastering_min;
    video->mastering_max = before->mastering_max;
}

static void read_numbers(double* to, const int64_t* from, int count, double unit) {
    for (int i = 0; i < count; i++) to[i] = from[i] * unit;
}

static void read_piece(tonelift_reshaping* to, const AVDOVIReshapingCurve* from, int i,
                       double unit) {
    if (from->mapping_idc[i] == AV_DOVI_MAPPING_POLYNOMIAL) {
        read_numbers(to->polynomial[i], from->poly_coef[i], FFMIN(from->poly_order[i], 2) + 1,
                     unit);
        return;
    }
    to->mmr_order[i] = from->mmr_order[i];
    to->mmr_constant[i] = from->mmr_constant[i] * unit;
    for (int order = 0; order < FF_ARRAY_ELEMS(to->mmr_factor[i]); order++)
        read_numbers(to->mmr_factor[i][order], from->mmr_coef[i][order],
                     FF_ARRAY_ELEMS(to->mmr_factor[i][order]), unit);
}

static void read_reshaping(tonelift_reshaping* to, const AVDOVIReshapingCurve* from, double highest,
                           double unit) {
    int pivots = FFMIN(from->num_pivots, FF_ARRAY_ELEMS(to->pivots));

    memset(to, 0, sizeof(*to));
    to->pieces = pivots - 1;
    for (int i = 0; i < pivots; i++) to->pivots[i] = from->pivots[i] / highest;
    for (int i = 0; i < to->pieces; i++) read_piece(to, from, i, unit);
}

static double number(AVRational value) { return value.den ? av_q2d(value) : 0; }

static void read_matrix(double to[3][3], const AVRational from[9]) {
    for (int i = 0; i < 9; i++) to[i / 3][i % 3] = number(from[i]);
}

tonelift_dolby_vision* ff_tonelift_read_dolby_vision(const AVFrame* frame,
                                                     tonelift_dolby_vision* metadata) {
    const AVDOVIMetadata* from = metadata_of(frame);
    const AVDOVIRpuDataHeader* header;
    const AVDOVIColorMetadata* color;

    if (!from) return NULL;
    header = av_dovi_get_header(from);
    color = av_dovi_get_color(from);
    tonelift_dolby_vision_default(metadata);
    for (int i = 0; i < FF_ARRAY_ELEMS(metadata->component); i++) {
        read_reshaping(&metadata->component[i], &av_dovi_get_mapping(from)->curves[i],
                       (1 << header->bl_bit_depth) - 1, ldexp(1, -header->coef_log2_denom));
        metadata->ycc_offset[i] = number(color->ycc_to_rgb_offset[i]);
    }
    read_matrix(metadata->ycc_to_rgb, color->ycc_to_rgb_matrix);
    read_matrix(metadata->rgb_to_lms, color->rgb_to_lms_matrix);
    return metadata;
}

double ff_tonelift_dolby_vision_peak(const AVFrame* frame) {
#if HAVE_LEVELS
    const AVDOVIMetadata* metadata = metadata_of(frame);
    const AVDOVIDmData* scene = metadata ? av_dovi_find_level(metadata, 1) : NULL;
    return scene ? nits_of_pq(scene->l1.max_pq) : 0;
#else
    return 0;
#endif
}

#if HAVE_LEVELS
static const AVDOVIDmLevel2* trims_for_sdr(const AVDOVIMetadata* metadata) {
    enum { pq_of_100 = 2081, tolerance = 20 };
    for (int i = 0; i < metadata->num_ext_blocks; i++) {
        const AVDOVIDmData* block = av_dovi_get_ext(metadata, i);
        if (block->level == 2 && abs(block->l2.target_max_pq - pq_of_100) <= tolerance)
            return &block->l2;
    }
    return NULL;
}

static double around_zero(int code) { return code / 4096.0 - 0.5; }
#endif

tonelift_dolby_trims* ff_tonelift_read_dolby_trims(const AVFrame* frame,
                                                   tonelift_dolby_trims* trims) {
#if HAVE_LEVELS
    const AVDOVIMetadata* metadata = metadata_of(frame);
    const AVDOVIDmData* light = metadata ? av_dovi_find_level(metadata, 1) : NULL;
    const AVDOVIDmLevel2* from = metadata ? trims_for_sdr(metadata) : NULL;

    if (!light || !from) return NULL;
    tonelift_dolby_trims_default(trims);
    trims->darkest = nits_of_pq(light->l1.min_pq);
    trims->mean = nits_of_pq(light->l1.avg_pq);
    trims->brightest = nits_of_pq(light->l1.max_pq);
    trims->slope = 1 + around_zero(from->trim_slope);
    trims->offset = around_zero(from->trim_offset);
    trims->power = 1 + around_zero(from->trim_power);
    trims->chroma_weight = around_zero(from->trim_chroma_weight);
    trims->saturation_gain = around_zero(from->trim_saturation_gain);
    if (from->ms_weight >= 0) trims->ms_weight = around_zero(from->ms_weight);
    trims->has_level8 = av_dovi_find_level(metadata, 8) != NULL;
    return trims;
#else
    return NULL;
#endif
}

int ff_tonelift_begins_dolby_scene(const AVFrame* frame) {
    const AVDOVIMetadata* metadata = metadata_of(frame);
    return metadata && av_dovi_get_color(metadata)->scene_refresh_flag;
}

static const char* fault_of_header(const AVDOVIRpuDataHeader* header,
                                   const AVDOVIDataMapping* mapping) {
    if (header->bl_bit_depth != 10 || header->el_bit_depth != 10 || header->vdr_bit_depth != 12)
        return "the metadata is not for 10-bit layers and a 12-bit picture";
    if (header->coef_log2_denom < 15 || header->coef_log2_denom > 23)
        return "the numbers of the metadata do not have 15 to 23 fractional bits";
    if (mapping->num_x_partitions > 1 || mapping->num_y_partitions > 1)
        return "the metadata divides the picture into parts";
    return NULL;
}

const char* ff_tonelift_read_enhancement(const AVFrame* frame, tonelift_enhancement* metadata) {
    const AVDOVIMetadata* from = metadata_of(frame);
    const AVDOVIRpuDataHeader* header;
    const AVDOVIDataMapping* mapping;
    const char* fault;
    double unit;

    if (!from) return "a frame has no Dolby Vision metadata";
    header = av_dovi_get_header(from);
    mapping = av_dovi_get_mapping(from);
    if ((fault = fault_of_header(header, mapping))) return fault;
    unit = ldexp(1, -header->coef_log2_denom);
    tonelift_enhancement_default(metadata);
    metadata->fraction_bits = header->coef_log2_denom;
    metadata->has_residual =
        !header->disable_residual_flag && mapping->nlq_method_idc == AV_DOVI_NLQ_LINEAR_DZ;
    for (int i = 0; i < FF_ARRAY_ELEMS(metadata->component); i++) {
        const AVDOVINLQParams* residual = &mapping->nlq[i];
        read_reshaping(&metadata->component[i], &mapping->curves[i], 1024, unit);
        metadata->offset[i] = residual->nlq_offset;
        metadata->largest[i] = residual->vdr_in_max * unit;
        metadata->slope[i] = residual->linear_deadzone_slope * unit;
        metadata->threshold[i] = residual->linear_deadzone_threshold * unit;
    }
    return NULL;
}

void ff_tonelift_settle_dolby_vision(AVDOVIMetadata* metadata) {
    AVDOVIRpuDataHeader* header = av_dovi_get_header(metadata);
    AVDOVIDataMapping* mapping = av_dovi_get_mapping(metadata);

    header->bl_bit_depth = header->vdr_bit_depth;
    header->disable_residual_flag = 1;
    header->el_spatial_resampling_filter_flag = 0;
    mapping->nlq_method_idc = AV_DOVI_NLQ_NONE;
    memset(mapping->nlq, 0, sizeof(mapping->nlq));
    for (int i = 0; i < FF_ARRAY_ELEMS(mapping->curves); i++) {
        AVDOVIReshapingCurve* curve = &mapping->curves[i];
        memset(curve, 0, sizeof(*curve));
        curve->num_pivots = 2;
        curve->pivots[1] = (1 << header->bl_bit_depth) - 1;
        curve->mapping_idc[0] = AV_DOVI_MAPPING_POLYNOMIAL;
        curve->poly_order[0] = 1;
        curve->poly_coef[0][1] = INT64_C(1) << header->coef_log2_denom;
    }
}
