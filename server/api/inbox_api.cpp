#include "server/api/inbox_api.h"

#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

#include "engine/core/to_number.h"
#include "server/api/answer.h"
#include "server/api/read_form.h"

namespace server {
namespace {

using Json = nlohmann::ordered_json;
using engine::Unexpected;

/// In units of a small message; see games_api.cpp.
constexpr Cost kShow = 5, kMark = 10;

constexpr int kOfPage = 50;

Json notice_json(const storage::Notice& notice) {
  Json json{{"number", notice.number}, {"kind", notice.kind}, {"subject", notice.subject}};
  if (!notice.game.empty()) json["game"] = notice.game;
  if (!notice.name.empty()) json["name"] = notice.name;
  json["at"] = notice.at;
  if (notice.read) json["read"] = true;
  return json;
}

Json page_json(storage::Reader& store, const std::string& user, std::int64_t before) {
  const storage::Millis now = server_now().time_since_epoch().count();
  auto notices = store.notices(user, before, now, kOfPage + 1);
  const bool more = cut_list(notices, kOfPage);
  Json items = Json::array();
  for (const storage::Notice& notice : notices) items.push_back(notice_json(notice));
  Json page{{"items", std::move(items)}, {"unread", store.unread_notices(user, now)}, {"cursor", nullptr}};
  if (more) page["cursor"] = std::to_string(notices.back().number);
  return page;
}

}  // namespace

void InboxApi::mount(Router& router) {
  router.add("GET", "/api/me/inbox", this, &InboxApi::list);
  router.add("POST", "/api/me/inbox", this, &InboxApi::mark_read);
}

void InboxApi::list(const HttpRequest& request, Respond respond) {
  const std::string cursor = query_field(request, "cursor");
  const auto before =
      cursor.empty() ? std::numeric_limits<std::int64_t>::max() : engine::to_number<std::int64_t>(cursor);
  if (!before) return respond(wrong_field("cursor"));
  const auto tell = [before = *before](storage::Reader& store, const std::string& token) {
    const auto session = session_of_account(store, token);
    return session ? json_response(page_json(store, session->user.id, before).dump())
                   : refusal(session.error());
  };
  answer_from_store(records_, request, kShow, std::move(respond), tell);
}

void InboxApi::mark_read(const HttpRequest& request, Respond respond) {
  using Found = engine::Expected<storage::Write, protocol::Error>;
  const auto read = [body = request.body](storage::Reader& store, const std::string& token) -> Found {
    const auto session = session_of_account(store, token);
    if (!session) return Unexpected(session.error());
    const auto until = read_form(body, [](protocol::Fields& fields) {
      return fields.integer("readUntil", 0, std::numeric_limits<std::int64_t>::max());
    });
    if (!until) return Unexpected(bad_field(until.error()));
    return storage::Write(storage::ReadNotices{session->user.id, *until});
  };
  find_then(records_, request, kMark, std::move(respond), read,
            [this](storage::Write mark, const Respond& answer) {
              commit_and_answer(records_, std::move(mark), answer, records_unavailable());
            });
}

}  // namespace server
