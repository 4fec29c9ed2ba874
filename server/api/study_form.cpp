#include "server/api/study_form.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "server/api/api_error.h"
#include "server/api/base64.h"
#include "server/api/http_message.h"
#include "server/api/read_form.h"
#include "server/base/read_json.h"
#include "server/base/utf8.h"
#include "server/formats/game_file.h"
#include "server/formats/game_reader.h"
#include "server/formats/record_json.h"
#include "server/match/imported_game.h"
#include "server/match/replay_cost.h"
#include "server/protocol/errors.h"
#include "server/protocol/study_codec.h"
#include "server/study/limits.h"
#include "server/study/make_chapter.h"
#include "server/study/study_state.h"
#include "server/study/texts.h"

namespace server {
namespace {

using engine::Unexpected;
using protocol::ErrorCode;
using protocol::Fields;

/// A chapter as this server keeps it: what no file format tells, such as shapes and authors, is in it.
constexpr std::string_view kOwnFormat = "study";

struct ChapterForm {
  std::string name{}, game{}, rule{}, pos{}, game_id{}, format{};
  std::string record{};                ///< A text, or the bytes of a file.
  std::optional<Encoding> encoding{};  ///< Of the bytes; none: judged by them.
  int size = 0;
  std::vector<std::string> moves{};
};

std::string read_study_name(Fields& fields, const char* field) {
  const std::string title = study::clean_line(fields.text_or_empty(field));
  if (count_code_points(title) > study::kLongestName) fields.refuse(field);
  return title;
}

/// Of `record` or, where it is no text that the client can read, of `base64`.
std::string read_chapter_file(Fields& fields) {
  if (!fields.has("base64")) return fields.text_or_empty("record", kMaxGameText);
  auto bytes = from_base64(fields.text("base64", kMaxGameText));
  if (!bytes || bytes->empty()) fields.refuse("base64");
  return std::move(bytes).value_or(std::string());
}

std::optional<Encoding> read_encoding(Fields& fields) {
  const std::string word = fields.text_or_empty("encoding");
  const auto encoding = encoding_of(word);
  if (!word.empty() && !encoding) fields.refuse("encoding");
  return encoding;
}

ChapterForm read_chapter_form(Fields& fields) {
  ChapterForm form{.name = read_study_name(fields, "name"),
                   .game_id = fields.text_or_empty("gameId"),
                   .format = fields.text_or_empty("format"),
                   .record = read_chapter_file(fields),
                   .encoding = read_encoding(fields)};
  const bool is_of_text = !form.record.empty();
  if (!form.game_id.empty()) return form;
  form.game = is_of_text ? fields.text_or_empty("game") : fields.text("game");
  if (is_of_text) return form;
  form.rule = fields.text_or_empty("rule");
  form.pos = fields.text_or_empty("pos");
  form.size = fields.integer_or("size", 0, 1, protocol::kMaxBoard);
  form.moves = fields.texts_or_empty("moves", study::kMostPlies);
  return form;
}

protocol::Error bad_chapter(const std::string& fault) {
  return error(ErrorCode::bad_message, "No chapter can be made of this.", fault);
}

/// Opened once, so that what is stored can be opened.
engine::Expected<NewChapter, protocol::Error> ready_chapter(protocol::Chapter chapter,
                                                            const std::string& name) {
  if (!name.empty()) chapter.name = name;
  chapter.version = 0;
  const auto state = study::StudyState::open(std::move(chapter));
  if (!state) return Unexpected(bad_chapter(state.error()));
  const protocol::Chapter kept = state->tree().chapter();
  return NewChapter{kept.name, kept.game, protocol::chapter_json(kept)};
}

NewChapters one_chapter(protocol::Chapter chapter, const std::string& name) {
  auto made = ready_chapter(std::move(chapter), name);
  if (!made) return Unexpected(made.error());
  return ReadChapters{{*std::move(made)}};
}

/// Comments of members of another study would be those of others here: at each node they become one
/// without an author. How many of these are cut.
std::size_t drop_authors(protocol::Chapter& chapter) {
  std::size_t cut = 0;
  for (protocol::StudyNode& node : chapter.nodes) {
    std::string text;
    for (const protocol::StudyComment& each : node.comments) text += (text.empty() ? "" : "\n") + each.text;
    node.comments.clear();
    std::string kept = study::first_points(text, study::kLongestComment);
    cut += kept.size() < text.size();
    if (!kept.empty()) node.comments.push_back({.by = 0, .text = std::move(kept)});
  }
  return cut;
}

bool is_own_chapter(std::string_view text) {
  const auto json = read_json(text);
  return json && json->is_object() && json->contains("nodes");
}

/// What the export of a study as JSON holds: a chapter, or a list of them. Empty: the record is something
/// else. With the format "study" it is nothing else.
std::vector<std::string_view> own_chapters(const ChapterForm& form) {
  const bool is_told = form.format == kOwnFormat;
  if (!is_told && !form.format.empty() && form.format != "json") return {};
  std::string_view text = form.record;
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  text.remove_prefix(std::min(text.find_first_not_of(" \r\n\t"), text.size()));
  if (!is_told && !text.starts_with('{') && !text.starts_with('[')) return {};
  auto chapters = split_json(text);
  return is_told || std::ranges::all_of(chapters, is_own_chapter) ? chapters
                                                                  : std::vector<std::string_view>();
}

/// Collects what no chapter has of a file.
class ChapterNotes {
 public:
  /// @param of_file what belongs to none of its games
  ChapterNotes(std::vector<BadText> of_file, std::size_t games)
      : notes_(std::move(of_file)), is_single_(games == 1) {}

  void add(std::size_t game, BadText note) {
    if (notes_.size() >= kMostNotesOfForm) {
      ++more_;
      return;
    }
    if (!is_single_) note.message = fmt::format("game {}: {}", game + 1, note.message);
    notes_.push_back(std::move(note));
  }
  void add(std::size_t game, const TreeGame& read, const study::MadeChapter& made) {
    for (const BadText& note : read.notes) add(game, note);
    more_ += read.more_notes;
    count(game, made.moves_left_out, "variations", "moves of variations are left out");
    add_cut(game, made.comments_cut);
    count(game, made.signs_left_out, "comments", "shapes and glyphs are left out");
    count(game, made.tags_left_out, "tags", "tags are left out");
  }
  void add_cut(std::size_t game, std::size_t comments) {
    count(game, comments, "comments", "comments are cut");
  }
  std::vector<BadText> take() && {
    if (more_ > 0) notes_.push_back({0, "more_notes", fmt::format("and {} notes more", more_)});
    return std::move(notes_);
  }

 private:
  static constexpr std::size_t kMostNotesOfForm = 100;

  void count(std::size_t game, std::size_t left_out, const char* reason, const char* what) {
    if (left_out > 0) add(game, {0, reason, fmt::format("{} {}", left_out, what)});
  }

  std::vector<BadText> notes_;
  bool is_single_;
  std::size_t more_ = 0;
};

protocol::Error too_many_chapters() {
  return error(ErrorCode::full, "A study has at most 256 chapters.", "chapters");
}

/// Of `count` texts or games what `make` makes of each: a chapter, or an error.
template <class Make>
NewChapters each_of(std::size_t count, ChapterNotes notes, Make make) {
  ReadChapters read;
  std::optional<protocol::Error> fault;
  for (std::size_t i = 0; i < count; ++i) {
    engine::Expected<NewChapter, protocol::Error> made = make(i, notes);
    if (made) {
      read.chapters.push_back(*std::move(made));
      continue;
    }
    notes.add(i, {0, "left_out", made.error().message});
    if (!fault) fault = made.error();
  }
  if (read.chapters.empty()) return Unexpected(*std::move(fault));
  read.notes = std::move(notes).take();
  return read;
}

NewChapters copies_of(const std::vector<std::string_view>& texts, const std::string& name, std::size_t most) {
  if (texts.size() > most) return Unexpected(too_many_chapters());
  using Made = engine::Expected<NewChapter, protocol::Error>;
  return each_of(texts.size(), {{}, texts.size()}, [&](std::size_t i, ChapterNotes& notes) -> Made {
    auto chapter = protocol::read_chapter_json(texts[i]);
    if (!chapter) return Unexpected(bad_chapter(chapter.error()));
    notes.add_cut(i, drop_authors(*chapter));
    return ready_chapter(*std::move(chapter), texts.size() == 1 ? name : "");
  });
}

NewChapters chapters_of_file(const ChapterForm& form, std::size_t most, std::size_t most_nodes) {
  auto reader = GameReader::open(
      form.record, {.format = form.format, .game = form.game, .encoding = form.encoding}, kMaxUnpacked);
  const auto bad = [](const BadText& text) {
    return Unexpected(error(ErrorCode::bad_message, text.message, "record"));
  };
  if (!reader) return bad(reader.error());
  const std::size_t games = reader->games();
  if (games > most) return Unexpected(too_many_chapters());
  using Made = engine::Expected<NewChapter, protocol::Error>;
  std::size_t nodes = 0;
  return each_of(games, {reader->notes(), games}, [&](std::size_t i, ChapterNotes& notes) -> Made {
    if (nodes >= most_nodes) return bad({0, "too_long", "too much for once: send it in a file of its own"});
    const ReadTree game = reader->read(i);
    if (!game) return bad(game.error());
    nodes += game->tree.size();
    if (game->broken && is_text_format(reader->format(i))) return bad(*game->broken);
    study::MadeChapter made = study::chapter_of(*game);
    notes.add(i, *game, made);
    return ready_chapter(std::move(made.chapter), games == 1 ? form.name : "");
  });
}

NewChapters chapter_of_game(const ChapterForm& form, storage::Reader& store) {
  const auto record = is_game_id(form.game_id) ? store.load(form.game_id) : std::nullopt;
  const auto game = record ? played_game(*record) : std::nullopt;
  if (!game) return Unexpected(error(ErrorCode::not_found, "There is no such game.", "gameId"));
  return one_chapter(study::chapter_of(*game), form.name);
}

NewChapters chapter_of_moves(const ChapterForm& form) {
  PlayedGame game{.game = form.game, .rule = form.rule, .size = form.size, .start_pos = form.pos};
  game.moves = form.moves;
  return one_chapter(study::chapter_of(game), form.name);
}

engine::Expected<ChapterForm, std::string> read_chapter_body(const std::string& body) {
  return read_form(body, [](Fields& fields) {
    if (!fields.has("chapter")) return read_chapter_form(fields);
    const auto* const object = fields.find("chapter", &protocol::Json::is_object);
    if (!object) return ChapterForm();
    Fields inner(*object);
    ChapterForm chapter = read_chapter_form(inner);
    if (inner.bad()) fields.refuse(*inner.bad());
    return chapter;
  });
}

}  // namespace

engine::Expected<StudyTitle, std::string> read_study_title(const std::string& body) {
  return read_form(body, [](Fields& fields) {
    StudyTitle title;
    if (fields.has("name")) title.name = read_study_name(fields, "name");
    if (title.name && title.name->empty()) fields.refuse("name");
    title.visibility = fields.optional_text("visibility");
    const auto is_one_of = [&](auto... words) { return ((*title.visibility == words) || ...); };
    if (title.visibility && !is_one_of("private", "unlisted", "public")) fields.refuse("visibility");
    return title;
  });
}

Cost cost_beside_length(const std::string& body, storage::Reader& store) {
  const auto form = read_chapter_body(body);
  if (!form) return 0;
  if (form->game_id.empty()) return GameReader::is_packed(form->record) ? kCostOfPackedFile : 0;
  const auto size = is_game_id(form->game_id) ? store.record_size(form->game_id) : std::nullopt;
  return size ? cost_of_telling(*size) : 0;
}

NewChapters read_new_chapters(const std::string& body, storage::Reader& store, std::size_t most,
                              std::size_t most_nodes) {
  const auto form = read_chapter_body(body);
  if (!form) return Unexpected(bad_field(form.error()));
  if (most == 0) return Unexpected(too_many_chapters());
  if (!form->game_id.empty()) return chapter_of_game(*form, store);
  if (form->record.empty()) return chapter_of_moves(*form);
  const auto own = own_chapters(*form);
  return own.empty() ? chapters_of_file(*form, most, most_nodes) : copies_of(own, form->name, most);
}

engine::Expected<MemberForm, std::string> read_member(const std::string& body, bool has_name) {
  return read_form(body, [has_name](Fields& fields) {
    MemberForm form{.name = has_name ? fields.text("name") : "", .role = fields.text("role")};
    const bool may_be_gone = !has_name && form.role == "gone";
    if (form.role != "viewer" && form.role != "writer" && !may_be_gone) fields.refuse("role");
    return form;
  });
}

}  // namespace server
