#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "engine/core/expected.h"
#include "server/protocol/codec.h"
#include "server/protocol/study_messages.h"
#include "server/protocol/words.h"

/// The part of the codec for study_messages.h. No message of codec.h is one of these yet: a study has no
/// owner that answers.
namespace server::protocol {

template <>
struct Words<StudyRole> {
  static constexpr auto list = std::to_array<std::string_view>({"viewer", "writer", "owner"});
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

/// The message `edit`, as decode() reads the others.
/// Bounded like decode(): a message of 4 KiB.
engine::Expected<EditStudy, BadRequest> decode_edit(std::string_view text);

/// The messages `study` and `studyEdit`.
std::string encode(const Study& study, std::optional<std::int64_t> id = std::nullopt);
std::string encode(const StudyChange& change);

/// An edit and a chapter as they are stored, and as files keep them: without numbers that their place tells,
/// and without notations.
std::string edit_json(const StudyEdit& edit);
std::string chapter_json(const Chapter& chapter);

/// What edit_json() and chapter_json() wrote, or the same by hand. Only the form is known to be right.
/// None: the name of the field that is not.
engine::Expected<StudyEdit, std::string> read_edit_json(std::string_view text);
engine::Expected<Chapter, std::string> read_chapter_json(std::string_view text);

}  // namespace server::protocol
