#include "server/match/imported_game.h"

#include <algorithm>
#include <cctype>

#include "server/formats/encoding.h"
#include "server/formats/play_through.h"
#include "server/formats/record_json.h"
#include "server/match/detail.h"
#include "server/match/game_log.h"
#include "server/match/replay_cost.h"
#include "server/protocol/words.h"

namespace server {

namespace {

using protocol::word;
using storage::Event;
using storage::Record;

/// The next event of a record, at the moment and the ply of the one before.
Event& add_event(Record& record, EventKind kind) {
  Event event;
  event.v = static_cast<int>(record.events.size()) + 1;
  event.kind = word(kind);
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

/// The record goes on as a game of this server: nobody's, and of no account. A rating was never at stake
/// here.
void make_ours(Record& record, storage::Millis now) {
  record.game.source = "json";
  record.game.rated = false;
  record.game.created = std::min(record.game.created, now);
  const auto last = std::ranges::find(record.events, word(EventKind::end), &Event::kind);
  if (last == record.events.end()) add_end(record, "", "");
  // What led on to another game led to one of another server.
  std::erase_if(record.events, [](const Event& event) { return event.kind == word(EventKind::rematch); });
  for (std::size_t i = 0; i < record.events.size(); ++i) record.events[i].v = static_cast<int>(i) + 1;
}

/// Details that are numbers: of a takeback the plies, of a clock what was added. The room trusts its own log
/// to have them.
bool has_sound_details(const Record& record) {
  int ply = 0;
  for (const Event& event : record.events) {
    const std::string& detail = event.detail;
    const bool is_number = !detail.empty() && detail.size() <= 9 &&
                           std::ranges::all_of(detail, [](unsigned char c) { return std::isdigit(c); });
    if (event.kind == word(EventKind::takeback) &&
        (event.ply >= ply || detail != std::to_string(ply - event.ply)))
      return false;
    if (event.kind == word(EventKind::clock) && !is_number) return false;
    ply = event.ply;
  }
  return true;
}

/// The row of a game must say what its events say.
bool is_true(Record& record) {
  if (!has_sound_details(record)) return false;
  const auto log = GameLog::replay(record);
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
  if (plays_in(record.events) > kMostPlays)
    return bad_text(0, "too_long", "too many moves of this record are taken back");
  if (!is_true(record)) return bad_text(0, "bad_record", "the events of this record make no game");
  return record;
}

}  // namespace

engine::Expected<Record, BadText> import_game(const GameText& text, TimePoint now) {
  if (text.bytes.size() > kMaxGameText) return bad_text(0, "too_long", "the text is longer than 256 KiB");
  const auto plain = to_utf8(text.bytes);
  if (!plain) return engine::Unexpected(plain.error());
  const std::string format = text.format.empty() ? std::string(detect_format(*plain)) : text.format;
  if (format == "json") return import_json(*plain, now.time_since_epoch().count());
  const auto game = read_game(*plain, format, text.game);
  if (!game) return engine::Unexpected(game.error());
  return to_record(*game, format, now);
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
  header.created = std::min(game.at.value_or(today), today);
  header.source = source;
  header.event = game.event;
  add_event(record, EventKind::start);
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
