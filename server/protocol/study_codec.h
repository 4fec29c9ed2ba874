#pragma once

#include <array>
#include <string>
#include <string_view>

#include "engine/core/expected.h"
#include "server/protocol/messages.h"
#include "server/protocol/words.h"

/// The part of the codec for study_messages.h.
namespace server::protocol {

class Fields;
class JsonWriter;

template <>
struct Words<StudyRole> {
  static constexpr auto list = std::to_array<std::string_view>({"viewer", "writer", "owner", "gone"});
};
template <>
struct Words<Brush> {
  static constexpr auto list = std::to_array<std::string_view>({"green", "red", "blue", "yellow"});
};
template <>
struct Words<EditKind> {
  static constexpr auto list =
      std::to_array<std::string_view>({"add", "remove", "cut", "promote", "mainLine", "order", "comment",
                                       "glyphs", "shapes", "tag", "orientation", "rename"});
};
static_assert(word(EditKind::rename) == "rename");

ClientMessage read_open_study(Fields& fields);
ClientMessage read_close_study(Fields& fields);
ClientMessage read_edit_study(Fields& fields);
ClientMessage read_study_cursor(Fields& fields);

/// In a list.
void write(JsonWriter& json, const StudyMember& member);
void write(JsonWriter& json, const ChapterLine& chapter);
void write(JsonWriter& json, const StudyCursors::At& at);

void write_body(JsonWriter& json, const Study& study);
void write_body(JsonWriter& json, const StudyChange& change);
void write_body(JsonWriter& json, const StudyInfo& info);
void write_body(JsonWriter& json, const StudyCursors& cursors);

/// The document of the HTTP API.
std::string study_json(const Study& study);
/// The same without a chapter. `you` as in Study.
std::string study_info_json(const StudyInfo& info, int you);

/// An edit and a chapter as they are stored, and as files keep them: without numbers that their place tells,
/// and without notations.
std::string edit_json(const StudyEdit& edit);
std::string chapter_json(const Chapter& chapter);

/// What edit_json() and chapter_json() wrote, or the same by hand. Only the form is known to be right.
/// None: the name of the field that is not.
engine::Expected<StudyEdit, std::string> read_edit_json(std::string_view text);
engine::Expected<Chapter, std::string> read_chapter_json(std::string_view text);

}  // namespace server::protocol
