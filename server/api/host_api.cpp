#include "server/api/host_api.h"

#include <memory>
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

/// All games of a query in one file, newest first, private ones too: a JSON array, or one text after another.
/// Keeps itself alive until it is answered.
class Download : public std::enable_shared_from_this<Download> {
 public:
  Download(RecordQueue& records, storage::GameQuery query, std::string format, std::size_t max_bytes,
           Respond respond)
      : records_(records),
        max_bytes_(max_bytes),
        respond_(std::move(respond)),
        query_(std::move(query)),
        file_(std::move(format)) {
    query_.with_private = true;
    query_.limit = kBatch;
  }

  void read_on() {
    records_.read(
        {.lane = WorkPool::Lane::slow},
        [self = shared_from_this()](storage::Reader& store) { return self->read(store); },
        [self = shared_from_this()](std::optional<bool> is_over) {
          if (!is_over) return self->respond_(records_unavailable());
          // Batch by batch through the queue of the pool, so that others have their turns in between.
          if (!*is_over) return self->read_on();
          self->finish();
        });
  }

 private:
  /// The next games of the query, by the pool; true: there are no more, or what there is is too much.
  bool read(storage::Reader& store) {
    const storage::Page page = store.list(query_);
    for (const storage::Summary& summary : page.games) {
      if (const auto record = store.load(summary.game.id)) file_.add(*record);
    }
    query_.after = page.next;
    // Ends as soon as it is too much: nothing of it would be sent.
    return !page.next || file_.is_beyond(max_bytes_);
  }

  /// Said before anything is sent: a file that lacks games must not look like all of them.
  static HttpResponse too_many() {
    return refusal(ErrorCode::too_large,
                   "These are too many for one file: ask for fewer, with from= and to=.");
  }

  void finish() { respond_(file_.is_beyond(max_bytes_) ? too_many() : file_.finish("sanqi-games")); }

  RecordQueue& records_;
  const std::size_t max_bytes_;
  const Respond respond_;
  // Of the pool while it reads, of the network thread when it has.
  storage::GameQuery query_;
  GamesFile file_;
};

void write_user(JsonWriter& json, const char* name, const std::string& id, const std::string& called) {
  json.object(name, [&] {
    json.field("id", id);
    json.field("name", called);
  });
}

std::string reports_json(const std::vector<storage::Report>& reports) {
  return JsonWriter::text_of([&](JsonWriter& json) {
    json.objects("reports", reports, [&](const storage::Report& report) {
      json.field("gameId", report.game);
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

// No token is asked for: a plain link will do, and a user of this machine can read its records anyway.
bool HostApi::admit(const HttpRequest& request, const Respond& respond) const {
  const bool is_host = open_ && request.from_this_machine;
  if (!is_host) respond(refusal(ErrorCode::forbidden, "This is for the host, at the machine of the server."));
  return is_host;
}

void HostApi::download_all(const HttpRequest& request, Respond respond) {
  if (!admit(request, respond)) return;
  std::string format = query_field(request, "format");
  if (format.empty()) format = "json";
  if (!GamesFile::knows(format)) return respond(refusal(ErrorCode::unsupported, "There is no such format."));
  const auto query = read_game_query(request);
  if (!query) return respond(wrong_field(query.error()));
  // Owned by the callbacks under way from here on.
  std::make_shared<Download>(records_, *query, std::move(format), max_bytes_, std::move(respond))->read_on();
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
