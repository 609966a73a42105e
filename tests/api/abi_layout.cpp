// SPDX-License-Identifier: BSD-2-Clause
#include "tests/api/abi_layout.h"

#include <tonelift/enhancement_layer.h>
#include <tonelift/list.h>
#include <tonelift/rpu.h>
#include <tonelift/vulkan.h>

namespace tonelift {

#define FIELD(type, name) \
    { #name, offsetof(type, name), sizeof(type::name) }
#define STRUCT(type, ...)                 \
    {                                     \
#type, {                          \
            sizeof(type), { __VA_ARGS__ } \
        }                                 \
    }

const std::map<std::string, Struct>& structs() {
#define OPTION(name) FIELD(tonelift_options, name),
#define TONELIFT_OPTION_STRING(name, group, value, live, help) OPTION(name)
#define TONELIFT_OPTION_FLOAT(name, group, value, minimum, maximum, unit, live, help) OPTION(name)
#define TONELIFT_OPTION_INT(name, group, value, minimum, maximum, unit, live, help) OPTION(name)
#define TONELIFT_OPTION_ENUM(name, group, value, minimum, maximum, live, help) OPTION(name)
#define VIDEO(name) FIELD(tonelift_video, name)
#define FRAME(name) FIELD(tonelift_frame, name)
#define RESHAPING(name) FIELD(tonelift_reshaping, name)
#define DOLBY_VISION(name) FIELD(tonelift_dolby_vision, name)
#define HDR10_PLUS(name) FIELD(tonelift_hdr10_plus, name)
#define TRIMS(name) FIELD(tonelift_dolby_trims, name)
#define ENHANCEMENT(name) FIELD(tonelift_enhancement, name)
#define RPU(name) FIELD(tonelift_rpu, name)
#define METADATA(name) FIELD(tonelift_metadata, name)
#define DEVICE(name) FIELD(tonelift_device, name)
#define VULKAN(name) FIELD(tonelift_vulkan, name)
#define IMAGES(name) FIELD(tonelift_vulkan_frame, name)
#define LOG(name) FIELD(tonelift_log, name)
#define INFO(name) FIELD(tonelift_option_info, name)
#define VALUE(name) FIELD(tonelift_value_info, name)
#define PRESET(name) FIELD(tonelift_preset_info, name)
#define FORMAT(name) FIELD(tonelift_format_info, name)
#define PARAM(name) FIELD(tonelift_param_info, name)
    static const std::map<std::string, Struct> all{
        {"tonelift_options",
         {sizeof(tonelift_options),
          {OPTION(struct_size)
#include <tonelift/options.def>
          }}},
        STRUCT(tonelift_video, VIDEO(struct_size), VIDEO(format), VIDEO(width), VIDEO(height),
               VIDEO(primaries), VIDEO(transfer), VIDEO(matrix), VIDEO(range),
               VIDEO(chroma_location), VIDEO(mastering_min), VIDEO(mastering_max), VIDEO(max_cll),
               VIDEO(max_fall), VIDEO(dolby_vision_profile), VIDEO(dolby_vision_compatibility),
               VIDEO(linear_white), VIDEO(alpha_mode), VIDEO(reserved)),
        STRUCT(tonelift_frame, FRAME(struct_size), FRAME(data), FRAME(pitch), FRAME(time),
               FRAME(timestamp), FRAME(scene_peak), FRAME(discontinuity), FRAME(reserved),
               FRAME(dolby_vision), FRAME(hdr10_plus), FRAME(st2094_50), FRAME(st2094_50_size),
               FRAME(dolby_trims), FRAME(scene_cut), FRAME(reserved_end), FRAME(vulkan)),
        STRUCT(tonelift_hdr10_plus, HDR10_PLUS(struct_size), HDR10_PLUS(scene_peak),
               HDR10_PLUS(target), HDR10_PLUS(knee_x), HDR10_PLUS(knee_y), HDR10_PLUS(anchors),
               HDR10_PLUS(anchor_count), HDR10_PLUS(reserved)),
        STRUCT(tonelift_metadata, METADATA(struct_size), METADATA(kinds), METADATA(begins_shot),
               METADATA(max_scl), METADATA(average_max_rgb), METADATA(percentages),
               METADATA(distribution), METADATA(target), METADATA(knee_x), METADATA(knee_y),
               METADATA(anchors), METADATA(level1), METADATA(level5), METADATA(level6),
               METADATA(reserved), METADATA(st2094_50), METADATA(st2094_50_size)),
        STRUCT(tonelift_reshaping, RESHAPING(pieces), RESHAPING(mmr_order), RESHAPING(reserved),
               RESHAPING(pivots), RESHAPING(polynomial), RESHAPING(mmr_constant),
               RESHAPING(mmr_factor)),
        STRUCT(tonelift_dolby_vision, DOLBY_VISION(struct_size), DOLBY_VISION(component),
               DOLBY_VISION(ycc_offset), DOLBY_VISION(ycc_to_rgb), DOLBY_VISION(rgb_to_lms)),
        STRUCT(tonelift_dolby_trims, TRIMS(struct_size), TRIMS(darkest), TRIMS(mean),
               TRIMS(brightest), TRIMS(slope), TRIMS(offset), TRIMS(power), TRIMS(chroma_weight),
               TRIMS(saturation_gain), TRIMS(ms_weight), TRIMS(has_level8), TRIMS(reserved)),
        STRUCT(tonelift_enhancement, ENHANCEMENT(struct_size), ENHANCEMENT(component),
               ENHANCEMENT(fraction_bits), ENHANCEMENT(has_residual), ENHANCEMENT(offset),
               ENHANCEMENT(reserved), ENHANCEMENT(largest), ENHANCEMENT(slope),
               ENHANCEMENT(threshold)),
        STRUCT(tonelift_rpu, RPU(struct_size), RPU(profile), RPU(has_reshaping), RPU(has_trims),
               RPU(scene_cut), RPU(mastering_min), RPU(mastering_max), RPU(scene_peak)),
        STRUCT(tonelift_device, DEVICE(struct_size), DEVICE(cuda_context), DEVICE(cuda_stream),
               DEVICE(input_on_device), DEVICE(output_on_device), DEVICE(vulkan)),
        STRUCT(tonelift_vulkan, VULKAN(struct_size), VULKAN(get_instance_proc_addr),
               VULKAN(instance), VULKAN(physical_device), VULKAN(device), VULKAN(features),
               VULKAN(queue_family), VULKAN(queue_index), VULKAN(queue_flags), VULKAN(reserved),
               VULKAN(user), VULKAN(lock_queue), VULKAN(unlock_queue)),
        STRUCT(tonelift_vulkan_frame, IMAGES(struct_size), IMAGES(image), IMAGES(semaphore),
               IMAGES(value), IMAGES(layout), IMAGES(queue_family), IMAGES(x), IMAGES(y)),
        STRUCT(tonelift_log, LOG(struct_size), LOG(user), LOG(callback)),
        STRUCT(tonelift_option_info, INFO(name), INFO(aliases), INFO(group), INFO(help), INFO(unit),
               INFO(default_text), INFO(default_number), INFO(minimum), INFO(maximum), INFO(offset),
               INFO(type), INFO(live)),
        STRUCT(tonelift_value_info, VALUE(name), VALUE(help), VALUE(number), VALUE(reserved)),
        STRUCT(tonelift_preset_info, PRESET(name), PRESET(algorithm), PRESET(sentence),
               PRESET(values)),
        STRUCT(tonelift_format_info, FORMAT(name), FORMAT(gstreamer), FORMAT(format), FORMAT(depth),
               FORMAT(sample_bytes), FORMAT(planes), FORMAT(chroma_w), FORMAT(chroma_h),
               FORMAT(has_alpha), FORMAT(is_rgb), FORMAT(block_bytes), FORMAT(reserved)),
        STRUCT(tonelift_param_info, PARAM(name), PARAM(help), PARAM(default_value), PARAM(value),
               PARAM(minimum), PARAM(maximum), PARAM(type), PARAM(reserved)),
    };
    return all;
}

std::vector<std::string> layout_lines() {
    std::vector<std::string> made;
    for (const auto& [name, type] : structs()) {
        made.push_back("struct " + name + " " + std::to_string(type.size));
        for (const Field& field : type.fields) {
            made.push_back("field " + name + " " + field.name + " " + std::to_string(field.offset) +
                           " " + std::to_string(field.size));
        }
    }
    const auto add = [&](const char* name, int number) {
        made.push_back(std::string("number ") + name + " " + std::to_string(number));
    };
#define TONELIFT_OPTION_VALUE(option, id, value_name, number, help) add("TONELIFT_" #id, number);
#include <tonelift/options.def>
#define TONELIFT_FORMAT(id, number, ffmpeg, gstreamer, family, sample, depth, shift, chroma_w, \
                        chroma_h, components)                                                  \
    add("TONELIFT_FORMAT_" #id, number);
#define TONELIFT_TEXTURE(id, number, name, family, blocks, components) \
    add("TONELIFT_FORMAT_" #id, number);
#include <tonelift/formats.def>
#define NUMBER(name) add(#name, name);
    NUMBER(TONELIFT_OK)
    NUMBER(TONELIFT_ERROR_ARGUMENT)
    NUMBER(TONELIFT_ERROR_UNSUPPORTED)
    NUMBER(TONELIFT_ERROR_SCRIPT)
    NUMBER(TONELIFT_ERROR_OUT_OF_MEMORY)
    NUMBER(TONELIFT_ERROR_IO)
    NUMBER(TONELIFT_ERROR_DEVICE)
    NUMBER(TONELIFT_ERROR_INTERNAL)
    NUMBER(TONELIFT_LOG_ERROR)
    NUMBER(TONELIFT_LOG_WARNING)
    NUMBER(TONELIFT_LOG_INFO)
    NUMBER(TONELIFT_LOG_DEBUG)
    NUMBER(TONELIFT_TYPE_STRING)
    NUMBER(TONELIFT_TYPE_FLOAT)
    NUMBER(TONELIFT_TYPE_INT)
    NUMBER(TONELIFT_TYPE_ENUM)
    NUMBER(TONELIFT_TYPE_BOOL)
    return made;
}

}  // namespace tonelift
