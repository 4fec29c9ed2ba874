#include "server/match/imported_game.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <iterator>
#include <utility>

#include "server/formats/game_file.h"
#include "server/formats/game_reader.h"
#include "server/formats/record_json.h"
#include "server/match/detail.h"
#include "server/match/game_log.h"
#include "server/protocol/words.h"

namespace server {

namespace {

using protocol::from_word;
using protocol::word;
using storage::Event;
using storage::Record;

/// The next event of a record, at the moment and the ply of the one before.
Event& add_event(Record& record, EventKind kind) {
  Event event;
  event.v = static_cast<int>(record.events.size()) + 1;
  event.kind = kind;
  event.ply = record.events.empty() ? 0 : record.events.back().ply;
  event.at = record.events.empty() ? record.game.created : record.events.back().at;
  return record.events.emplace_back(std::move(event));
}

void add_end(Record& record, std::string result, std::string reason) {
  Event& end = add_event(record, EventKind::end);
  end.detail = write_detail({word(Status::finished), result, reason});
  record.game.ending = {.status = std::string(word(Status::finished)),
                        .result = std::move(result),
                        .reason = std::move(reason),
                        .ended = end.at};
}

/// The record goes on as a game of this server: without players here. A rating was never at stake
/// here.
void make_ours(Record& record, storage::Millis now) {
  record.game.source = "json";
  record.game.rated = false;
  record.game.created = std::min(record.game.created, now);
  const auto last = std::ranges::find(record.events, EventKind::end, &Event::kind);
  if (last == record.events.end()) add_end(record, "", "");
  // What led on to another game led to one of another server.
  std::erase_if(record.events, [](const Event& event) { return event.kind == EventKind::rematch; });
  // The numbers of events must be without gaps again.
  for (std::size_t i = 0; i < record.events.size(); ++i) record.events[i].v = static_cast<int>(i) + 1;
}

/// The longest names ten moves that are offered.
constexpr std::size_t kLongestDetail = 100;

/// What the end of a game says: three words, of which none is long.
bool is_ending(const std::string& detail) {
  DetailReader words(detail);
  const std::string status = words.next(), result = words.next(), reason = words.next();
  const bool is_word =
      std::ranges::all_of(reason, [](unsigned char c) { return std::islower(c) || c == '_'; });
  return is_word && from_word<Status>(status) && detail == write_detail({status, result, reason});
}

bool is_offer(const std::string& detail) {
  DetailReader words(detail);
  const std::string kind = words.next(), on = words.next();
  return from_word<OfferKind>(kind) && (on == "on" || on == "off") && detail == write_detail({kind, on});
}

/// Whether the detail is one that an event of this kind has here: the room trusts its own log to have them,
/// and whatever else stood there would be kept for nothing.
bool has_sound_detail(const Event& event, int ply_before) {
  const std::string& detail = event.detail;
  if (detail.size() > kLongestDetail) return false;
  switch (event.kind) {
    case EventKind::start:
      return detail.empty() || from_word<Side>(detail);  // The host of a simul.
    case EventKind::move:
    case EventKind::pause:
    case EventKind::resume:
      return detail.empty();
    case EventKind::swap:
    case EventKind::opening:
      return true;  // Its words are looked at when it is replayed.
    case EventKind::takeback:
      return event.ply < ply_before && detail == std::to_string(ply_before - event.ply);
    case EventKind::offer:
      return is_offer(detail);
    // Milliseconds; nine digits are eleven days.
    case EventKind::clock:
      return !detail.empty() && detail.size() <= 9 &&
             std::ranges::all_of(detail, [](unsigned char c) { return std::isdigit(c); });
    case EventKind::end:
      return is_ending(detail);
    case EventKind::rematch:
    case EventKind::unknown:
      break;
  }
  return false;
}

bool is_sound(const Event& event, int ply_before) {
  const auto is_side = [](const std::string& text) { return text.empty() || from_word<Side>(text); };
  const bool has_move = event.kind == EventKind::move;
  return is_side(event.by) && is_side(event.running) && (has_move || event.move.empty()) &&
         has_sound_detail(event, ply_before);
}

// The ply before an event is the one of the event before it.
bool has_sound_events(const Record& record) {
  int ply = 0;
  return std::ranges::all_of(
      record.events, [&](const Event& event) { return is_sound(event, std::exchange(ply, event.ply)); });
}

/// The row of a game must say what its events say.
bool is_true(Record& record) {
  if (!has_sound_events(record)) return false;
  const auto log = GameLog::replay(record);
  // Without an end it could be played on here, as if it were ours.
  if (!log || !log->over() || log->moves().size() > kMaxPlies) return false;
  record.game.ending = log->header().ending;
  return true;
}

engine::Expected<Record, BadText> import_json(std::string_view text, storage::Millis now) {
  auto read = read_record(text);
  if (!read) return engine::Unexpected(read.error());
  if (const auto* game = std::get_if<PlayedGame>(&*read))
    return to_record(*game, "json", TimePoint(Millis(now)));
  Record record = std::get<Record>(*std::move(read));
  make_ours(record, now);
  if (!is_true(record)) return bad_text(0, "bad_record", "the events of this record make no game");
  return record;
}

std::string names_of(const std::vector<std::pair<std::string, std::string>>& tags) {
  std::string names;
  for (const auto& [name, value] : tags) names += (names.empty() ? "" : ", ") + name;
  return names;
}

/// What a tree holds and a record does not.
// What a user has written down is not lost silently: it is named.
void note_what_records_lack(TreeGame& tree) {
  const std::size_t variations = tree.tree.size() - 1 - tree.game.moves.size();
  std::size_t comments = 0;
  for (std::size_t id = 0; id < tree.tree.size(); ++id)
    comments += !tree.tree[static_cast<GameTree::Id>(id)].comment.empty();
  const auto note = [&](std::string reason, std::string message) {
    tree.notes.push_back({0, std::move(reason), std::move(message)});
  };
  if (tree.more_notes > 0) note("more_notes", fmt::format("and {} notes more", tree.more_notes));
  if (variations > 0) note("variations", fmt::format("{} moves of variations are left out", variations));
  if (comments > 0) note("comments", fmt::format("{} comments are left out", comments));
  if (!tree.tags.empty()) note("tags", fmt::format("left out: {}", names_of(tree.tags)));
}

/// A game of a file for a record, or why it makes none.
engine::Expected<TreeGame, BadText> take_game(const GameReader& reader, std::size_t number, bool partial) {
  auto tree = reader.read(number);
  if (!tree) return tree;
  const bool is_whole = !tree->broken || (partial && !tree->game.moves.empty());
  if (!is_whole && is_text_format(reader.format(number))) return engine::Unexpected(*std::move(tree->broken));
  note_what_records_lack(*tree);
  return tree;
}

/// Which of them; `index` is from 1, or 0 for the only one.
engine::Expected<std::size_t, BadText> choose(std::size_t games, int index) {
  if (index == 0 && games > 1) return several_games(games);
  if (index > 0 && static_cast<std::size_t>(index) > games)
    return bad_text(0, "no_such_game", fmt::format("this file has {} games", games));
  return static_cast<std::size_t>(std::max(index, 1)) - 1;
}

engine::Expected<GameReader, BadText> open(const GameText& text) {
  if (text.bytes.size() > kMaxGameText) return bad_text(0, "too_long", "the text is longer than 256 KiB");
  return GameReader::open(text.bytes, {.format = text.format, .game = text.game, .encoding = text.encoding},
                          kMaxUnpacked);
}

/// Whether it is one record, which is kept with all of its events.
bool is_record(const GameText& text) {
  std::string_view bytes = text.bytes;
  bytes.remove_prefix(std::min(bytes.find_first_not_of(" \n\r\t\xEF\xBB\xBF"), bytes.size()));
  const bool is_object = begins_json_object(bytes);
  return text.format == "json" || (text.format.empty() && is_object);
}

}  // namespace

// A record first, then any notation.
engine::Expected<ImportedGame, BadText> import_game(const GameText& text, TimePoint now) {
  if (text.bytes.size() <= kMaxGameText && is_record(text)) {
    std::vector<BadText> notes;
    const auto plain = to_utf8(text.bytes, likely_encodings(text.bytes).front(), notes);
    if (!plain) return engine::Unexpected(plain.error());
    auto record = import_json(*plain, now.time_since_epoch().count());
    if (record) return ImportedGame{*std::move(record), std::move(notes)};
    // A JSON text that begins with an array may be several games: the readers try it.
    if (text.bytes.find('[') > text.bytes.find('{')) return engine::Unexpected(record.error());
  }
  const auto reader = open(text);
  if (!reader) return engine::Unexpected(reader.error());
  const auto chosen = choose(reader->games(), text.index);
  if (!chosen) return engine::Unexpected(chosen.error());
  auto game = take_game(*reader, *chosen, text.partial);
  if (!game) return engine::Unexpected(game.error());
  std::vector<BadText> notes = reader->notes();
  std::ranges::move(game->notes, std::back_inserter(notes));
  return ImportedGame{to_record(game->game, reader->format(*chosen), now), std::move(notes)};
}

// For a list to choose from: one broken game does not make it fail.
engine::Expected<FoundGames, BadText> find_games(const GameText& text, std::size_t most) {
  const auto reader = open(text);
  if (!reader) return engine::Unexpected(reader.error());
  FoundGames found{.format = std::string(reader->format(0)),
                   .encoding = word_of(reader->encoding(0)),
                   .count = reader->games(),
                   .notes = reader->notes()};
  std::size_t moves = 0;
  // Bounded twice: by games, and by all their moves together.
  for (std::size_t i = 0; i < std::min(most, found.count) && moves < GameTree::kMostNodes; ++i) {
    auto tree = reader->read(i);
    if (tree) moves += tree->tree.size();
    FoundGame& game = found.games.emplace_back(FoundGame{.file = std::string(reader->file_name(i))});
    if (!tree) {
      game.bad = tree.error();
      continue;
    }
    game.bad = is_text_format(reader->format(i)) ? tree->broken : std::nullopt;
    note_what_records_lack(*tree);
    game.game = std::move(tree->game);
    game.notes = std::move(tree->notes);
    // What makes the game unreadable is not repeated among its notes.
    std::erase_if(game.notes,
                  [&](const BadText& note) { return game.bad && note.message == game.bad->message; });
  }
  return found;
}

Record to_record(const PlayedGame& game, std::string_view source, TimePoint now) {
  Record record;
  storage::Game& header = record.game;
  header.game = game.game;
  header.rule = game.rule;
  header.size = game.size;
  header.start_pos = game.start_pos;
  for (const std::size_t side : {0, 1}) header.seats[side].name = game.names[side];
  const storage::Millis today = now.time_since_epoch().count();
  // Never in the future, whatever the file says.
  header.created = std::min(game.at.value_or(today), today);
  header.source = source;
  header.event = game.event;
  add_event(record, EventKind::start);
  // A position may be one in which the second side begins.
  Side side = second_begins(game) ? Side::second : Side::first;
  for (std::size_t ply = 0; ply < game.moves.size(); ++ply) {
    Event& event = add_event(record, EventKind::move);
    ++event.ply;
    event.by = word(side);
    event.move = game.moves[ply];
    event.spent = game.spent[ply];
    event.at += event.spent;
    side = engine::other(side);
  }
  add_end(record, game.result, game.reason);
  return record;
}

}  // namespace server
