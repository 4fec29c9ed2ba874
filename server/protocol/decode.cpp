#include <array>
#include <utility>

#include "server/base/read_json.h"
#include "server/protocol/analysis_codec.h"
#include "server/protocol/codec.h"
#include "server/protocol/errors.h"
#include "server/protocol/json_reader.h"
#include "server/protocol/study_codec.h"
#include "server/protocol/words.h"

namespace server::protocol {
namespace {

using std::chrono::days;
using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;

constexpr std::size_t kMaxOffered = 10;  // Moves, by any opening.
constexpr int kMaxPlies = 10'000;        // No game of ours is that long.
constexpr std::size_t kMaxToken = 128;   // Bytes.
constexpr std::size_t kMaxSeekId = 32;   // Bytes; ours have nine.
constexpr int kMaxPeriods = 20;
constexpr int kMaxDays = 14;
constexpr int kMaxLevel = 8;
constexpr Millis kMaxInitial = hours(24);
constexpr Millis kMaxIncrement = minutes(10);
constexpr Millis kMaxByoyomi = hours(1);
constexpr Millis kMinPerMove = seconds(1);
constexpr Millis kMaxPerMove = hours(24);
constexpr Millis kMaxSpent = days(kMaxDays);

/// Days stand alone; byo-yomi needs periods, and periods a byo-yomi; a time must limit something.
bool makes_sense(const TimeControl& time) {
  if (time.days > 0) return time == TimeControl{.days = time.days};
  if (time.per_move > Millis(0) && time.per_move < kMinPerMove) return false;
  if ((time.byoyomi > Millis(0)) != (time.periods > 0)) return false;
  return !time.unlimited();  // Unlimited is written null.
}

/// Null or absent: unlimited. A bad field is named with its object, "time.periods".
TimeControl read_time(Fields& message) {
  if (!message.has("time")) return {};
  const Json* object = message.find("time", &Json::is_object);
  if (!object) return {};
  Fields fields(*object);
  TimeControl time{.initial = fields.millis_or_zero("initial", kMaxInitial),
                   .increment = fields.millis_or_zero("increment", kMaxIncrement),
                   .byoyomi = fields.millis_or_zero("byoyomi", kMaxByoyomi),
                   .periods = fields.integer_or("periods", fields.has("byoyomi") ? 1 : 0, 0, kMaxPeriods),
                   .per_move = fields.millis_or_zero("perMove", kMaxPerMove),
                   .days = fields.integer_or("days", 0, 1, kMaxDays)};
  if (fields.bad()) {
    message.refuse("time." + *fields.bad());
  } else if (!makes_sense(time)) {
    message.refuse("time");
  }
  return time;
}

ClientMessage read_hello(Fields& fields) {
  return Hello{.version = static_cast<int>(fields.integer("v", 0, INT32_MAX)),
               .name = fields.optional_text("name"),
               .token = fields.optional_text("token", kMaxToken),
               .client = fields.optional_text("client"),
               .deltas = fields.flag_or("deltas", false),
               .turns = fields.flag_or("turns", false)};
}

ClientMessage read_ping(Fields& fields) {
  return Ping{fields.integer("at", INT64_MIN, INT64_MAX)};
}

ClientMessage read_lobby(Fields& fields) {
  return WatchLobby{fields.flag_or("on", true)};
}

// The order of the bounds is a rule of its own, beyond each field's.
RatingRange read_range(Fields& fields) {
  const RatingRange range{.min = fields.integer_or("minRating", 0, 1, kMaxRating),
                          .max = fields.integer_or("maxRating", 0, 1, kMaxRating)};
  if (range.max != 0 && range.max < range.min) fields.refuse("maxRating");
  return range;
}

Seek read_wish(Fields& fields) {
  return {.game = fields.text("game"),
          .rule = fields.text_or_empty("rule"),
          .opening = fields.text_or_empty("opening"),
          .time = read_time(fields),
          .side = fields.choice_or("side", SideChoice::random),
          .rated = fields.flag_or("rated", false)};
}

ClientMessage read_seek(Fields& fields) {
  Seek seek = read_wish(fields);
  seek.ratings = read_range(fields);
  seek.with = fields.text_or_empty("with", kMaxSeekId);
  return seek;
}

ClientMessage read_unseek(Fields& fields) {
  return Unseek{fields.text("seekId")};
}

ClientMessage read_create(Fields& fields) {
  Create create{.game = fields.text("game"),
                .rule = fields.text_or_empty("rule"),
                .opening = fields.text_or_empty("opening"),
                .time = read_time(fields),
                .side = fields.choice_or("side", SideChoice::random),
                .opponent = fields.choice<Opponent>("opponent"),
                .level = std::nullopt,
                .is_private = fields.flag_or("private", false),
                .pos = fields.text_or_empty("pos"),
                .size = fields.integer_or("size", 0, 1, kMaxBoard),
                .rated = fields.flag_or("rated", false)};
  if (fields.has("level")) create.level = fields.integer_or("level", 1, 1, kMaxLevel);
  return create;
}

/// None where it is absent: the client does not say what it has seen.
std::optional<int> read_version(Fields& fields, const char* name) {
  return fields.has(name) ? std::optional(fields.integer_or(name, 0, 0, INT32_MAX)) : std::nullopt;
}

ClientMessage read_join(Fields& fields) {
  Join join{.game_id = fields.text_or_empty("gameId"),
            .code = fields.text_or_empty("code"),
            .as_player = fields.text("as") == "player",
            .token = fields.optional_text("token", kMaxToken),
            .since = std::nullopt};
  if (fields.text("as") != "player" && fields.text("as") != "spectator") fields.refuse("as");
  // One of both, and not both.
  if (join.game_id.empty() == join.code.empty()) fields.refuse("gameId");
  join.since = read_version(fields, "since");
  return join;
}

ClientMessage read_leave(Fields& fields) {
  return Leave{fields.text("gameId")};
}

ClientMessage read_move(Fields& fields) {
  PlayMove move{.game_id = fields.text("gameId"),
                .ply = static_cast<int>(fields.integer("ply", 0, kMaxPlies)),
                .move = fields.text("move"),
                .spent = std::nullopt};
  if (fields.has("spent")) move.spent = fields.millis_or_zero("spent", kMaxSpent);
  return move;
}

ClientMessage read_action(Fields& fields) {
  Action action{.game_id = fields.text("gameId"),
                .kind = fields.choice<ActionKind>("do"),
                .on = fields.flag_or("on", true)};
  if (action.kind == ActionKind::offer) action.moves = fields.texts("moves", kMaxOffered);
  if (action.kind == ActionKind::declare)
    action.count = static_cast<int>(fields.integer("count", 1, static_cast<std::int64_t>(kMaxOffered)));
  action.seen = read_version(fields, "v");
  return action;
}

ClientMessage read_chat(Fields& fields) {
  return Chat{.game_id = fields.text("gameId"),
              .room = fields.choice<ChatRoom>("room"),
              // Its length is judged in code points, by the room (ChatLog::say()).
              .text = fields.text("text", kMaxMessageBytes)};
}

ClientMessage read_watch(Fields& fields) {
  return WatchGames{fields.texts("ids", kMaxWatched)};
}

ClientMessage read_host(Fields& fields) {
  HostAction action{.game_id = fields.text("gameId"), .kind = fields.choice<HostKind>("do"), .name = {}};
  const bool is_about_somebody =
      action.kind == HostKind::kick || action.kind == HostKind::mute || action.kind == HostKind::unmute;
  if (is_about_somebody) action.name = fields.text("name");
  action.seen = read_version(fields, "v");
  return action;
}

ClientMessage read_report(Fields& fields) {
  return ReportLine{.game_id = fields.text("gameId"),
                    .from = fields.text("from"),
                    .at = TimePoint(Millis(fields.integer("at", 0, INT64_MAX)))};
}

ClientMessage read_challenges(Fields& fields) {
  return WatchChallenges{fields.flag_or("on", true)};
}

ClientMessage read_challenge(Fields& fields) {
  return Challenge{fields.text("to"), read_wish(fields)};
}

ClientMessage read_answer(Fields& fields) {
  AnswerChallenge answer{.challenge_id = fields.text("challengeId"), .reply = fields.choice<Reply>("do")};
  if (fields.has("reason")) answer.reason = fields.choice<DeclineReason>("reason");
  return answer;
}

// The type of a message and its reader. Each reads all of its fields; decode() judges once, afterwards.
struct Reader {
  std::string_view type;
  ClientMessage (*read)(Fields&);
};

constexpr std::array kReaders = {
    Reader{"hello", read_hello},
    Reader{"ping", read_ping},
    Reader{"lobby", read_lobby},
    Reader{"seek", read_seek},
    Reader{"unseek", read_unseek},
    Reader{"create", read_create},
    Reader{"join", read_join},
    Reader{"leave", read_leave},
    Reader{"move", read_move},
    Reader{"action", read_action},
    Reader{"chat", read_chat},
    Reader{"watch", read_watch},
    Reader{"analysis", read_analysis},
    Reader{"explore", read_explore},
    Reader{"host", read_host},
    Reader{"report", read_report},
    Reader{"challenges", read_challenges},
    Reader{"challenge", read_challenge},
    Reader{"answer", read_answer},
    Reader{"openStudy", read_open_study},
    Reader{"closeStudy", read_close_study},
    Reader{"edit", read_edit_study},
    Reader{"studyCursor", read_study_cursor},
};
// A message without a reader does not compile.
static_assert(kReaders.size() == std::variant_size_v<ClientMessage>);

engine::Unexpected<BadRequest> refusal(std::optional<std::int64_t> id, ErrorCode code, std::string message,
                                       std::string reason = {}) {
  return engine::Unexpected(BadRequest{id, error(code, std::move(message), std::move(reason))});
}

engine::Unexpected<BadRequest> bad_field(std::optional<std::int64_t> id, std::string name) {
  return refusal(id, ErrorCode::bad_message, "Field '" + name + "' is missing or not what it should be.",
                 name);
}

}  // namespace

engine::Expected<Request, BadRequest> decode(std::string_view text) {
  // The WebSocket refuses longer ones itself (1009); this is for other callers.
  if (text.size() > kMaxMessageBytes)
    return refusal({}, ErrorCode::too_large, "A message has at most 4096 bytes.");
  const auto json = read_json(text);
  if (!json) return refusal({}, ErrorCode::bad_json, "This is no JSON in UTF-8.");
  if (!json->is_object()) return refusal({}, ErrorCode::bad_message, "A message is a JSON object.");

  Fields fields(*json);
  Request request;
  // First, so that every later refusal can bear it.
  if (fields.has("id")) request.id = fields.integer("id", INT64_MIN, INT64_MAX);
  if (fields.bad()) return bad_field({}, "id");
  const std::string type = fields.text("t");
  if (fields.bad()) return bad_field(request.id, "t");

  const auto reader = std::ranges::find(kReaders, type, &Reader::type);
  if (reader == kReaders.end())
    return refusal(request.id, ErrorCode::unknown_type, "There is no such message.", "t");
  request.message = reader->read(fields);
  if (fields.bad()) return bad_field(request.id, *fields.bad());
  return request;
}

}  // namespace server::protocol
