#include "server/api/club_api.h"

#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

#include "engine/core/expected.h"
#include "server/api/api_error.h"
#include "server/api/asker.h"
#include "server/api/club_form.h"
#include "server/api/game_json.h"
#include "server/api/tournament_json.h"
#include "server/base/addresses.h"
#include "server/identity/acts.h"
#include "server/identity/measures.h"
#include "server/identity/names.h"
#include "server/protocol/errors.h"
#include "server/protocol/obstacle.h"
#include "server/records/record_queue.h"

namespace server {
namespace {

using Json = nlohmann::ordered_json;  // Written, never read.
using protocol::ErrorCode;

/// In units of a small message; see games_api.cpp.
constexpr Cost kShowClub = 5, kListClubs = 20, kSearchClubs = 100, kChangeClub = 10;
constexpr int kMostClubsListed = 50, kMostMembersListed = 50, kMostTournamentsListed = 20;
/// A description as JSON, which may write each of its bytes as six.
constexpr std::size_t kLongestClubBody = 32 << 10;

/// Before all of a list that goes down.
storage::Cursor first_of_clubs() {
  return {std::numeric_limits<storage::Millis>::max(), ""};
}

storage::Millis club_now() {
  return server_now().time_since_epoch().count();
}

// ---- what is told ----------------------------------------------------------------------------------------

/// Of the last one that was told; null: that was all.
Json club_cursor(const std::optional<storage::Cursor>& next) {
  return next ? Json(std::to_string(next->created) + '-' + next->id) : Json(nullptr);
}

Json club_line(const storage::Club& club) {
  return {{"id", club.id}, {"name", club.name}, {"members", club.members}, {"joining", club.joining}};
}

Json people_of_club(const std::vector<storage::ClubMember>& people) {
  Json list = Json::array();
  for (const storage::ClubMember& each : people) {
    Json line = {{"name", each.name}, {"since", each.since}};
    list.push_back(std::move(line));
  }
  return list;
}

/// What an owner has written is read by that owner alone while a moderator's measure holds, and by who may
/// close the club.
bool is_club_text_shown(storage::Reader& store, const storage::Club& club, const std::string& reader) {
  if (reader == club.owner) return true;
  for (const char* kind : {"mute", "shadow", "ban"})
    if (store.measure_of(kind, club.owner, club_now())) return false;
  return true;
}

/// Whether this user, no owner of it, may close the club of another.
bool may_disband(storage::Reader& store, const std::string& user) {
  const auto moderator = user.empty() ? std::nullopt : store.moderator(user);
  return moderator && has_power(moderator->powers, "accounts");
}

// ---- what is in the way ----------------------------------------------------------------------------------

HttpResponse club_changed_meanwhile() {
  return refusal(ErrorCode::not_allowed, "Something has changed meanwhile; try again.");
}

using ClubPerson = engine::Expected<storage::User, HttpResponse>;

/// The account of a person who asks.
ClubPerson person_of(const std::optional<storage::Session>& session) {
  if (!session) return engine::Unexpected(unauthorized());
  if (session->user.guest)
    return engine::Unexpected(refusal(
        because(protocol::Obstacle::account, error(ErrorCode::forbidden, "Clubs are for accounts."))));
  if (session->user.program)
    return engine::Unexpected(refusal(
        because(protocol::Obstacle::program, error(ErrorCode::not_allowed, "Programs are in no clubs."))));
  return session->user;
}

using OwnedClub = engine::Expected<storage::Club, HttpResponse>;

/// A club of this session's user, or why it is not theirs to change.
OwnedClub owned_club(storage::Reader& store, const std::optional<storage::Session>& session,
                     const std::string& id) {
  if (!session) return engine::Unexpected(unauthorized());
  auto club = store.club(id);
  if (!club) return engine::Unexpected(not_found());
  if (club->owner != session->user.id)
    return engine::Unexpected(refusal(ErrorCode::forbidden, "This is for the owner."));
  return *std::move(club);
}

/// Of who may not speak, no new text is read by others either.
std::optional<protocol::Error> refuse_club_text(storage::Reader& store, const std::string& user) {
  const auto mute = store.measure_of("mute", user, club_now());
  return mute ? std::optional(muted(*mute)) : std::nullopt;
}

protocol::Error enough_clubs() {
  return error(ErrorCode::full, "These are enough clubs; leave or close one first.", "clubs");
}

bool owns_enough_clubs(storage::Reader& store, const std::string& user) {
  int own = 0;
  for (const storage::OwnClub& each : store.clubs_of(user)) own += each.role == "owner" ? 1 : 0;
  return own >= storage::kMostOwnClubs;
}

bool is_in_enough_clubs(storage::Reader& store, const std::string& user) {
  return static_cast<int>(store.clubs_of(user).size()) >= storage::kMostClubsOfUser;
}

/// Why this user cannot join, who is no member.
std::optional<protocol::Error> refuse_to_join(storage::Reader& store, const storage::Club& club,
                                              const std::string& user) {
  if (store.relation(club.owner, user) == "block")
    return because(protocol::Obstacle::blocked,
                   error(ErrorCode::forbidden, "The owner of this club does not want it."));
  const bool has_asked = store.club_role(club.id, user) == "asked";
  if (!has_asked && is_in_enough_clubs(store, user)) return enough_clubs();
  if (club.members >= storage::kMostClubMembers)
    return error(ErrorCode::full, "This club has as many members as it may have.", "members");
  const auto requests = static_cast<int>(store.club_requests(club.id).size());
  if (club.joining == "request" && requests >= storage::kMostClubRequests)
    return error(ErrorCode::full, "So many wait already; ask again later.", "requests");
  return std::nullopt;
}

/// Why the owner cannot do this with that member, or one who has asked.
std::optional<protocol::Error> refuse_club_rule(storage::Reader& store, const storage::Club& club,
                                                const std::string& user, const std::string& act) {
  const std::string role = store.club_role(club.id, user);
  const bool has_asked = role == "asked";
  const bool fits = act == "accept" ? has_asked : role == "member" || (act == "remove" && has_asked);
  if (!fits) return error(ErrorCode::not_found, "There is no such member or request.");
  if (act == "accept" && club.members >= storage::kMostClubMembers)
    return error(ErrorCode::full, "This club has as many members as it may have.", "members");
  if (act == "owner" && owns_enough_clubs(store, user)) return enough_clubs();
  return std::nullopt;
}

storage::Write write_of_rule(const std::string& act, const std::string& club, const std::string& by,
                             const std::string& user) {
  if (act == "accept") return storage::AdmitToClub{club, by, user, club_now()};
  if (act == "owner") return storage::HandOverClub{club, by, user, club_now()};
  return storage::LeaveClub{club, by, user};
}

}  // namespace

// ---- routes ----------------------------------------------------------------------------------------------

void ClubApi::mount(Router& router) {
  mount_reads(router);
  router.add(
      "POST", "/api/clubs",
      [this](const HttpRequest& request, const auto&, Respond respond) {
        decide(request, kChangeClub, std::move(respond),
               [body = request.body](storage::Reader& store, const Session& session) {
                 return create(store, session, body);
               });
      },
      kLongestClubBody);
  router.add(
      "POST", "/api/clubs/*",
      [this](const HttpRequest& request, const auto& stars, Respond respond) {
        decide(request, kChangeClub, std::move(respond),
               [id = stars[0], body = request.body](storage::Reader& store, const Session& session) {
                 return change(store, session, id, body);
               });
      },
      kLongestClubBody);
  const auto act = [this, &router](const char* method, const char* pattern, auto judge) {
    router.add(method, pattern,
               [this, judge](const HttpRequest& request, const auto& stars, Respond respond) {
                 decide(request, kChangeClub, std::move(respond),
                        [id = stars[0], judge](storage::Reader& store, const Session& session) {
                          return judge(store, session, id);
                        });
               });
  };
  act("POST", "/api/clubs/*/join", join);
  act("POST", "/api/clubs/*/leave", leave);
  act("POST", "/api/clubs/*/report", report);
  act("DELETE", "/api/clubs/*", close);
  mount_acts_of_owner(router);
}

void ClubApi::mount_reads(Router& router) {
  router.add("GET", "/api/clubs", [this](const HttpRequest& request, const auto&, Respond respond) {
    const std::string part = query_field(request, "name");
    decide(request, part.empty() ? kListClubs : kSearchClubs, std::move(respond),
           [part, cursor = query_field(request, "cursor")](storage::Reader& store, const Session&) {
             return list(store, part, cursor);
           });
  });
  router.add("GET", "/api/me/clubs", [this](const HttpRequest& request, const auto&, Respond respond) {
    decide(request, kShowClub, std::move(respond), list_own);
  });
  router.add("GET", "/api/clubs/*", [this](const HttpRequest& request, const auto& stars, Respond respond) {
    decide(
        request, kShowClub, std::move(respond),
        [id = stars[0]](storage::Reader& store, const Session& session) { return show(store, session, id); });
  });
  const auto pages = [this, &router](const char* pattern, auto read_page) {
    router.add("GET", pattern,
               [this, read_page](const HttpRequest& request, const auto& stars, Respond respond) {
                 decide(request, kShowClub, std::move(respond),
                        [id = stars[0], text = query_field(request, "cursor"), read_page](
                            storage::Reader& store, const Session&) {
                          const auto cursor = text.empty() ? std::nullopt : read_cursor(text);
                          if (!text.empty() && !cursor) return Verdict{wrong_field("cursor")};
                          if (!store.club(id)) return Verdict{not_found()};
                          return Verdict{json_response(read_page(store, id, cursor))};
                        });
               });
  };
  using From = std::optional<storage::Cursor>;
  pages("/api/clubs/*/members", [](storage::Reader& store, const std::string& id, const From& from) {
    const auto members = store.club_members(id, from.value_or(storage::Cursor()), kMostMembersListed);
    const bool is_full = static_cast<int>(members.size()) == kMostMembersListed;
    const From next =
        is_full ? From(storage::Cursor{members.back().since, members.back().user}) : std::nullopt;
    return Json({{"members", people_of_club(members)}, {"cursor", club_cursor(next)}}).dump();
  });
  pages("/api/clubs/*/tournaments", [](storage::Reader& store, const std::string& id, const From& from) {
    return club_tournaments_json(
        store.club_tournaments(id, from.value_or(first_of_clubs()), kMostTournamentsListed),
        kMostTournamentsListed);
  });
}

void ClubApi::mount_acts_of_owner(Router& router) {
  const auto add = [this, &router](const char* pattern, const char* act) {
    router.add("POST", pattern, [this, act](const HttpRequest& request, const auto& stars, Respond respond) {
      decide(request, kChangeClub, std::move(respond),
             [id = stars[0], body = request.body, act](storage::Reader& store, const Session& session) {
               return rule(store, session, id, act, body);
             });
    });
  };
  add("/api/clubs/*/accept", "accept");
  add("/api/clubs/*/remove", "remove");
  add("/api/clubs/*/owner", "owner");
}

void ClubApi::decide(const HttpRequest& request, Cost cost, Respond respond, Decide decide) {
  if (const auto wait = request.refuse(cost)) return respond(too_many_requests(*wait));
  const std::string address = budget_of(request).address;
  records_.read(
      {WorkPool::Lane::slow, address},
      [token = hash_of(request), address, decide = std::move(decide)](storage::Reader& store) {
        return decide(store, session_at(store, token, address));
      },
      [this, address, respond = std::move(respond)](std::optional<Verdict> verdict) {
        if (!verdict) return respond(records_unavailable());
        carry_out(*std::move(verdict), address, respond);
      });
}

std::optional<std::chrono::milliseconds> ClubApi::refuse_write(const Verdict& verdict,
                                                               const std::string& address) {
  const auto now = TokenBucket::Time::clock::now();
  if (const auto wait = changed_.refuse(verdict.user, now)) return wait;
  if (!verdict.bound) return std::nullopt;
  auto& [of_users, of_addresses] = this->*verdict.bound;
  if (const auto wait = of_users.refuse(verdict.user, now)) return wait;
  const Cost cost = cost_of_address(is_private_key(address));
  const auto wait = of_addresses.refuse(address, now, cost);
  if (wait) of_users.give_back(verdict.user, now);
  return wait;
}

void ClubApi::carry_out(Verdict verdict, const std::string& address, const Respond& respond) {
  if (verdict.writes.empty()) return respond(std::move(verdict.answer));
  if (const auto wait = refuse_write(verdict, address)) return respond(too_many_requests(*wait));
  std::vector<storage::Write> writes = std::move(verdict.writes);
  auto written = [this, verdict = std::move(verdict), address, respond](Persisted persisted) {
    const bool may_be_there = persisted == Persisted::done || persisted == Persisted::unknown;
    if (verdict.bound && !may_be_there) give_back(verdict, address);
    if (persisted == Persisted::refused) return respond(verdict.refused);
    respond(persisted == Persisted::done ? verdict.answer : records_unavailable());
  };
  records_.commit(std::move(writes), std::move(written));
}

void ClubApi::give_back(const Verdict& verdict, const std::string& address) {
  const auto now = TokenBucket::Time::clock::now();
  auto& [of_users, of_addresses] = this->*verdict.bound;
  of_users.give_back(verdict.user, now);
  of_addresses.give_back(address, now, cost_of_address(is_private_key(address)));
}

// ---- reads -----------------------------------------------------------------------------------------------

ClubApi::Verdict ClubApi::list(storage::Reader& store, const std::string& part, const std::string& cursor) {
  const auto after = cursor.empty() ? std::optional(first_of_clubs()) : read_cursor(cursor);
  if (!after) return {wrong_field("cursor")};
  // As the list has the names: without case, width and separators.
  const std::string folded = name_keys(part)[1];
  if (!part.empty() && folded.empty()) return {wrong_field("name")};
  const storage::ClubPage page = store.clubs(*after, folded, club_now(), kMostClubsListed);
  Json clubs = Json::array();
  for (const storage::Club& each : page.clubs) clubs.push_back(club_line(each));
  return {json_response(Json({{"clubs", std::move(clubs)}, {"cursor", club_cursor(page.next)}}).dump())};
}

ClubApi::Verdict ClubApi::list_own(storage::Reader& store, const Session& session) {
  if (!session) return {unauthorized()};
  Json clubs = Json::array();
  for (const auto& [id, name, members, role] : store.clubs_of(session->user.id))
    clubs.push_back({{"id", id}, {"name", name}, {"members", members}, {"role", role}});
  return {json_response(Json({{"clubs", std::move(clubs)}}).dump())};
}

ClubApi::Verdict ClubApi::show(storage::Reader& store, const Session& session, const std::string& id) {
  const auto club = store.club(id);
  if (!club) return {not_found()};
  const std::string user = session ? session->user.id : std::string();
  Json json = club_line(*club);
  json["owner"] = club->owner_name;
  json["created"] = club->created;
  const std::string role = user.empty() ? std::string() : store.club_role(id, user);
  const bool moderates = role != "owner" && may_disband(store, user);
  const bool is_shown = moderates || is_club_text_shown(store, *club, user);
  json["description"] = is_shown ? club->description : std::string();
  if (!role.empty()) json["you"] = role;
  if (role == "owner") json["requests"] = people_of_club(store.club_requests(id));
  if (moderates) json["mayDisband"] = true;
  return {json_response(json.dump())};
}

// ---- changes ---------------------------------------------------------------------------------------------

ClubApi::Verdict ClubApi::create(storage::Reader& store, const Session& session, const std::string& body) {
  const ClubPerson person = person_of(session);
  if (!person) return {person.error()};
  const auto form = read_club_form(body);
  if (!form) return {wrong_field(form.error())};
  if (!form->name) return {wrong_field("name")};
  if (const auto refused = refuse_club_text(store, person->id)) return {refusal(*refused)};
  if (owns_enough_clubs(store, person->id) || is_in_enough_clubs(store, person->id))
    return {refusal(enough_clubs())};
  const storage::Club fresh{.id = new_game_id(),
                            .owner = person->id,
                            .name = {},
                            .description = {},
                            .joining = "open",
                            .created = club_now()};
  const auto made = apply_club_form(store, fresh, *form);
  if (!made) return {refusal(made.error())};
  HttpResponse answer = json_response(Json({{"id", made->club.id}}).dump());
  answer.status = 201;
  return {.answer = std::move(answer),
          .writes = {storage::CreateClub{made->club, made->names, name_rules()}},
          .refused = club_changed_meanwhile(),
          .user = person->id,
          .bound = &ClubApi::created_};
}

ClubApi::Verdict ClubApi::change(storage::Reader& store, const Session& session, const std::string& id,
                                 const std::string& body) {
  const OwnedClub club = owned_club(store, session, id);
  if (!club) return {club.error()};
  const auto sent = read_club_form(body);
  if (!sent) return {wrong_field(sent.error())};
  const ClubForm form = without_unchanged(*sent, *club);
  const bool is_text = form.name || form.description;
  if (const auto refused = is_text ? refuse_club_text(store, club->owner) : std::nullopt)
    return {refusal(*refused)};
  const auto changed = apply_club_form(store, *club, form);
  if (!changed) return {refusal(changed.error())};
  return {.answer = json_response("{}"),
          .writes = {storage::ChangeClub{changed->club, changed->names, name_rules()}},
          .refused = club_changed_meanwhile(),
          .user = club->owner};
}

/// Pressed twice it is done once.
ClubApi::Verdict ClubApi::join(storage::Reader& store, const Session& session, const std::string& id) {
  const ClubPerson person = person_of(session);
  if (!person) return {person.error()};
  const auto club = store.club(id);
  if (!club) return {not_found()};
  const std::string role = store.club_role(id, person->id);
  const bool waits = role == "asked" && club->joining == "request";
  if (waits || role == "owner" || role == "member") return {json_response(Json({{"you", role}}).dump())};
  if (const auto refused = refuse_to_join(store, *club, person->id)) return {refusal(*refused)};
  return {.answer = json_response(Json({{"you", club->joining == "open" ? "member" : "asked"}}).dump()),
          .writes = {storage::JoinClub{id, person->id, club_now()}},
          .refused = club_changed_meanwhile(),
          .user = person->id};
}

/// Or takes a request back.
ClubApi::Verdict ClubApi::leave(storage::Reader& store, const Session& session, const std::string& id) {
  if (!session) return {unauthorized()};
  if (!store.club(id)) return {not_found()};
  const std::string& user = session->user.id;
  const std::string role = store.club_role(id, user);
  if (role.empty()) return {json_response("{}")};
  if (role == "owner")
    return {refusal(error(ErrorCode::not_allowed, "Hand it over first, or close it.", "owner"))};
  return {.answer = json_response("{}"),
          .writes = {storage::LeaveClub{id, user, user}},
          .refused = club_changed_meanwhile(),
          .user = user};
}

/// With what it says now: its owner may change that.
// Answered like the first report: who reports is not told of others.
ClubApi::Verdict ClubApi::report(storage::Reader& store, const Session& session, const std::string& id) {
  if (!session) return {unauthorized()};
  const auto club = store.club(id);
  if (!club) return {not_found()};
  const storage::User& user = session->user;
  if (club->owner == user.id) return {refusal(ErrorCode::not_allowed, "This club is your own.")};
  const storage::Millis now = club_now();
  const std::string text = club->description.empty() ? club->name : club->name + '\n' + club->description;
  storage::Report report{id, "club", text, now, club->owner, club->owner_name, user.id, user.name, now};
  return {.answer = json_response("{}"),
          .writes = {storage::ReportLine{std::move(report)}},
          .refused = json_response("{}"),
          .user = user.id,
          .bound = &ClubApi::reported_};
}

ClubApi::Verdict ClubApi::close(storage::Reader& store, const Session& session, const std::string& id) {
  const OwnedClub club = owned_club(store, session, id);
  if (!club) return {club.error()};
  return {.answer = json_response("{}"),
          .writes = {storage::CloseClub{id, club->owner}},
          .refused =
              refusal(error(ErrorCode::not_allowed, "A tournament of this club is not over.", "tournaments")),
          .user = club->owner};
}

ClubApi::Verdict ClubApi::rule(storage::Reader& store, const Session& session, const std::string& id,
                               const std::string& act, const std::string& body) {
  const OwnedClub club = owned_club(store, session, id);
  if (!club) return {club.error()};
  const auto name = read_member_name(body);
  if (!name) return {wrong_field(name.error())};
  const auto account = find_named(store, *name);
  if (!account) return {refusal(ErrorCode::not_found, "There is no such player.")};
  const std::string& user = account->user.id;
  if (const auto refused = refuse_club_rule(store, *club, user, act)) return {refusal(*refused)};
  return {.answer = json_response("{}"),
          .writes = {write_of_rule(act, id, club->owner, user)},
          .refused = club_changed_meanwhile(),
          .user = club->owner};
}

}  // namespace server
