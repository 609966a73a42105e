/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "tonelift_metadata.h"

#include "libavutil/hdr_dynamic_metadata.h"

#include "compat.h"

#if TL_HAVE_DOVI_LEVELS
#include "libavutil/csp.h"
#include "libavutil/dovi_meta.h"
#endif

int ff_tonelift_missing_metadata(int kinds) {
    int known = TONELIFT_METADATA_HDR10_PLUS;
#if TL_HAVE_DOVI_LEVELS
    known |= TONELIFT_METADATA_DOLBY_VISION;
#endif
#if TL_HAVE_ST2094_50
    known |= TONELIFT_METADATA_ST2094_50;
#endif
    return kinds & ~known;
}

/* Converts luminance from units of 0.1 cd/m2 to units of 10000 cd/m2. */
static AVRational light(int tenths) { return av_make_q(tenths, 100000); }

static int write_hdr10_plus(AVFrame* frame, const tonelift_metadata* metadata) {
    AVDynamicHDRPlus* plus;
    AVHDRPlusColorTransformParams* scene;

    av_frame_remove_side_data(frame, AV_FRAME_DATA_DYNAMIC_HDR_PLUS);
    plus = av_dynamic_hdr_plus_create_side_data(frame);
    if (!plus) return AVERROR(ENOMEM);
    plus->itu_t_t35_country_code = 0xB5; /* code of the United States of America */
    plus->application_version = 1;
    plus->num_windows = 1;
    plus->targeted_system_display_maximum_luminance = av_make_q(metadata->target, 1);
    scene = &plus->params[0];
    scene->average_maxrgb = light(metadata->average_max_rgb);
    scene->fraction_bright_pixels = av_make_q(0, 1000);
    for (int i = 0; i < 3; i++) scene->maxscl[i] = light(metadata->max_scl[i]);
    scene->num_distribution_maxrgb_percentiles = FF_ARRAY_ELEMS(metadata->percentages);
    for (size_t i = 0; i < FF_ARRAY_ELEMS(metadata->percentages); i++) {
        scene->distribution_maxrgb[i].percentage = metadata->percentages[i];
        scene->distribution_maxrgb[i].percentile = light(metadata->distribution[i]);
    }
    scene->tone_mapping_flag = 1;
    scene->knee_point_x = av_make_q(metadata->knee_x, 4095);
    scene->knee_point_y = av_make_q(metadata->knee_y, 4095);
    scene->num_bezier_curve_anchors = FF_ARRAY_ELEMS(metadata->anchors);
    for (size_t i = 0; i < FF_ARRAY_ELEMS(metadata->anchors); i++)
        scene->bezier_curve_anchors[i] = av_make_q(metadata->anchors[i], 1023);
    return 0;
}

#if TL_HAVE_DOVI_LEVELS
/* Sets the reshaping of profile 8.1 (ETSI GS CCM 001), which leaves the base layer unchanged. */
static void set_reshaping(AVDOVIMetadata* vision) {
    AVDOVIRpuDataHeader* header = av_dovi_get_header(vision);
    AVDOVIDataMapping* mapping = av_dovi_get_mapping(vision);

    header->rpu_type = 2;
    header->rpu_format = 18;
    header->vdr_rpu_profile = 1;
    header->coef_log2_denom = 23;
    header->vdr_rpu_normalized_idc = 1;
    header->bl_bit_depth = header->el_bit_depth = 10;
    header->vdr_bit_depth = 12;
    header->disable_residual_flag = 1;
    mapping->nlq_method_idc = AV_DOVI_NLQ_NONE;
    mapping->num_x_partitions = mapping->num_y_partitions = 1;
    for (int i = 0; i < 3; i++) {
        AVDOVIReshapingCurve* curve = &mapping->curves[i];
        curve->num_pivots = 2;
        curve->pivots[1] = (1 << header->bl_bit_depth) - 1;
        curve->mapping_idc[0] = AV_DOVI_MAPPING_POLYNOMIAL;
        curve->poly_order[0] = 1;
        curve->poly_coef[0][1] = (int64_t)1 << header->coef_log2_denom;
    }
}

/* Returns the PQ code of the mastering peak: the lowest of 1000, 2000, 4000 and 10000 cd/m2 that is
 * not below `nits`. */
static int peak_code(int nits) {
    return nits <= 1000 ? 3079 : nits <= 2000 ? 3388 : nits <= 4000 ? 3696 : 4095;
}

/* Describes the base layer's color as PQ and BT.2020 in limited range. */
static void set_color(AVDOVIMetadata* vision, const tonelift_metadata* metadata) {
    static const int to_rgb[9] = {9574, 0, 13802, 9574, -1540, -5348, 9574, 17610, 0};
    static const int offset[3] = {1 << 24, 1 << 27, 1 << 27};
    static const int to_lms[9] = {7222, 8771, 390, 2654, 12430, 1300, 0, 422, 15962};
    AVDOVIColorMetadata* color = av_dovi_get_color(vision);

    color->scene_refresh_flag = metadata->begins_shot != 0;
    for (int i = 0; i < 9; i++) {
        color->ycc_to_rgb_matrix[i] = av_make_q(to_rgb[i], 1 << 13);
        color->rgb_to_lms_matrix[i] = av_make_q(to_lms[i], 1 << 14);
    }
    for (int i = 0; i < 3; i++) color->ycc_to_rgb_offset[i] = av_make_q(offset[i], 1 << 28);
    color->signal_eotf = 65535;
    color->signal_bit_depth = 12;
    color->signal_full_range_flag = 1;
    color->source_min_pq = 7; /* PQ code of 0.0001 cd/m2 */
    color->source_max_pq = peak_code(metadata->level6[0]);
    color->source_diagonal = 42;
}

static void set_levels(AVDOVIMetadata* vision, const tonelift_metadata* metadata) {
    AVDOVIDmData* block = av_dovi_get_ext(vision, 0);
    block->level = 1;
    block->l1.min_pq = metadata->level1[0];
    block->l1.max_pq = metadata->level1[1];
    block->l1.avg_pq = metadata->level1[2];
    block = av_dovi_get_ext(vision, 1);
    block->level = 5;
    block->l5.left_offset = metadata->level5[0];
    block->l5.right_offset = metadata->level5[1];
    block->l5.top_offset = metadata->level5[2];
    block->l5.bottom_offset = metadata->level5[3];
    block = av_dovi_get_ext(vision, 2);
    block->level = 6;
    block->l6.max_luminance = metadata->level6[0];
    block->l6.min_luminance = metadata->level6[1];
    block->l6.max_cll = metadata->level6[2];
    block->l6.max_fall = metadata->level6[3];
    vision->num_ext_blocks = 3;
}

static int write_dolby_vision(AVFrame* frame, const tonelift_metadata* metadata) {
    size_t size;
    AVDOVIMetadata* vision = av_dovi_metadata_alloc(&size);
    AVBufferRef* buffer = vision ? av_buffer_create((uint8_t*)vision, size, NULL, NULL, 0) : NULL;

    if (!buffer) {
        av_free(vision);
        return AVERROR(ENOMEM);
    }
    set_reshaping(vision);
    set_color(vision, metadata);
    set_levels(vision, metadata);
    av_frame_remove_side_data(frame, AV_FRAME_DATA_DOVI_RPU_BUFFER);
    av_frame_remove_side_data(frame, AV_FRAME_DATA_DOVI_METADATA);
    if (av_frame_new_side_data_from_buf(frame, AV_FRAME_DATA_DOVI_METADATA, buffer)) return 0;
    av_buffer_unref(&buffer);
    return AVERROR(ENOMEM);
}
#endif

#if TL_HAVE_ST2094_50
static int write_st2094_50(AVFrame* frame, const tonelift_metadata* metadata) {
    AVDynamicHDRSmpte2094App5* gains;

    av_frame_remove_side_data(frame, AV_FRAME_DATA_DYNAMIC_HDR_SMPTE_2094_APP5);
    gains = av_dynamic_hdr_smpte2094_app5_create_side_data(frame);
    if (!gains) return AVERROR(ENOMEM);
    return av_dynamic_hdr_smpte2094_app5_from_t35(gains, metadata->st2094_50,
                                                  metadata->st2094_50_size);
}
#endif

int ff_tonelift_write_metadata(AVFrame* frame, const tonelift_metadata* metadata) {
    int ret = 0;
    if (metadata->kinds & TONELIFT_METADATA_HDR10_PLUS) ret = write_hdr10_plus(frame, metadata);
#if TL_HAVE_DOVI_LEVELS
    if (ret >= 0 && metadata->kinds & TONELIFT_METADATA_DOLBY_VISION)
        ret = write_dolby_vision(frame, metadata);
#endif
#if TL_HAVE_ST2094_50
    if (ret >= 0 && metadata->kinds & TONELIFT_METADATA_ST2094_50)
        ret = write_st2094_50(frame, metadata);
#endif
    return ret;
}
