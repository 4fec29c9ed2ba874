#include "server/protocol/study_codec.h"

#include <nlohmann/json.hpp>

#include "server/base/read_json.h"
#include "server/protocol/json_fields.h"
#include "server/protocol/json_parts.h"
#include "server/protocol/json_reader.h"

namespace server::protocol {
namespace {

constexpr std::size_t kMaxCommentBytes = 32'768;  // In files; a message is shorter.
constexpr std::size_t kMostItems = 64;            // Of a list that one edit brings; order: any.
constexpr int kMaxGlyph = 255;

// ---- writing ---------------------------------------------------------------------------------------------

void write_shapes(JsonWriter& json, const std::vector<Shape>& shapes) {
  json.objects("shapes", shapes, [&](const Shape& shape) {
    json.field("brush", word(shape.brush));
    json.field("from", shape.from);
    text_unless_empty(json, "to", shape.to);
    text_unless_empty(json, "label", shape.label);
  });
}

void write_comments(JsonWriter& json, const std::vector<StudyComment>& comments) {
  json.objects("comments", comments, [&](const StudyComment& comment) {
    if (comment.by != 0) json.field("by", comment.by);
    json.field("text", comment.text);
  });
}

void write_notation(JsonWriter& json, const std::vector<engine::Notation>& notation) {
  if (notation.empty()) return;
  json.key("notation");
  write(json, notation);
}

void write_node(JsonWriter& json, const StudyNode& node, bool with_notation) {
  json.field("id", node.id);
  if (node.parent >= 0) {
    json.field("parent", node.parent);
    json.field("move", node.move);
  }
  if (with_notation) write_notation(json, node.notation);
  if (!node.comments.empty()) write_comments(json, node.comments);
  list_unless_empty(json, "glyphs", node.glyphs);
  if (!node.shapes.empty()) write_shapes(json, node.shapes);
  millis_above_zero(json, "spent", node.spent);
}

void write_chapter(JsonWriter& json, const Chapter& chapter, bool with_notation) {
  text_unless_empty(json, "name", chapter.name);
  json.field("game", chapter.game);
  text_unless_empty(json, "rule", chapter.rule);
  number_above_zero(json, "size", chapter.size);
  text_unless_empty(json, "startPos", chapter.start_pos);
  json.field("orientation", word(chapter.orientation));
  json.object("tags", [&] {
    for (const StudyTag& tag : chapter.tags) json.field(tag.name, tag.value);
  });
  json.objects("nodes", chapter.nodes, [&](const StudyNode& node) { write_node(json, node, with_notation); });
  json.field("nextId", chapter.next_id);
  json.field("v", chapter.version);
}

void write_edit(JsonWriter& json, const StudyEdit& edit) {
  json.field("do", word(edit.kind));
  if (edit.kind < EditKind::tag) json.field("node", edit.node);
  switch (edit.kind) {
    case EditKind::add:
      json.field("newId", edit.id);
      json.field("move", edit.move);
      return write_notation(json, edit.notation);
    case EditKind::order:
      return list(json, "children", edit.children);
    case EditKind::comment:
      json.field("author", edit.author);
      if (edit.append) json.field("append", true);
      return json.field("text", edit.text);
    case EditKind::glyphs:
      return list(json, "glyphs", edit.glyphs);
    case EditKind::shapes:
      return write_shapes(json, edit.shapes);
    case EditKind::tag:
      json.field("name", edit.name);
      return json.field("text", edit.text);
    case EditKind::orientation:
      return json.field("side", word(edit.side));
    case EditKind::rename:
      return json.field("text", edit.text);
    case EditKind::remove:
    case EditKind::cut:
    case EditKind::promote:
    case EditKind::main_line:
      return;
  }
}

// ---- reading ---------------------------------------------------------------------------------------------

/// The items of a list, each read by `read(item)` into an optional; one that is none refuses the field.
template <class Read>
auto read_list(Fields& fields, const char* name, std::size_t most, Read read) {
  std::vector<typename decltype(read(Json()))::value_type> items;
  const Json* const list = fields.find(name, &Json::is_array);
  if (!list) return items;
  if (list->size() > most) fields.refuse(name);
  for (const Json& each : *list) {
    if (fields.bad()) break;
    if (auto item = read(each)) {
      items.push_back(*std::move(item));
    } else {
      fields.refuse(name);
    }
  }
  return items;
}

template <class Read>
auto read_list_if_any(Fields& fields, const char* name, std::size_t most, Read read) {
  return fields.has(name) ? read_list(fields, name, most, read)
                          : decltype(read_list(fields, name, most, read)){};
}

std::optional<int> read_id(const Json& json) {
  if (!json.is_number_unsigned() || json.get<std::uint64_t>() > INT32_MAX) return std::nullopt;
  return json.get<int>();
}

std::optional<std::uint8_t> read_glyph(const Json& json) {
  const auto number = read_id(json);
  if (!number || *number > kMaxGlyph) return std::nullopt;
  return static_cast<std::uint8_t>(*number);
}

std::optional<Shape> read_shape(const Json& json) {
  if (!json.is_object()) return std::nullopt;
  Fields fields(json);
  Shape shape{.brush = fields.choice_or("brush", Brush::green),
              .from = fields.text("from"),
              .to = fields.text_or_empty("to"),
              .label = fields.text_or_empty("label")};
  if (fields.bad()) return std::nullopt;
  return shape;
}

std::optional<StudyComment> read_comment(const Json& json) {
  if (!json.is_object()) return std::nullopt;
  Fields fields(json);
  StudyComment comment{.by = fields.integer_or("by", 0, 0, INT32_MAX),
                       .text = fields.text("text", kMaxCommentBytes)};
  if (fields.bad()) return std::nullopt;
  return comment;
}

std::optional<StudyNode> read_node(const Json& json) {
  if (!json.is_object()) return std::nullopt;
  Fields fields(json);
  StudyNode node{.id = static_cast<int>(fields.integer("id", 0, INT32_MAX)),
                 .parent = fields.integer_or("parent", -1, 0, INT32_MAX),
                 .move = fields.text_or_empty("move"),
                 .comments = read_list_if_any(fields, "comments", kMostItems + 1, read_comment),
                 .glyphs = read_list_if_any(fields, "glyphs", kMostItems, read_glyph),
                 .shapes = read_list_if_any(fields, "shapes", kMostItems, read_shape)};
  if (fields.has("spent")) node.spent = Millis(fields.integer("spent", 0, INT64_MAX / 2));
  if (fields.bad()) return std::nullopt;
  return node;
}

std::vector<StudyTag> read_tags(Fields& fields) {
  std::vector<StudyTag> tags;
  if (!fields.has("tags")) return tags;
  const Json* const object = fields.find("tags", &Json::is_object);
  if (!object) return tags;
  for (const auto& [name, value] : object->items()) {
    if (!value.is_string()) fields.refuse("tags");
    if (fields.bad()) break;
    tags.push_back({name, value.get<std::string>()});
  }
  return tags;
}

/// What is to be done with a node's comment, or with a tag: an empty text removes it.
std::string read_text(Fields& fields) {
  const Json* const text = fields.find("text", &Json::is_string);
  return text ? text->get<std::string>() : std::string();
}

StudyEdit read_edit(Fields& fields) {
  StudyEdit edit{.kind = fields.choice<EditKind>("do")};
  if (edit.kind < EditKind::tag) edit.node = static_cast<int>(fields.integer("node", 0, INT32_MAX));
  if (edit.kind == EditKind::add) {
    edit.id = fields.integer_or("newId", 0, 0, INT32_MAX);
    edit.move = fields.text("move");
  }
  if (edit.kind == EditKind::order) edit.children = read_list(fields, "children", kMaxMessageBytes, read_id);
  if (edit.kind == EditKind::comment) {
    edit.author = fields.integer_or("author", -1, 0, INT32_MAX);
    edit.append = fields.flag_or("append", false);
    edit.text = read_text(fields);
  }
  if (edit.kind == EditKind::glyphs) edit.glyphs = read_list(fields, "glyphs", kMostItems, read_glyph);
  if (edit.kind == EditKind::shapes) edit.shapes = read_list(fields, "shapes", kMostItems, read_shape);
  if (edit.kind == EditKind::tag) {
    edit.name = fields.text("name");
    edit.text = read_text(fields);
  }
  if (edit.kind == EditKind::orientation) edit.side = fields.choice<Side>("side");
  if (edit.kind == EditKind::rename) edit.text = fields.text("text");
  return edit;
}

/// What `read(fields)` makes of the object that the text is; or the name of the first bad field.
template <class Read>
auto read_object(std::string_view text, Read read)
    -> engine::Expected<std::invoke_result_t<Read, Fields&>, std::string> {
  const auto json = read_json(text);
  if (!json || !json->is_object()) return engine::Unexpected(std::string("json"));
  Fields fields(*json);
  auto value = read(fields);
  if (fields.bad()) return engine::Unexpected(*fields.bad());
  return value;
}

}  // namespace

void write(JsonWriter& json, const StudyMember& member) {
  json.open_object();
  json.field("number", member.number);
  json.field("name", member.name);
  json.field("role", word(member.role));
  json.close_object();
}

void write(JsonWriter& json, const ChapterLine& chapter) {
  json.open_object();
  json.field("chapter", chapter.number);
  json.field("name", chapter.name);
  json.field("game", chapter.game);
  json.close_object();
}

void write(JsonWriter& json, const StudyCursors::At& at) {
  json.open_object();
  number_above_zero(json, "member", at.member);
  json.field("name", at.name);
  json.field("node", at.node);
  json.close_object();
}

ClientMessage read_open_study(Fields& fields) {
  OpenStudy open{.study_id = fields.text("studyId"),
                 .chapter = fields.integer_or("chapter", 1, 1, INT32_MAX)};
  if (fields.has("v")) open.seen = static_cast<int>(fields.integer("v", 0, INT32_MAX));
  return open;
}

ClientMessage read_close_study(Fields& fields) {
  return CloseStudy{fields.text("studyId")};
}

ClientMessage read_edit_study(Fields& fields) {
  return EditStudy{.study_id = fields.text("studyId"),
                   .chapter = static_cast<int>(fields.integer("chapter", 1, INT32_MAX)),
                   .seen = static_cast<int>(fields.integer("seen", 0, INT32_MAX)),
                   .edit = read_edit(fields)};
}

ClientMessage read_study_cursor(Fields& fields) {
  return StudyCursor{.study_id = fields.text("studyId"),
                     .chapter = static_cast<int>(fields.integer("chapter", 1, INT32_MAX)),
                     .node = static_cast<int>(fields.integer("node", 0, INT32_MAX))};
}

void write_body(JsonWriter& json, const Study& study) {
  write_body(json, study.info);
  if (study.you != 0) json.field("you", study.you);
  json.field("chapter", study.chapter);
  if (!study.content) json.field("v", study.version);
  if (study.is_long) json.field("long", true);
  if (!study.content) return;
  json.object("content", [&] { write_chapter(json, *study.content, true); });
}

void write_body(JsonWriter& json, const StudyChange& change) {
  json.field("studyId", change.study_id);
  json.field("chapter", change.chapter);
  json.field("v", change.edit.version);
  json.field("by", change.edit.by);
  write_edit(json, change.edit);
}

void write_body(JsonWriter& json, const StudyInfo& info) {
  json.field("studyId", info.study_id);
  json.field("name", info.name);
  json.field("visibility", info.visibility);
  write_each(json, "members", info.members);
  write_each(json, "chapters", info.chapters);
}

void write_body(JsonWriter& json, const StudyCursors& cursors) {
  json.field("studyId", cursors.study_id);
  json.field("chapter", cursors.chapter);
  write_each(json, "at", cursors.at);
}

std::string study_json(const Study& study) {
  return JsonWriter::text_of([&](JsonWriter& json) { write_body(json, study); });
}

std::string study_info_json(const StudyInfo& info, int you) {
  return JsonWriter::text_of([&](JsonWriter& json) {
    write_body(json, info);
    if (you != 0) json.field("you", you);
  });
}

std::string edit_json(const StudyEdit& edit) {
  StudyEdit kept = edit;
  kept.notation.clear();
  return JsonWriter::text_of([&](JsonWriter& json) { write_edit(json, kept); });
}

std::string chapter_json(const Chapter& chapter) {
  return JsonWriter::text_of([&](JsonWriter& json) { write_chapter(json, chapter, false); });
}

engine::Expected<StudyEdit, std::string> read_edit_json(std::string_view text) {
  return read_object(text, [](Fields& fields) { return read_edit(fields); });
}

engine::Expected<Chapter, std::string> read_chapter_json(std::string_view text) {
  return read_object(text, [](Fields& fields) {
    return Chapter{.name = fields.text_or_empty("name"),
                   .game = fields.text("game"),
                   .rule = fields.text_or_empty("rule"),
                   .size = fields.integer_or("size", 0, 1, kMaxBoard),
                   .start_pos = fields.text_or_empty("startPos"),
                   .orientation = fields.choice_or("orientation", Side::first),
                   .tags = read_tags(fields),
                   .nodes = read_list(fields, "nodes", SIZE_MAX, read_node),
                   .version = fields.integer_or("v", 0, 0, INT32_MAX),
                   .next_id = fields.integer_or("nextId", 1, 1, INT32_MAX)};
  });
}

}  // namespace server::protocol
