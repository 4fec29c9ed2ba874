#include "server/api/push_api.h"

#include <array>
#include <nlohmann/json.hpp>
#include <utility>

#include "server/api/answer.h"
#include "server/api/read_form.h"
#include "server/push/base64url.h"
#include "server/push/message.h"
#include "server/push/words.h"

namespace server {
namespace {

using Json = nlohmann::ordered_json;
using engine::Unexpected;
using protocol::ErrorCode;
using Wanted = engine::Expected<storage::Write, protocol::Error>;

/// In units of a small message; see games_api.cpp.
constexpr Cost kChange = 10, kShow = 5;

constexpr std::array kKinds{"turn", "round", "challenge"};
constexpr int kMinutesOfDay = 24 * 60;
constexpr int kFarthestZone = 14 * 60;
constexpr std::size_t kMaxEndpoint = 2'048, kMaxKey = 100;

int read_zone(protocol::Fields& fields) {
  return fields.integer_or("zone", 0, -kFarthestZone, kFarthestZone);
}

storage::KeepPushSubscription read_subscription(protocol::Fields& fields) {
  storage::KeepPushSubscription keep;
  storage::PushSubscription& subscription = keep.subscription;
  subscription.endpoint = fields.text("endpoint", kMaxEndpoint);
  subscription.p256dh = fields.text("p256dh", kMaxKey);
  subscription.auth = fields.text("auth", kMaxKey);
  subscription.language = fields.text("language");
  if (!push::is_language(subscription.language)) fields.refuse("language");
  if (fields.has("zone")) keep.zone = read_zone(fields);
  return keep;
}

storage::PushSettings read_settings(protocol::Fields& fields) {
  storage::PushSettings settings;
  for (const char* kind : kKinds)
    if (!fields.flag_or(kind, true)) settings.muted.insert(kind);
  if (settings.muted.contains("turn")) settings.muted.insert("reminder");  // It is of a turn, too.
  settings.quiet_from = fields.integer_or("quietFrom", 0, 0, kMinutesOfDay - 1);
  settings.quiet_until = fields.integer_or("quietUntil", 0, 0, kMinutesOfDay - 1);
  settings.zone = read_zone(fields);
  return settings;
}

std::string to_json(bool is_subscribed, const storage::PushSettings& settings) {
  Json json{{"subscribed", is_subscribed}};
  for (const char* kind : kKinds) json[kind] = !settings.muted.contains(kind);
  json["quietFrom"] = settings.quiet_from;
  json["quietUntil"] = settings.quiet_until;
  json["zone"] = settings.zone;
  return json.dump();
}

/// What is wrong with it; none: nothing.
std::optional<std::string> fault_of(const storage::PushSubscription& subscription,
                                    const push::PushServices& services) {
  if (const auto endpoint = push::read_endpoint(subscription.endpoint, services); !endpoint)
    return endpoint.error();
  if (const auto recipient = push::read_recipient(subscription.p256dh, subscription.auth); !recipient)
    return recipient.error();
  return std::nullopt;
}

}  // namespace

PushApi::PushApi(RecordQueue& records, const std::string& public_key, push::PushServices services)
    : records_(records),
      key_json_(Json{{"key", push::to_base64url(public_key)}}.dump()),
      services_(std::move(services)) {}

void PushApi::mount(Router& router) {
  router.get("/api/push", [this](const auto&, const auto&) { return json_response(key_json_); });
  router.add("GET", "/api/me/push", this, &PushApi::show);
  router.add("POST", "/api/me/push", this, &PushApi::subscribe);
  router.add("DELETE", "/api/me/push", this, &PushApi::unsubscribe);
  router.add("POST", "/api/me/push/settings", this, &PushApi::change_settings);
}

void PushApi::show(const HttpRequest& request, Respond respond) {
  if (const auto wait = request.refuse(kShow)) return respond(too_many_requests(*wait));
  const auto read = [token = hash_of(request)](storage::Reader& store) {
    const auto session = session_of_account(store, token);
    if (!session) return refusal(session.error());
    return json_response(
        to_json(store.push_subscription(token).has_value(), store.push_settings(session->user.id)));
  };
  records_.read({WorkPool::Lane::quick, budget_of(request).address}, read,
                [respond = std::move(respond)](std::optional<HttpResponse> answer) {
                  respond(answer ? *std::move(answer) : records_unavailable());
                });
}

/// Answers when that is done which `read(store, session)` gives.
template <class Read>
void PushApi::write_what(const HttpRequest& request, Respond respond, Read read) {
  const auto look = [read = std::move(read)](storage::Reader& store, const std::string& token) -> Wanted {
    const auto session = session_of_account(store, token);
    if (!session) return Unexpected(session.error());
    return read(*session);
  };
  find_then(records_, request, kChange, std::move(respond), look,
            [this](storage::Write wanted, const Respond& answer) {
              commit_and_answer(records_, std::move(wanted), answer, unauthorized());
            });
}

void PushApi::subscribe(const HttpRequest& request, Respond respond) {
  write_what(request, std::move(respond),
             [body = request.body, services = services_](const storage::Session& session) -> Wanted {
               auto keep = read_form(body, read_subscription);
               if (!keep) return Unexpected(bad_field(keep.error()));
               storage::PushSubscription& subscription = keep->subscription;
               if (const auto fault = fault_of(subscription, services))
                 return Unexpected(error(ErrorCode::bad_message, *fault, "push"));
               subscription.token_hash = session.token_hash;
               subscription.user = session.user.id;
               subscription.since = server_now().time_since_epoch().count();
               keep->most = kMost;
               return storage::Write(*std::move(keep));
             });
}

void PushApi::unsubscribe(const HttpRequest& request, Respond respond) {
  write_what(request, std::move(respond), [](const storage::Session& session) -> Wanted {
    return storage::Write(storage::EndPushSubscription{session.token_hash});
  });
}

void PushApi::change_settings(const HttpRequest& request, Respond respond) {
  write_what(request, std::move(respond), [body = request.body](const storage::Session& session) -> Wanted {
    auto settings = read_form(body, read_settings);
    if (!settings) return Unexpected(bad_field(settings.error()));
    return storage::Write(storage::ChangePushSettings{session.user.id, *std::move(settings)});
  });
}

}  // namespace server
