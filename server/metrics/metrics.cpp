#include "server/metrics/metrics.h"

#include <prometheus/text_serializer.h>

namespace server {

namespace {

using Buckets = prometheus::Histogram::BucketBoundaries;

prometheus::Gauge& gauge(prometheus::Registry& registry, const char* name, const char* help) {
  return prometheus::BuildGauge().Name(name).Help(help).Register(registry).Add({});
}

prometheus::Counter& counter(prometheus::Registry& registry, const char* name, const char* help) {
  return prometheus::BuildCounter().Name(name).Help(help).Register(registry).Add({});
}

prometheus::Histogram& histogram(prometheus::Registry& registry, const char* name, const char* help,
                                 const Buckets& buckets) {
  return prometheus::BuildHistogram().Name(name).Help(help).Register(registry).Add({}, buckets);
}

const Buckets kCommitSeconds{0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 2};
const Buckets kLatenessMs{1, 2, 5, 10, 20, 50, 100, 500};
const Buckets kLagMs{5, 10, 20, 50, 100, 200, 500, 1000};
const Buckets kThinkSeconds{0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30};

}  // namespace

Metrics::Metrics()
    : connections(gauge(registry_, "connections", "Open sockets")),
      rooms_loaded(gauge(registry_, "rooms_loaded", "Rooms in memory")),
      moves(counter(registry_, "moves_total", "Moves played")),
      move_commit_seconds(histogram(registry_, "move_commit_seconds",
                                    "From asking for a commit to its completion", kCommitSeconds)),
      ws_out_queue_bytes(gauge(registry_, "ws_out_queue_bytes", "Longest outgoing queue seen of a socket")),
      rate_limited(counter(registry_, "rate_limited_total", "Messages refused by a rate limit")),
      clock_flag_lateness_ms(
          histogram(registry_, "clock_flag_lateness_ms", "How late a flag fell", kLatenessMs)),
      lag_compensated_ms(histogram(registry_, "lag_compensated_ms", "Lag given back for a move", kLagMs)),
      resyncs(counter(registry_, "resync_total", "Full states sent because of a version gap")),
      ai_queue_depth(gauge(registry_, "ai_queue_depth", "Bot requests that wait for a thread")),
      ai_deadline_missed(counter(registry_, "ai_deadline_missed_total", "Bots stopped past their time")),
      ai_fallback(counter(registry_, "ai_fallback_total", "Moves played in place of a failed bot")),
      db_errors(counter(registry_, "db_errors_total", "Failures of the store")),
      games_(prometheus::BuildCounter().Name("games_total").Help("Games ended").Register(registry_)),
      drops_(prometheus::BuildCounter()
                 .Name("ws_dropped_total")
                 .Help("Sockets closed by the server")
                 .Register(registry_)),
      ai_move_seconds_(prometheus::BuildHistogram()
                           .Name("ai_move_seconds")
                           .Help("Thinking time of bots")
                           .Register(registry_)) {}

std::string Metrics::text() const {
  return prometheus::TextSerializer().Serialize(registry_.Collect());
}

void Metrics::count_game(std::string_view game, std::string_view result) {
  games_.Add({{"game", std::string(game)}, {"result", std::string(result)}}).Increment();
}

void Metrics::count_drop(std::string_view reason) {
  drops_.Add({{"reason", std::string(reason)}}).Increment();
}

void Metrics::observe_ai_move(std::string_view game, int level, double seconds) {
  ai_move_seconds_.Add({{"game", std::string(game)}, {"level", std::to_string(level)}}, kThinkSeconds)
      .Observe(seconds);
}

}  // namespace server
