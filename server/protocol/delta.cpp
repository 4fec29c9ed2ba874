#include "server/protocol/delta.h"

#include <algorithm>
#include <ranges>
#include <utility>

#include "server/protocol/json_fields.h"
#include "server/protocol/json_parts.h"
#include "server/protocol/words.h"

namespace server::protocol {
namespace {

/// Equal characters between two changes that are not worth a splice of their own: `,9,1,"X"`.
// A splice costs two numbers and three separators; less than that is cheaper inside a longer one.
constexpr std::size_t kWorthASplice = 8;

/// Changed runs of two texts of one length that begin at `at` of the whole.
void splice_runs(std::string_view before, std::string_view after, std::size_t at, std::vector<Splice>& out) {
  std::size_t end = 0;  // Of the last run.
  bool any = false;
  for (std::size_t i = 0; i < after.size(); ++i) {
    if (before[i] == after[i]) continue;
    const bool joins = any && i - end < kWorthASplice;
    const std::size_t begin = joins ? out.back().at - at : i;
    if (joins) out.pop_back();
    end = i + 1;
    out.push_back({at + begin, end - begin, after.substr(begin, end - begin)});
    any = true;
  }
}

/// One splice for all that lies between what two texts have in common at their ends.
// A capture shortens a rank: then what both have at their ends is kept, and the middle is replaced.
void splice_middle(std::string_view before, std::string_view after, std::size_t at,
                   std::vector<Splice>& out) {
  const auto [b, a] = std::ranges::mismatch(before, after);
  const auto head = static_cast<std::size_t>(b - before.begin());
  std::size_t tail = 0;
  while (tail < std::min(before.size(), after.size()) - head &&
         before[before.size() - 1 - tail] == after[after.size() - 1 - tail]) {
    ++tail;
  }
  out.push_back({at + head, before.size() - head - tail, after.substr(head, after.size() - head - tail)});
}

// Ranks are what a FEN separates by '/'; the last one ends with the text.
std::string_view rank_at(std::string_view text, std::size_t at) {
  return text.substr(at, text.find('/', at) - at);
}

// The whole position where its splices would be longer.
void write_position(JsonWriter& json, const std::string& before, const std::string& after) {
  if (before == after) return;
  const std::vector<Splice> changes = splices(before, after);
  std::size_t length = 1;
  for (const Splice& change : changes)
    length += change.inserted.size() + 4 + 2 * 3;  // Indexes of 2-3 digits.
  if (length >= after.size() + 2) return json.field("pos", after);
  json.key("pos");
  json.open_array();
  for (const Splice& change : changes) {
    json.value(change.at);
    json.value(change.removed);
    json.value(change.inserted);
  }
  json.close_array();
}

/// Whose turn clients see.
// Before the game begins no side is shown, whatever the rules say.
std::optional<Side> turn_of(const GameState& state) {
  return state.status == Status::waiting ? std::nullopt : std::optional(state.look.turn);
}

/// `running` of a move follows the turn.
// Left out where it follows: most events are moves.
void write_clock(JsonWriter& json, const GameEvent& event, const GameState& before) {
  const auto& now = event.state.clock;
  if (!now || !before.clock) return;  // A game has a clock or has none, from its beginning.
  const bool follows = event.kind == EventKind::move && before.clock->running;
  const auto implied = follows ? turn_of(event.state) : before.clock->running;
  json.object("clock", [&] {
    if (now->main != before.clock->main) pair(json, "ms", now->main);
    if (now->periods != before.clock->periods) list(json, "periods", now->periods);
    if (now->running != implied) side_or_null(json, "running", now->running);
    json.field("at", epoch(now->at));
    if (now->spent != Millis(0)) json.field("spent", now->spent.count());
  });
}

void flag_if_changed(JsonWriter& json, const char* name, bool before, bool after) {
  if (before != after) json.field(name, after);
}

/// Whether exactly the empty points are legal that are not forbidden. `legal` holds no other points, so their
/// number tells.
// Legal points are sorted and unique, so equal numbers mean the same set.
bool every_empty_point(const engine::Look& look, const std::vector<std::string>& legal) {
  const std::string_view board = std::string_view(look.pos).substr(0, look.pos.find(' '));
  const auto empty = static_cast<std::size_t>(std::ranges::count(board, '-'));
  return empty > 0 && legal.size() + look.forbidden.size() == empty && legal.front() != "pass";
}

}  // namespace

std::vector<Splice> splices(std::string_view before, std::string_view after) {
  std::vector<Splice> out;
  // A position of another shape: a new opening, or a board of another size.
  if (std::ranges::count(before, '/') != std::ranges::count(after, '/')) {
    splice_middle(before, after, 0, out);
    return out;
  }
  // In step: each rank's length may differ.
  for (std::size_t b = 0, a = 0; b <= before.size();) {  // Rank by rank.
    const std::string_view was = rank_at(before, b), is = rank_at(after, a);
    if (was.size() == is.size()) {
      splice_runs(was, is, b, out);
    } else {
      splice_middle(was, is, b, out);
    }
    b += was.size() + 1;
    a += is.size() + 1;
  }
  return out;
}

void write_legal(JsonWriter& json, const engine::Look& look, const std::vector<std::string>& legal) {
  if (every_empty_point(look, legal)) return json.field("legal", "free");
  list_unless_empty(json, "legal", legal);
}

std::size_t write_delta(JsonWriter& json, const GameEvent& event, const GameState& before) {
  const GameState& now = event.state;
  const bool moved = event.kind == EventKind::move;
  const auto turn = turn_of(before);
  // A move passes the turn; only what does not follow is told.
  const auto implied_turn = moved && turn ? std::optional(other(*turn)) : turn;
  json.key("delta");
  json.open_object();
  if (turn_of(now) != implied_turn) side_or_null(json, "turn", turn_of(now));
  write_position(json, before.look.pos, now.look.pos);
  // The legal moves of the readers that get some are put here (EventTexts).
  const std::size_t legal_at = json.size();
  if (!now.legal.empty()) write_legal(json, now.look, now.legal);
  list_unless_empty(json, "forbidden", now.look.forbidden);
  list_unless_empty(json, "perilous", now.look.perilous);
  if (now.look.check) json.field("check", true);
  write_clock(json, event, before);
  flag_if_changed(json, "paused", before.paused, now.paused);
  flag_if_changed(json, "waiting", before.status == Status::waiting, now.status == Status::waiting);
  if (told(now.status) != told(before.status)) json.field("status", told(now.status));
  if (now.result != before.result) text_or_null(json, "result", now.result.value_or(""));
  if (now.reason != before.reason) text_or_null(json, "reason", now.reason);
  if (now.offers != before.offers) write(json, now.offers);
  if (now.opening) write(json, *now.opening);
  if (now.opening_code != before.opening_code) json.field("openingCode", now.opening_code);
  millis_if_any(json, "expiresMs", now.expires);
  write(json, now.lapse);
  json.close_object();
  return legal_at;
}

}  // namespace server::protocol
