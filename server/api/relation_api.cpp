#include "server/api/relation_api.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "engine/core/expected.h"
#include "server/api/answer.h"
#include "server/api/read_form.h"
#include "server/identity/names.h"
#include "server/protocol/errors.h"

namespace server {
namespace {

using Json = nlohmann::ordered_json;
using engine::Unexpected;
using protocol::ErrorCode;

/// In units of a small message; see games_api.cpp.
constexpr Cost kChangeRelation = 10, kListRelations = 20;

constexpr std::string_view kFollow = "follow", kBlock = "block";

/// What stands in the way of a new relation.
std::optional<protocol::Error> obstacle(storage::Reader& store, const std::string& user,
                                        const std::string& other, const std::string& kind) {
  if (user == other) return error(ErrorCode::not_allowed, "This is you.", "self");
  if (kind == kFollow && store.relation(user, other) == kBlock)
    return error(ErrorCode::not_allowed, "You block this player.", "blocking");
  if (kind == kFollow && store.relation(other, user) == kBlock)
    return error(ErrorCode::forbidden, "This player does not want it.", "blocked");
  const auto relations = store.relations(user);
  const auto is_another = [&](const storage::Relation& each) {
    return each.kind == kind && each.user != other;
  };
  if (std::ranges::count_if(relations, is_another) >= RelationApi::kMost)
    return error(ErrorCode::full, "These are 200 already; remove one first.", "relations");
  return std::nullopt;
}

/// Both accounts.
struct Couple {
  std::string user, other;
};
using FoundCouple = engine::Expected<Couple, protocol::Error>;

FoundCouple find_couple(storage::Reader& store, const std::string& token, const std::string& name) {
  const auto session = session_of_account(store, token);
  if (!session) return Unexpected(session.error());
  const auto other = find_named(store, name);
  if (!other || other->password.empty())
    return Unexpected(error(ErrorCode::not_found, "There is no such player."));
  return Couple{session->user.id, other->user.id};
}

/// What an account is told of its own.
struct OwnRelations {
  std::vector<storage::Relation> relations;
  bool is_hidden = false;
  std::string challenged_by{};
};
using FoundRelations = engine::Expected<OwnRelations, protocol::Error>;

/// Of friends who do not hide it: whether they are here.
std::string list_json(const OwnRelations& own, const RelationApi::IsOnline& is_online) {
  Json following = Json::array(), blocked = Json::array();
  for (const storage::Relation& each : own.relations) {
    const bool is_followed = each.kind == kFollow;
    Json line = {{"name", each.name}, {"since", each.since}};
    if (each.program) line["program"] = true;
    if (is_followed) line["mutual"] = each.is_mutual;
    if (is_followed && each.is_mutual && !each.is_hidden) line["online"] = is_online(each.user);
    (is_followed ? following : blocked).push_back(std::move(line));
  }
  const Json lists = {{"following", std::move(following)},
                      {"blocked", std::move(blocked)},
                      {"hidden", own.is_hidden},
                      {"challengedBy", own.challenged_by}};
  return lists.dump();
}

storage::Write to_write(const std::string& user, const std::string& other, const std::string& kind,
                        bool begins) {
  const storage::Millis now = server_now().time_since_epoch().count();
  if (!begins) return storage::EndRelation{user, other, kind};
  if (kind == kFollow) return storage::Follow{user, other, now, RelationApi::kMost};
  return storage::Block{user, other, now, RelationApi::kMost};
}

storage::Write read_hiding(const std::string& user, protocol::Fields& fields) {
  if (!fields.has("hidden")) fields.refuse("hidden");  // A misspelt field must not show anyone.
  return storage::HidePresence{user, fields.flag_or("hidden", false)};
}

storage::Write read_limit(const std::string& user, protocol::Fields& fields) {
  std::string by = fields.text("by");
  if (by != "everyone" && by != "friends" && by != "none") fields.refuse("by");
  return storage::LimitChallenges{user, std::move(by)};
}

}  // namespace

void RelationApi::mount(Router& router) {
  router.add("GET", "/api/me/relations", this, &RelationApi::list);
  router.add("POST", "/api/me/presence", [this](const HttpRequest& request, const auto&, Respond respond) {
    change_own(request, read_hiding, std::move(respond));
  });
  router.add("POST", "/api/me/challenges", [this](const HttpRequest& request, const auto&, Respond respond) {
    change_own(request, read_limit, std::move(respond));
  });
  const auto add = [this, &router](const char* method, const char* pattern, const Wish& wish) {
    router.add(method, pattern, [this, wish](const HttpRequest& request, const auto& stars, Respond respond) {
      change(request, stars[0], wish, std::move(respond));
    });
  };
  add("POST", "/api/players/*/follow", {"follow", true});
  add("DELETE", "/api/players/*/follow", {"follow", false});
  add("POST", "/api/players/*/block", {"block", true});
  add("DELETE", "/api/players/*/block", {"block", false});
}

void RelationApi::list(const HttpRequest& request, Respond respond) {
  const auto read = [](storage::Reader& store, const std::string& token) -> FoundRelations {
    const auto session = session_of_account(store, token);
    if (!session) return Unexpected(session.error());
    const std::string& user = session->user.id;
    return OwnRelations{store.relations(user), store.hides_presence(user), store.challenged_by(user)};
  };
  find_then(records_, request, kListRelations, std::move(respond), read,
            [this](const OwnRelations& own, const Respond& answer) {
              answer(json_response(list_json(own, is_online_)));
            });
}

void RelationApi::change_own(const HttpRequest& request,
                             storage::Write (*read_change)(const std::string& user, protocol::Fields& fields),
                             Respond respond) {
  using Read = engine::Expected<storage::Write, protocol::Error>;
  const auto read = [body = request.body, read_change](storage::Reader& store,
                                                       const std::string& token) -> Read {
    const auto session = session_of_account(store, token);
    if (!session) return Unexpected(session.error());
    auto change =
        read_form(body, [&](protocol::Fields& fields) { return read_change(session->user.id, fields); });
    if (!change) return Unexpected(bad_field(change.error()));
    return *std::move(change);
  };
  find_then(records_, request, kChangeRelation, std::move(respond), read,
            [this](storage::Write change, const Respond& answer) {
              commit_and_answer(records_, std::move(change), answer, records_unavailable());
            });
}

void RelationApi::change(const HttpRequest& request, const std::string& name, const Wish& wish,
                         Respond respond) {
  const auto read = [name, wish](storage::Reader& store, const std::string& token) -> FoundCouple {
    auto found = find_couple(store, token, name);
    if (!found || !wish.begins) return found;
    if (auto why = obstacle(store, found->user, found->other, wish.kind)) return Unexpected(*std::move(why));
    return found;
  };
  find_then(records_, request, kChangeRelation, std::move(respond), read,
            [this, wish](const Couple& found, const Respond& answer) {
              write(found.user, found.other, wish, answer);
            });
}

void RelationApi::write(const std::string& user, const std::string& other, const Wish& wish,
                        Respond respond) {
  std::vector<storage::Write> writes{to_write(user, other, wish.kind, wish.begins)};
  records_.commit(
      std::move(writes), [this, user, other, wish, respond = std::move(respond)](Persisted persisted) {
        if (persisted == Persisted::refused)
          return respond(refusal(ErrorCode::not_allowed, "Something has changed meanwhile; try again."));
        if (persisted != Persisted::done) return respond(records_unavailable());
        if (wish.kind == kBlock) note_block(user, other, wish.begins);
        if (wish.kind == kBlock) changed_(user, other);
        respond(json_response("{}"));
      });
}

void RelationApi::note_block(const std::string& user, const std::string& other, bool begins) {
  const auto blocked = blocks_.find(user);
  if (blocked && begins) blocked->insert(other);
  if (blocked && !begins) blocked->erase(other);
}

}  // namespace server
