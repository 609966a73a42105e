// SPDX-License-Identifier: BSD-2-Clause
// Tests that the options of the library are properties of the GStreamer element.
#include <gst/controller/gstdirectcontrolbinding.h>
#include <gst/controller/gstinterpolationcontrolsource.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <memory>
#include <string>

#include "core/common/options.h"
#include "tests/gstreamer/picture_buffer.h"
#include "tests/support/api_stream.h"

namespace tonelift::property_test {
namespace {

const std::string hdr_caps = video_caps("I420_10LE", 64, 36, "bt2100-pq");

class Properties : public testing::Test {
  protected:
    GParamSpec* spec(const Option& option) {
        std::string name = option.name;
        std::replace(name.begin(), name.end(), '_', '-');
        return g_object_class_find_property(G_OBJECT_GET_CLASS(element_.tonelift()), name.c_str());
    }

    gint number_after(const char* name, const char* text) {
        gst_util_set_object_arg(G_OBJECT(element_.tonelift()), name, text);
        gint number = -99;
        g_object_get(element_.tonelift(), name, &number, nullptr);
        return number;
    }

    Element element_;
};

// The element logs a warning with the closest value, because gst-launch only reports that it cannot
// set the value.
TEST_F(Properties, MisspeltValuesWarnWithTheClosestOne) {
    const char* const cases[][4] = {
        {"gamut-mode", "clip", "perceptul", "*gamut_mode=perceptul: did you mean 'perceptual'?*"},
        {"in-transfer", "hlg", "pw", "*in_transfer=pw: did you mean 'pq'?*"}};
    for (const auto& [name, value, misspelt, message] : cases) {
        const gint before = number_after(name, value);
        g_test_expect_message(nullptr, G_LOG_LEVEL_WARNING, message);
        EXPECT_EQ(number_after(name, misspelt), before) << name;
        g_test_assert_expected_messages();
    }
}

TEST_F(Properties, IncludeEveryOption) {
    EXPECT_GT(options().size(), 25u);
    for (const Option& option : options()) {
        SCOPED_TRACE(option.name);
        const GParamSpec* found = spec(option);
        ASSERT_NE(found, nullptr);
        EXPECT_NE(
            std::string(g_param_spec_get_blurb(const_cast<GParamSpec*>(found))).find(option.help),
            std::string::npos);
        EXPECT_EQ((found->flags & GST_PARAM_MUTABLE_PLAYING) != 0, option.live);
        EXPECT_EQ((found->flags & GST_PARAM_MUTABLE_READY) != 0, !option.live);
        EXPECT_EQ((found->flags & GST_PARAM_CONTROLLABLE) != 0,
                  option.live && option.type != OptionType::text);
    }
}

// The class does not contain "Hardware", by which programs search for hardware elements, because
// this element also works on the CPU.
TEST_F(Properties, ClassIsConverterOnAnyMachine) {
    GstElementClass* found = GST_ELEMENT_GET_CLASS(element_.tonelift());
    EXPECT_STREQ(gst_element_class_get_metadata(found, GST_ELEMENT_METADATA_KLASS),
                 "Filter/Effect/Converter/Colorspace/Video");
}

TEST_F(Properties, RangesAndDefaultsEqualThoseOfOptions) {
    for (const Option& option : options()) {
        SCOPED_TRACE(option.name);
        GParamSpec* found = spec(option);
        if (option.type == OptionType::number) {
            const GParamSpecDouble* number = G_PARAM_SPEC_DOUBLE(found);
            EXPECT_EQ(number->minimum, option.minimum);
            EXPECT_EQ(number->maximum, option.maximum);
            EXPECT_EQ(number->default_value, option.default_number);
        } else if (option.type == OptionType::whole) {
            const GParamSpecInt* number = G_PARAM_SPEC_INT(found);
            EXPECT_EQ(number->minimum, option.minimum);
            EXPECT_EQ(number->maximum, option.maximum);
            EXPECT_EQ(number->default_value, option.default_number);
        } else if (option.type == OptionType::text) {
            EXPECT_EQ(G_PARAM_SPEC_STRING(found)->default_value, option.default_text);
        }
    }
}

TEST_F(Properties, EnumsAcceptTheNamesOfTheirOption) {
    for (const Option& option : options()) {
        if (option.type != OptionType::choice) continue;
        GParamSpec* found = spec(option);
        EXPECT_EQ(G_PARAM_SPEC_ENUM(found)->default_value, option.default_number);
        for (const OptionValue& value : option.values) {
            SCOPED_TRACE(option.name + "=" + value.name);
            const std::unique_ptr<gchar, decltype(&g_free)> capitals(
                g_ascii_strup(value.name.c_str(), -1), g_free);
            for (const char* text : {value.name.c_str(), static_cast<const char*>(capitals.get())})
                EXPECT_EQ(number_after(found->name, text), value.number) << text;
        }
    }
}

class Warnings {
  public:
    Warnings()
        : fatal_(g_log_set_always_fatal(static_cast<GLogLevelFlags>(G_LOG_FATAL_MASK))),
          handler_(g_log_set_default_handler(add, &text_)) {}
    ~Warnings() {
        g_log_set_default_handler(handler_, nullptr);
        g_log_set_always_fatal(fatal_);
    }
    const std::string& text() const { return text_; }

  private:
    static void add(const gchar*, GLogLevelFlags, const gchar* message, gpointer text) {
        *static_cast<std::string*>(text) += message;
    }

    std::string text_;
    GLogLevelFlags fatal_;
    GLogFunc handler_;
};

TEST_F(Properties, EnumsKeepTheirValueIfANameIsUnknown) {
    const Warnings warnings;
    const int before = number_after("tonemap", "hable");
    EXPECT_EQ(warnings.text(), "");
    EXPECT_EQ(number_after("tonemap", "hables"), before);
    EXPECT_NE(warnings.text().find("tonemap=hables: did you mean 'hable'?"), std::string::npos);
    EXPECT_EQ(number_after("tonemap", ""), before);
    EXPECT_EQ(number_after("tonemap", "2"), 2);
}

TEST_F(Properties, EnumValuesArePrintedAsNames) {
    GValue value = G_VALUE_INIT;
    g_value_init(&value, spec(*find_option("tonemap"))->value_type);
    g_value_set_enum(&value, 5);
    gchar* text = gst_value_serialize(&value);
    EXPECT_STREQ(text, "hable");
    g_free(text);
    EXPECT_EQ(gst_value_compare(&value, &value), GST_VALUE_EQUAL);
    g_value_unset(&value);
}

TEST_F(Properties, KeepTheirValues) {
    GObject* object = G_OBJECT(element_.tonelift());
    g_object_set(object, "preset", "faithful", "strength", 0.25, "batch", 7, "show", 3, nullptr);
    gchar* preset = nullptr;
    double strength = 0;
    int batch = 0, show = 0;
    g_object_get(object, "preset", &preset, "strength", &strength, "batch", &batch, "show", &show,
                 nullptr);
    EXPECT_STREQ(preset, "faithful");
    EXPECT_EQ(strength, 0.25);
    EXPECT_EQ(batch, 7);
    EXPECT_EQ(show, 3);
    g_free(preset);
}

class LiveChange : public testing::Test {
  protected:
    LiveChange() {
        picture_.fill_legal(1);
        element_.set_input(hdr_caps);
    }

    void push(int index) { ASSERT_EQ(element_.push(buffer_of(picture_), index), GST_FLOW_OK); }

    testing::AssertionResult comes_out_as(int index, const tonelift_options& options) {
        tonelift_filter_set_options(filter_.get(), &options);
        const tonelift_frame from = frame_of(picture_, index / 25.0);
        TestPicture wanted = picture_for(out_);
        tonelift_frame to = frame_of(wanted, 0);
        tonelift_filter_process(filter_.get(), &from, &to, 1);
        const BufferHandle made = element_.pull();
        if (!made) return testing::AssertionFailure() << "nothing came out";
        return equal(wanted, picture_of(made.get(), wanted));
    }

    tonelift_options options_ = default_options();
    tonelift_video in_ = hdr10_of_caps(64, 36);
    tonelift_video out_ = output_of(options_, in_);
    FilterHandle filter_ = make_filter(options_, in_, out_);
    TestPicture picture_ = picture_for(in_);
    Element element_{"tonelift batch=3"};
};

TEST_F(LiveChange, TakesEffectWithTheNextFrame) {
    push(0);
    push(1);
    g_object_set(element_.tonelift(), "strength", 0.1, "preset", "faithful", nullptr);
    push(2);
    EXPECT_TRUE(comes_out_as(0, options_));
    EXPECT_TRUE(comes_out_as(1, options_));
    EXPECT_FALSE(element_.pull());
    push(3);
    push(4);
    options_.strength = 0.1;
    options_.preset = "faithful";
    for (int i = 2; i < 5; ++i) EXPECT_TRUE(comes_out_as(i, options_));
}

TEST_F(LiveChange, IgnoresRefusedValues) {
    for (int i = 0; i < 3; ++i) push(i);
    g_object_set(element_.tonelift(), "preset", "nonsense", "detail", 2.0, nullptr);
    for (int i = 3; i < 6; ++i) push(i);
    EXPECT_NE(element_.said(GST_MESSAGE_WARNING).find("nonsense"), std::string::npos);
    for (int i = 0; i < 6; ++i) EXPECT_TRUE(comes_out_as(i, options_));
    gchar* preset = nullptr;
    g_object_get(element_.tonelift(), "preset", &preset, nullptr);
    EXPECT_STREQ(preset, "natural");
    g_free(preset);
}

TEST_F(LiveChange, OtherOptionsApplyToTheNextStream) {
    for (int i = 0; i < 3; ++i) push(i);
    g_object_set(element_.tonelift(), "batch", 1, "device", "nonsense", nullptr);
    for (int i = 3; i < 6; ++i) push(i);
    for (int i = 0; i < 6; ++i) EXPECT_TRUE(comes_out_as(i, options_));
    EXPECT_EQ(element_.said(GST_MESSAGE_ERROR), "");
}

TEST_F(LiveChange, OtherOptionsApplyToNewCaps) {
    for (int i = 0; i < 3; ++i) push(i);
    for (int i = 0; i < 3; ++i) EXPECT_TRUE(comes_out_as(i, options_));
    g_object_set(element_.tonelift(), "in-transfer", TONELIFT_TRANSFER_HLG, nullptr);
    element_.set_input(
        video_caps("I420_10LE", 64, 36, "bt2100-pq", "content-light-level=(string)900:400"));
    for (int i = 3; i < 6; ++i) push(i);
    options_.in_transfer = TONELIFT_TRANSFER_HLG;
    filter_ = make_filter(options_, in_, out_);
    for (int i = 3; i < 6; ++i) EXPECT_TRUE(comes_out_as(i, options_));
}

TEST_F(LiveChange, RefusedValuesBeforeNewCapsAreAWarning) {
    for (int i = 0; i < 3; ++i) push(i);
    g_object_set(element_.tonelift(), "preset", "nonsense", nullptr);
    element_.set_input(video_caps("I420_10LE", 128, 72, "bt2100-pq"));
    EXPECT_NE(element_.said(GST_MESSAGE_WARNING).find("nonsense"), std::string::npos);
    EXPECT_EQ(element_.said(GST_MESSAGE_ERROR), "");
    EXPECT_EQ(field(element_.output(), "colorimetry"), "bt709");
}

void set_strength(GstDebugCategory*, GstDebugLevel level, const gchar*, const gchar*, gint,
                  GObject* object, GstDebugMessage* message, gpointer) {
    const std::string text = gst_debug_message_get(message);
    if (level == GST_LEVEL_ERROR && text.find("nonsense") != std::string::npos)
        g_object_set(object, "strength", 0.25, nullptr);
}

TEST_F(LiveChange, ValuesThatAreSetDuringARefusalApply) {
    push(0);
    const gboolean was_active = gst_debug_is_active();
    gst_debug_set_active(TRUE);
    gst_debug_set_threshold_for_name("tonelift", GST_LEVEL_ERROR);
    gst_debug_remove_log_function(gst_debug_log_default);
    gst_debug_add_log_function(set_strength, nullptr, nullptr);
    g_object_set(element_.tonelift(), "preset", "nonsense", nullptr);
    for (int i = 1; i < 3; ++i) push(i);
    gst_debug_remove_log_function(set_strength);
    gst_debug_add_log_function(gst_debug_log_default, nullptr, nullptr);
    gst_debug_unset_threshold_for_name("tonelift");
    gst_debug_set_active(was_active);
    EXPECT_NE(element_.said(GST_MESSAGE_WARNING).find("nonsense"), std::string::npos);
    double strength = 0;
    g_object_get(element_.tonelift(), "strength", &strength, nullptr);
    EXPECT_EQ(strength, 0.25);
}

class EditedScript : public testing::Test {
  protected:
    void TearDown() override { std::remove(path_.c_str()); }
    void edit(const char* text) const { std::ofstream(path_) << text; }
    void set_size(int width) { element_->set_input(video_caps("GRAY8", width, 16, "bt709")); }

    int code(int width) {
        EXPECT_EQ(element_->push(BufferHandle(gst_buffer_new_wrapped(
                                     g_memdup2(std::string(width * 16, '\xc8').data(), width * 16),
                                     width * 16)),
                                 index_++),
                  GST_FLOW_OK);
        const BufferHandle made = element_->pull();
        guint8 found = 0;
        EXPECT_TRUE(made && gst_buffer_extract(made.get(), 0, &found, 1) == 1);
        return found;
    }

    const std::string path_ = testing::TempDir() + "edited_script.tl";
    std::unique_ptr<Element> element_;
    int index_ = 0;
};

TEST_F(EditedScript, IsReadAgainOnlyWhenItIsSet) {
    edit("output color(0);");
    element_ = std::make_unique<Element>("tonelift batch=1 dithering=none script=" + path_);
    set_size(64);
    EXPECT_EQ(code(64), 16);
    for (const char* text : {"output", "output color(1);"}) {
        edit(text);
        for (const int width : {32, 64}) {
            set_size(width);
            EXPECT_EQ(code(width), 16) << text;
            g_object_set(element_->tonelift(), "split", 0.0, nullptr);
            EXPECT_EQ(code(width), 16) << "after a change of another option";
        }
    }
    g_object_set(element_->tonelift(), "script", path_.c_str(), nullptr);
    EXPECT_EQ(code(64), 235);
    edit("output");
    set_size(32);
    EXPECT_EQ(code(32), 235);
    g_object_set(element_->tonelift(), "split", 0.0, nullptr);
    EXPECT_EQ(code(32), 235);
    EXPECT_EQ(element_->said(GST_MESSAGE_ERROR), "");
}

TEST_F(LiveChange, ControllerChangesValues) {
    GstControlSource* source = gst_interpolation_control_source_new();
    g_object_set(source, "mode", GST_INTERPOLATION_MODE_NONE, nullptr);
    auto* points = GST_TIMED_VALUE_CONTROL_SOURCE(source);
    gst_timed_value_control_source_set(points, 0, 0.25);
    gst_timed_value_control_source_set(points, 3 * frame_duration, 0.75);
    gst_object_add_control_binding(GST_OBJECT(element_.tonelift()),
                                   gst_direct_control_binding_new_absolute(
                                       GST_OBJECT(element_.tonelift()), "strength", source));
    gst_object_unref(source);
    for (int i = 0; i < 6; ++i) push(i);
    gst_harness_push_event(element_.harness(), gst_event_new_eos());
    for (int i = 0; i < 6; ++i) {
        options_.strength = i < 3 ? 0.25 : 0.75;
        EXPECT_TRUE(comes_out_as(i, options_)) << "frame " << i;
    }
}

}  // namespace
}  // namespace tonelift::property_test
