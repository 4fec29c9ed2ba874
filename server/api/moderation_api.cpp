#include "server/api/moderation_api.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/core/expected.h"
#include "engine/core/to_number.h"
#include "server/api/answer.h"
#include "server/api/read_form.h"
#include "server/base/read_json.h"
#include "server/identity/acts.h"
#include "server/protocol/errors.h"

namespace server {
namespace {

using Json = nlohmann::ordered_json;
using engine::Unexpected;
using protocol::ErrorCode;

/// In units of a small message; see games_api.cpp.
constexpr Cost kDecide = 10, kReadOrder = 20;

/// Reports and appeals have texts of some kilobytes each; with a report come two people's measures.
constexpr int kTextsOfPage = 20, kActsOfPage = 50;
constexpr int kMeasuresShown = 5, kOwnMeasures = 20;
/// To find those in.
constexpr int kOwnMeasuresRead = 100;
/// Of a user who is to be kept out.
constexpr std::size_t kMostAddresses = 20;
constexpr std::size_t kReasonBytes = 1024, kAppealBytes = 4096;

/// The numbers and the text of a cursor, "1731900000123.1731900000100.aB3dE9xQ".
template <std::size_t Numbers>
struct ModerationCursor {
  std::array<std::int64_t, Numbers> numbers{};
  std::string text{};
};

/// None: it is no cursor. An empty one is before all.
template <std::size_t Numbers>
std::optional<ModerationCursor<Numbers>> read_place(std::string_view text) {
  ModerationCursor<Numbers> cursor;
  if (text.empty()) return cursor;
  for (std::int64_t& number : cursor.numbers) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const auto used = static_cast<std::size_t>(end - text.data());
    if (error != std::errc() || used == text.size() || *end != '.') return std::nullopt;
    text.remove_prefix(used + 1);
  }
  if (text.empty() || text.size() > protocol::kMaxText) return std::nullopt;
  cursor.text = text;
  return cursor;
}

std::string to_cursor(const storage::Report& last) {
  return std::to_string(last.reported) + '.' + std::to_string(last.said) + '.' + last.game;
}
std::string to_cursor(const storage::Measure& last) {
  return std::to_string(last.appealed) + '.' + last.id;
}
std::string to_cursor(const storage::ModerationLine& last) {
  return std::to_string(last.number);
}

/// `entries` under this name, and where the list goes on; null: that was all.
template <class Rows, class Write>
Json page_json(const char* name, const Rows& rows, int most, Write write) {
  Json entries = Json::array();
  for (const auto& row : rows)
    if (Json entry = write(row); !entry.is_null()) entries.push_back(std::move(entry));
  Json page = {{name, std::move(entries)}, {"cursor", nullptr}};
  if (static_cast<int>(rows.size()) == most) page["cursor"] = to_cursor(rows.back());
  return page;
}

Json person_json(const std::string& id, const std::string& name) {
  return {{"id", id}, {"name", name}};
}

Json measure_json(const storage::Measure& measure) {
  Json json = {
      {"id", measure.id}, {"kind", measure.kind}, {"reason", measure.reason}, {"since", measure.since}};
  if (measure.until != storage::kNoEnd) json["until"] = measure.until;
  if (measure.appealed > 0) json["appeal"] = measure.appeal;
  if (measure.appealed > 0) json["appealedAt"] = measure.appealed;
  if (measure.answered > 0) json["answer"] = measure.answer;
  return json;
}

/// What was decided of a user lately, under this name of `json`; under the other that there is more.
void add_measures(Json& json, storage::Reader& store, const std::string& user, const char* name,
                  const char* name_of_more) {
  auto measures = store.measures_of(user, kMeasuresShown + 1);
  const bool more = cut_list(measures, kMeasuresShown);
  json[name] = Json::array();
  for (const storage::Measure& each : measures) json[name].push_back(measure_json(each));
  if (more) json[name_of_more] = true;
}

/// What the server itself has written there.
Json around_json(const std::string& around) {
  const auto lines = read_json(around);
  return lines && lines->is_array() ? Json(*lines) : Json::array();
}

Json report_json(storage::Reader& store, const storage::Report& report) {
  Json json = {{report.room == "club" ? "clubId" : "gameId", report.game},
               {"room", report.room},
               {"text", report.text},
               {"at", report.said},
               {"from", person_json(report.accused, report.accused_name)},
               {"reporter", person_json(report.reporter, report.reporter_name)},
               {"reportedAt", report.reported},
               {"around", around_json(report.around)}};
  add_measures(json, store, report.accused, "measures", "more");
  add_measures(json, store, report.reporter, "reporterMeasures", "reporterMore");
  return json;
}

Json act_json(const storage::ModerationLine& act) {
  Json json = {{"number", act.number}, {"at", act.at}, {"do", act.act}, {"reason", act.reason}};
  if (!act.by.empty()) json["by"] = person_json(act.by, act.by_name);
  if (!act.subject.empty()) json["subject"] = person_json(act.subject, act.name);
  if (!act.game.empty()) json["gameId"] = act.game;
  if (!act.club.empty()) json["club"] = act.club;
  if (act.until > 0 && act.until != storage::kNoEnd) json["until"] = act.until;
  return json;
}

using FoundModerator = engine::Expected<storage::Moderator, protocol::Error>;

FoundModerator moderator_of(storage::Reader& store, const std::string& token) {
  const auto session = session_of(store, token);
  if (!session) return Unexpected(who_are_you());
  auto moderator = store.moderator(session->user.id);
  if (!moderator) return Unexpected(error(ErrorCode::forbidden, "This is for moderators."));
  return *std::move(moderator);
}

/// Not session_of(): a banned user may appeal.
std::optional<storage::Session> session_of_measured(storage::Reader& store, const std::string& token) {
  return token.empty() ? std::nullopt : find_session(store, token, server_now());
}

/// What a body asks for: of a measure, of a club, or of a user by id or name.
struct WishedAct {
  Act act;
  std::string user;
};

WishedAct read_wished_act(protocol::Fields& fields) {
  WishedAct wished;
  wished.act.what = fields.text("do");
  wished.act.reason = fields.text_or_empty("reason", kReasonBytes);
  wished.act.hours = fields.integer_or("hours", 0, 0, std::numeric_limits<int>::max());
  wished.act.game = fields.text_or_empty("gameId");
  wished.act.measure = fields.text_or_empty("measureId");
  wished.act.powers = fields.text_or_empty("powers");
  wished.act.club = fields.text_or_empty("clubId");
  wished.user = fields.text_or_empty("user");
  const std::array missing{wished.user.empty(), wished.act.measure.empty(), wished.act.club.empty()};
  if (std::ranges::count(missing, false) != 1) fields.refuse("user");
  return wished;
}

/// Fills in whom it is about.
engine::Expected<Act, protocol::Error> complete_act(storage::Reader& store, WishedAct wished) {
  if (!wished.act.club.empty()) {
    const auto club = store.club(wished.act.club);
    if (!club) return Unexpected(error(ErrorCode::not_found, "There is no such club."));
    take_club(wished.act, *club);
    return std::move(wished.act);
  }
  if (wished.user.empty()) {
    const auto measure = store.measure(wished.act.measure);
    if (!measure) return Unexpected(error(ErrorCode::not_found, "There is no such measure."));
    take_measure(wished.act, *measure);
    return std::move(wished.act);
  }
  auto user = find_subject(store, wished.act.what, wished.user);
  if (!user) return Unexpected(error(ErrorCode::not_found, "There is no such user."));
  wished.act.whom = *std::move(user);
  return std::move(wished.act);
}

/// How long until this moderator may act again; none: now. The store refuses without a reason, and "decided"
/// would say that the report is done with.
std::optional<Millis> wait_for_acts(storage::Reader& store, const std::string& moderator) {
  const auto first = store.act_before(moderator, storage::kMostActs - 1);
  if (!first) return std::nullopt;
  const TimePoint free_at = TimePoint(Millis(*first)) + std::chrono::hours(24);
  const TimePoint now = server_now();
  return now < free_at ? std::optional<Millis>(free_at - now) : std::nullopt;
}

/// What a moderator wants done.
struct ModeratorsAct {
  storage::Moderator by;
  Act act;
};
using FoundAct = engine::Expected<ModeratorsAct, protocol::Error>;

FoundAct find_act(storage::Reader& store, const std::string& token, const std::string& body) {
  auto moderator = moderator_of(store, token);
  if (!moderator) return Unexpected(moderator.error());
  if (const auto wait = wait_for_acts(store, moderator->user))
    return Unexpected(protocol::retry_after(*wait, ErrorCode::rate_limited, "300 acts a day are enough."));
  auto wished = read_form(body, read_wished_act);
  if (!wished) return Unexpected(bad_field(wished.error()));
  auto act = complete_act(store, *std::move(wished));
  if (!act) return Unexpected(act.error());
  return ModeratorsAct{*std::move(moderator), *std::move(act)};
}

}  // namespace

void ModerationApi::mount(Router& router) {
  router.add("GET", "/api/me/measures", this, &ModerationApi::list_own);
  router.add("GET", "/api/moderation/reports", this, &ModerationApi::list_reports);
  router.add("GET", "/api/moderation/appeals", this, &ModerationApi::list_appeals);
  router.add("GET", "/api/moderation/log", this, &ModerationApi::list_acts);
  router.add("POST", "/api/moderation/acts", this, &ModerationApi::act);
  router.add("POST", "/api/me/measures/*/appeal", this, &ModerationApi::appeal);
}

// ---- lists -----------------------------------------------------------------------------------------------

template <class List>
void ModerationApi::answer_moderator(const HttpRequest& request, Respond respond, List list) {
  const auto write = [list](storage::Reader& store, const std::string& token) {
    const auto moderator = moderator_of(store, token);
    return moderator ? json_response(list(store, *moderator).dump()) : refusal(moderator.error());
  };
  answer_from_store(records_, request, kReadOrder, std::move(respond), write);
}

void ModerationApi::list_own(const HttpRequest& request, Respond respond) {
  const auto write = [](storage::Reader& store, const std::string& token) {
    const auto session = session_of_measured(store, token);
    if (!session) return refusal(who_are_you());
    auto told = store.measures_of(session->user.id, kOwnMeasuresRead);
    // One is not told of shadows, nor by the length of the list.
    std::erase_if(told, [](const auto& each) { return each.kind != "mute" && each.kind != "ban"; });
    const bool more = cut_list(told, kOwnMeasures);
    Json measures = Json::array();
    for (const storage::Measure& each : told) measures.push_back(measure_json(each));
    Json json = {{"measures", std::move(measures)}};
    if (more) json["more"] = true;
    if (const auto moderator = store.moderator(session->user.id)) json["powers"] = moderator->powers;
    return json_response(json.dump());
  };
  answer_from_store(records_, request, kReadOrder, std::move(respond), write);
}

void ModerationApi::list_reports(const HttpRequest& request, Respond respond) {
  const auto place = read_place<2>(query_field(request, "cursor"));
  if (!place) return respond(wrong_field("cursor"));
  const storage::ReportPlace after{place->numbers[0], place->numbers[1], place->text};
  answer_moderator(
      request, std::move(respond), [after](storage::Reader& store, const storage::Moderator& moderator) {
        // Of oneself it is for others to decide, and to know by whom it is.
        const auto write = [&store, &moderator](const storage::Report& report) {
          return report.accused == moderator.user ? Json() : report_json(store, report);
        };
        return page_json("reports", store.open_reports(after, kTextsOfPage), kTextsOfPage, write);
      });
}

void ModerationApi::list_appeals(const HttpRequest& request, Respond respond) {
  const auto place = read_place<1>(query_field(request, "cursor"));
  if (!place) return respond(wrong_field("cursor"));
  const storage::AppealPlace after{place->numbers[0], place->text};
  answer_moderator(
      request, std::move(respond), [after](storage::Reader& store, const storage::Moderator& moderator) {
        const auto write = [&moderator](const storage::Measure& measure) {
          Json json = measure_json(measure);
          json["subject"] = person_json(measure.subject, measure.name);
          json["own"] = measure.by == moderator.user;
          return json;
        };
        const storage::Millis now = server_now().time_since_epoch().count();
        return page_json("appeals", store.open_appeals(now, after, kTextsOfPage), kTextsOfPage, write);
      });
}

void ModerationApi::list_acts(const HttpRequest& request, Respond respond) {
  const std::string cursor = query_field(request, "cursor");
  const auto before =
      cursor.empty() ? std::numeric_limits<std::int64_t>::max() : engine::to_number<std::int64_t>(cursor);
  if (!before) return respond(wrong_field("cursor"));
  answer_moderator(request, std::move(respond), [before = *before](storage::Reader& store, const auto&) {
    return page_json("acts", store.moderation_log(before, kActsOfPage), kActsOfPage, act_json);
  });
}

// ---- acts ------------------------------------------------------------------------------------------------

void ModerationApi::appeal(const HttpRequest& request, const std::string& measure, Respond respond) {
  using Found = engine::Expected<storage::Write, protocol::Error>;
  const auto read = [body = request.body, measure](storage::Reader& store,
                                                   const std::string& token) -> Found {
    const auto session = session_of_measured(store, token);
    if (!session) return Unexpected(who_are_you());
    auto text = read_form(body, [](protocol::Fields& fields) { return fields.text("text", kAppealBytes); });
    auto said = text ? valid_appeal(*std::move(text)) : std::nullopt;
    if (!said) return Unexpected(bad_field("text"));
    return storage::Write(storage::Appeal{measure, session->user.id, *std::move(said),
                                          server_now().time_since_epoch().count()});
  };
  find_then(records_, request, kDecide, std::move(respond), read,
            [this](storage::Write appeal, const Respond& answer) {
              commit_and_answer(records_, std::move(appeal), answer,
                                refusal(ErrorCode::not_allowed,
                                        "This has ended, is not yours, or you have said something to it."));
            });
}

void ModerationApi::act(const HttpRequest& request, Respond respond) {
  find_then(
      records_, request, kDecide, std::move(respond),
      [body = request.body](storage::Reader& store, const std::string& token) {
        return find_act(store, token, body);
      },
      [this](const ModeratorsAct& found, const Respond& answer) { decide(found.by, found.act, answer); });
}

// The store looks at powers once more, within the transaction: they may have been revoked since.
void ModerationApi::decide(const storage::Moderator& by, Act act, Respond respond) {
  std::set<std::string> addresses{""};
  if (act.what == "address") addresses = addresses_of_(act.whom.id);
  if (addresses.empty())
    return respond(refusal(error(ErrorCode::not_allowed, "This user is not connected here.", "away")));
  std::vector<storage::Write> writes;
  for (const std::string& address : addresses) {
    act.address = address;
    auto write = make_act(act, {by.user, by.name}, server_now());
    if (!write) return respond(wrong_field(write.error()));
    if (!has_power(by.powers, write->power))
      return respond(refusal(ErrorCode::forbidden, "This needs a power that you do not have."));
    writes.emplace_back(*std::move(write));
    act.game.clear();  // Its reports are decided once.
    if (writes.size() == kMostAddresses) break;
  }
  // The first decides the reports: where another has decided them, no address is kept out either.
  std::vector<storage::Write> others(std::next(writes.begin()), writes.end());
  writes.erase(std::next(writes.begin()), writes.end());
  commit(std::move(writes), std::move(others), std::move(respond));
}

void ModerationApi::commit(std::vector<storage::Write> acts, std::vector<storage::Write> then,
                           Respond respond) {
  const auto written = [this, then = std::move(then), respond = std::move(respond)](Persisted persisted) {
    if (persisted == Persisted::done && !then.empty()) return commit(then, {}, respond);
    if (persisted == Persisted::refused)
      respond(refusal(error(ErrorCode::not_allowed,
                            "It was decided meanwhile, is another's to decide, or 300 a day are enough.",
                            "decided")));
    else
      respond(persisted == Persisted::done ? json_response("{}") : records_unavailable());
    decided_();
  };
  records_.commit(std::move(acts), written);
}

}  // namespace server
