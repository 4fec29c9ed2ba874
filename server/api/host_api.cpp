#include "server/api/host_api.h"

#include <utility>

#include "server/api/api_error.h"
#include "server/api/game_query.h"
#include "server/api/games_file.h"
#include "server/protocol/json_writer.h"
#include "server/records/record_queue.h"

namespace server {

namespace {

using protocol::ErrorCode;
using protocol::JsonWriter;

/// Games that are read and written at a time. In between the pool is free for others.
constexpr int kBatch = 8;

/// Said before anything is sent: a file that lacks games must not look like all of them.
HttpResponse too_many_games() {
  return refusal(ErrorCode::too_large, "These are too many for one file: ask for fewer, with from= and to=.");
}

void write_user(JsonWriter& json, const char* name, const std::string& id, const std::string& called) {
  json.object(name, [&] {
    json.field("id", id);
    json.field("name", called);
  });
}

std::string reports_json(const std::vector<storage::Report>& reports) {
  return JsonWriter::text_of([&](JsonWriter& json) {
    json.objects("reports", reports, [&](const storage::Report& report) {
      json.field(report.room == "club" ? "clubId" : "gameId", report.game);
      json.field("room", report.room);
      json.field("text", report.text);
      json.field("at", report.said);
      write_user(json, "from", report.accused, report.accused_name);
      write_user(json, "reporter", report.reporter, report.reporter_name);
      json.field("reportedAt", report.reported);
    });
  });
}

}  // namespace

void HostApi::mount(Router& router) {
  router.add("GET", "/api/games/all", this, &HostApi::download_all);
  router.add("GET", "/api/reports", this, &HostApi::list_reports);
}

// No token is asked for: a plain link will do, and a user of this machine can read its records anyway. A page
// of another site that is open there cannot, but each picture that it names would write a file of 64 MiB.
bool HostApi::admit(const HttpRequest& request, const Respond& respond) const {
  const bool is_host = open_ && request.from_this_machine && !request.from_other_site;
  if (!is_host) respond(refusal(ErrorCode::forbidden, "This is for the host, at the machine of the server."));
  return is_host;
}

void HostApi::download_all(const HttpRequest& request, Respond respond) {
  if (!admit(request, respond)) return;
  std::string format = query_field(request, "format");
  if (format.empty()) format = "json";
  if (!GamesFile::knows(format)) return respond(refusal(ErrorCode::unsupported, "There is no such format."));
  auto query = read_game_query(request);
  if (!query) return respond(wrong_field(query.error()));
  query->with_private = true;
  query->limit = kBatch;
  const std::size_t most = max_bytes_;
  auto add_some = [query = *query, most](storage::Reader& store, GamesFile& file) mutable {
    const storage::Page page = store.list(query);
    for (const storage::Summary& summary : page.games)
      if (const auto record = store.load(summary.game.id)) file.add(*record);
    query.after = page.next;
    // Ends as soon as it is too much: nothing of it would be sent.
    return !page.next || file.is_beyond(most);
  };
  const auto finish = [most](GamesFile& file) {
    return file.is_beyond(most) ? too_many_games() : file.finish("sanqi-games");
  };
  WorkPool::Order order{.lane = WorkPool::Lane::slow};
  auto has_left = request.has_left;
  write_games({.records = records_,
               .has_left = std::move(has_left),
               .order = std::move(order),
               .file = GamesFile(std::move(format)),
               .add_some = std::move(add_some),
               .finish = finish,
               .respond = std::move(respond)});
}

void HostApi::list_reports(const HttpRequest& request, Respond respond) {
  if (!admit(request, respond)) return;
  const auto limit = read_limit(request);
  if (!limit) return respond(wrong_field("limit"));
  records_.read([limit = *limit](storage::Reader& store) { return reports_json(store.reports(limit)); },
                [respond = std::move(respond)](std::optional<std::string> json) {
                  respond(json ? json_response(*std::move(json)) : records_unavailable());
                });
}

}  // namespace server
