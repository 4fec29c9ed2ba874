#include "server/base/metrics.h"

#include <prometheus/text_serializer.h>
#include <sys/resource.h>

#include <array>
#include <chrono>

#include "server/base/attempt.h"
#include "server/base/log.h"
#include "server/base/usable_memory.h"
#include "storage/open_store.h"

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

/// A counter that is kept elsewhere.
prometheus::MetricFamily count(const char* name, const char* help, double value) {
  prometheus::ClientMetric metric;
  metric.counter.value = value;
  return {name, help, prometheus::MetricType::Counter, {metric}};
}

double used_seconds() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

/// Shown from the start, so that a rate is known of the first refusal.
constexpr auto kLimits = std::to_array<const char*>(
    {"arrivals", "connections", "messages", "frames", "requests", "guests", "games", "waiting_games",
     "bot_games", "codes", "seeks", "joins", "analysis", "rooms"});

// Finer where a budget lies: 5 ms a turn (operations.md), a few ms a commit.
const Buckets kTurnSeconds{0.0001, 0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5};
const Buckets kCommitSeconds{0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 2};
const Buckets kLatenessSeconds{0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5};
const Buckets kLagSeconds{0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1};
const Buckets kThinkSeconds{0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30};

}  // namespace

Metrics::Metrics()
    : network_turn_seconds(histogram(registry_, "sanqi_network_turn_seconds",
                                     "Processor time of one turn of the network loop", kTurnSeconds)),
      connections(gauge(registry_, "sanqi_connections", "Open sockets")),
      rooms_loaded(gauge(registry_, "sanqi_rooms_loaded", "Rooms in memory")),
      moves(counter(registry_, "sanqi_moves_total", "Moves played")),
      move_commit_seconds(histogram(registry_, "sanqi_move_commit_seconds",
                                    "From asking for a commit to its completion", kCommitSeconds)),
      db_commit_seconds(
          histogram(registry_, "sanqi_db_commit_seconds", "Transactions of the store", kCommitSeconds)),
      ws_out_queue_bytes(
          gauge(registry_, "sanqi_ws_out_queue_bytes", "Longest outgoing queue seen of a socket")),
      clock_flag_lateness_seconds(histogram(registry_, "sanqi_clock_flag_lateness_seconds",
                                            "How late a flag fell", kLatenessSeconds)),
      lag_compensated_seconds(
          histogram(registry_, "sanqi_lag_compensated_seconds", "Lag given back for a move", kLagSeconds)),
      resyncs(counter(registry_, "sanqi_resync_total", "Joins that asked for what they had missed")),
      chat_reports(counter(registry_, "sanqi_chat_reports_total", "Lines of chat that were reported")),
      ai_queue_depth(gauge(registry_, "sanqi_ai_queue_depth", "Bot requests that wait for a thread")),
      ai_worker_threads(gauge(registry_, "sanqi_ai_worker_threads", "Threads of workers that think for us")),
      ai_deadline_missed(
          counter(registry_, "sanqi_ai_deadline_missed_total", "Bots stopped past their time")),
      ai_fallback(counter(registry_, "sanqi_ai_fallback_total", "Moves played in place of a failed bot")),
      mails_sent(counter(registry_, "sanqi_mails_sent_total", "Mails that the command has taken")),
      mails_failed(counter(registry_, "sanqi_mails_failed_total", "Mails that the command has not taken")),
      mails_waiting(gauge(registry_, "sanqi_mails_waiting", "Mails that are due")),
      db_errors(counter(registry_, "sanqi_db_errors_total", "Failures of the store")),
      rooms_broken(counter(registry_, "sanqi_rooms_broken_total", "Rooms loaded again after a failure")),
      games_unreadable(counter(registry_, "sanqi_games_unreadable_total",
                               "Records that make no game any more, or cannot be read")),
      games_(prometheus::BuildCounter().Name("sanqi_games_total").Help("Games ended").Register(registry_)),
      drops_(prometheus::BuildCounter()
                 .Name("sanqi_ws_dropped_total")
                 .Help("Sockets closed by the server")
                 .Register(registry_)),
      refusals_(prometheus::BuildCounter()
                    .Name("sanqi_rate_limited_total")
                    .Help("What was refused, by limit")
                    .Register(registry_)),
      elsewhere_(prometheus::BuildCounter()
                     .Name("sanqi_ai_elsewhere_total")
                     .Help("Thoughts that workers were asked for, by what became of them")
                     .Register(registry_)),
      ai_move_seconds_(prometheus::BuildHistogram()
                           .Name("sanqi_ai_move_seconds")
                           .Help("Thinking time of bots")
                           .Register(registry_)),
      resident_memory_(gauge(registry_, "process_resident_memory_bytes", "Memory of the process")),
      storage_memory_(
          gauge(registry_, "sanqi_storage_memory_bytes", "Of it, what the database keeps at hand")) {
  for (const char* limit : kLimits) refusals_.Add({{"limit", limit}});
  const std::chrono::duration<double> now = std::chrono::system_clock::now().time_since_epoch();
  gauge(registry_, "process_start_time_seconds", "When the process began, since 1970").Set(now.count());
}

std::string Metrics::text() const {
  // Measured here, for no event changes them.
  resident_memory_.Set(static_cast<double>(resident_memory()));
  storage_memory_.Set(static_cast<double>(storage::memory_in_use()));
  auto families = registry_.Collect();
  families.push_back(count("sanqi_unforeseen_total", "Failures that nobody foresaw",
                           static_cast<double>(failed_attempts())));
  families.push_back(count("sanqi_log_dropped_total", "Lines of the log that nobody read",
                           static_cast<double>(log_lines_dropped())));
  families.push_back(count("process_cpu_seconds_total", "Processor time of the process", used_seconds()));
  return prometheus::TextSerializer().Serialize(families);
}

void Metrics::name_build(const std::string& version, const std::string& commit) {
  prometheus::BuildGauge()
      .Name("sanqi_build_info")
      .Help("1; the labels say what runs")
      .Register(registry_)
      .Add({{"version", version}, {"commit", commit}})
      .Set(1);
}

void Metrics::count_game(std::string_view game, std::string_view result) {
  games_.Add({{"game", std::string(game)}, {"result", std::string(result)}}).Increment();
}

void Metrics::count_refusal(std::string_view limit) {
  refusals_.Add({{"limit", std::string(limit)}}).Increment();
}

void Metrics::count_drop(std::string_view reason) {
  drops_.Add({{"reason", std::string(reason)}}).Increment();
}

void Metrics::count_elsewhere(std::string_view outcome) {
  elsewhere_.Add({{"outcome", std::string(outcome)}}).Increment();
}

void Metrics::observe_queue(std::size_t bytes) {
  // Only the network thread sets it, so this needs no exchange.
  const auto longest = static_cast<double>(bytes);
  if (longest > ws_out_queue_bytes.Value()) ws_out_queue_bytes.Set(longest);
}

void Metrics::observe_ai_move(std::string_view game, int level, double seconds) {
  ai_move_seconds_.Add({{"game", std::string(game)}, {"level", std::to_string(level)}}, kThinkSeconds)
      .Observe(seconds);
}

}  // namespace server
