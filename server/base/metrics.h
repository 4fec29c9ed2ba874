#pragma once

#include <prometheus/counter.h>
#include <prometheus/family.h>
#include <prometheus/gauge.h>
#include <prometheus/histogram.h>
#include <prometheus/registry.h>

#include <string>
#include <string_view>

namespace server {

/// The counts by which an operator sees how the server fares; `GET /metrics` shows them. Safe from any
/// thread. Names follow the conventions of Prometheus: `sanqi_` before all but those of the process, seconds
/// and bytes, `_total` behind counters and nothing else.
///
/// Those without labels show from the start, with zero. A label's value comes from
/// a small fixed set (games, levels, limits, reasons): never from a client, or memory would grow.
class Metrics {
 private:
  prometheus::Registry registry_;  // Owns all below: constructed before, destroyed after them.

 public:
  Metrics();

  /// All of them in the Prometheus text format.
  /// Costs some hundred lines of text; asked for by a scrape, not by a game.
  std::string text() const;

  /// Of one handler on the network thread, in processor time: so long all games wait.
  prometheus::Histogram& network_turn_seconds;
  prometheus::Gauge& connections;
  prometheus::Gauge& rooms_loaded;
  prometheus::Counter& moves;
  prometheus::Histogram& move_commit_seconds;  ///< As a player waits for it: queue, commit and way back.
  prometheus::Histogram& db_commit_seconds;    ///< Of one transaction, which may hold many moves.
  prometheus::Gauge& ws_out_queue_bytes;       ///< The longest outgoing queue that any socket has had.
  prometheus::Histogram& clock_flag_lateness_seconds;
  prometheus::Histogram& lag_compensated_seconds;
  prometheus::Counter& resyncs;
  prometheus::Counter& chat_reports;
  prometheus::Gauge& ai_queue_depth;
  prometheus::Gauge& ai_worker_threads;  ///< Of workers that think for this server.
  prometheus::Counter& ai_deadline_missed;
  prometheus::Counter& ai_fallback;
  prometheus::Counter& mails_sent;
  prometheus::Counter& mails_failed;  ///< Tries: of one mail there may be several.
  prometheus::Gauge& mails_waiting;
  prometheus::Counter& db_errors;
  prometheus::Counter& rooms_broken;      ///< Rooms that failed in an unforeseen way and were loaded again.
  prometheus::Counter& games_unreadable;  ///< Whose record makes no game any more: each is named in the log.

  void name_build(const std::string& version, const std::string& commit);  ///< What runs; once, at the start.
  /// @param result "first", "second" or "draw"; of an aborted game its status
  void count_game(std::string_view game, std::string_view result);
  /// @param limit one of the names in operations.md
  void count_refusal(std::string_view limit);  ///< Something was refused by this limit.
  void count_drop(std::string_view reason);    ///< A socket that the server closed.
  /// What became of a thought that workers were asked for.
  void count_elsewhere(std::string_view outcome);
  /// @param seconds of thinking, without the wait for a thread
  void observe_ai_move(std::string_view game, int level, double seconds);
  /// Keeps the maximum since the start.
  void observe_queue(std::size_t bytes);  ///< Of what waits to be sent to one socket.

 private:
  prometheus::Family<prometheus::Counter>& games_;
  prometheus::Family<prometheus::Counter>& drops_;
  prometheus::Family<prometheus::Counter>& refusals_;
  prometheus::Family<prometheus::Counter>& elsewhere_;
  prometheus::Family<prometheus::Histogram>& ai_move_seconds_;
  prometheus::Gauge& resident_memory_;  // These two are measured when they are asked for.
  prometheus::Gauge& storage_memory_;
};

}  // namespace server
