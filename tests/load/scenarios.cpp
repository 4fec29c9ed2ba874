#include "tests/load/scenario.h"

namespace load {

namespace {

void echo(Options& options) {
  options.connections = 2000;
}

/// 1,000 games with 4 spectators each: 6,000 connections.
void evening(Options& options) {
  options.rooms = 1000;
  options.spectators = 4;
  options.rate = 1;
  options.seconds = 20;
}

void saturated(Options& options) {
  evening(options);
  options.rate = 0;
  options.seconds = 10;
}

void players_only(Options& options) {
  saturated(options);
  options.spectators = 0;
}

void one_room(Options& options) {
  options.games = {"gomoku"};
  options.rooms = 1;
  options.spectators = 1000;
  options.rate = 10;
  options.seconds = 15;
}

/// A room cannot move eight times at once, so eight rooms with the same spectators do.
void bursts(Options& options) {
  one_room(options);
  options.rooms = 8;
  options.shared_spectators = true;
  options.rate = 2;
  options.together = true;
}

void idle(Options& options) {
  options.connections = 9900;
  options.seconds = 35;  // More than two intervals of pings.
}

void storm(Options& options) {
  options.rooms = 833;
  options.spectators = 4;
  options.repeats = 3;
}

void deaf(Options& options) {
  evening(options);
  options.connections = 20;
  options.seconds = 25;
}

/// The bots have every thread of the machine, those of the server's core too.
void beside_bots(Options& options) {
  evening(options);
  options.connections = 8;
  options.server_flags = {"--bot-threads", "2"};
}

void kills(Options& options) {
  options.games = {"xiangqi", "gomoku"};  // Games that are long enough.
  options.rooms = 100;
  options.spectators = 2;
  options.rate = 4;
  options.seconds = 0.8;
  options.repeats = 50;
}

void storage(Options& options) {
  options.seconds = 3;
}

void archive(Options& options) {
  options.moves = 1'000'000;
  options.seconds = 3;
}

void against_peers(Options& options) {
  options.games = {"gomoku"};  // 224 moves; the peers know no rules.
  options.rooms = 100;
  options.spectators = 4;
  options.seconds = 8;
  options.repeats = 3;
}

}  // namespace

std::span<const Scenario> scenarios() {
  static const std::vector<Scenario> all{
      {"L1",
       "pings of 100 connections at a time, saturated",
       echo,
       run_echo,
       "cpu_per_message",
       {{"cpu_per_message", 6.5}}},
      {"L2",
       "1,000 games with 4 spectators each, a move a second in each",
       evening,
       run_rooms,
       "cpu_per_move",
       {{"server_cpu", 12}, {"times_the_floor", 2}, {"ack_p50", 5}, {"ack_p99", 15}}},
      {"L3",
       "the same, as fast as moves are acknowledged",
       saturated,
       run_rooms,
       "cpu_per_move",
       {{"moves_per_cpu_second", 15'000, true}, {"times_the_floor", 1.7}}},
      {"L4",
       "1,000 games without spectators, as fast as moves are acknowledged",
       players_only,
       run_rooms,
       "cpu_per_move",
       {{"moves_per_cpu_second", 35'000, true}}},
      {"L5",
       "one room with 1,000 spectators, 10 moves a second",
       one_room,
       run_rooms,
       "cpu_per_delivery",
       {{"cpu_per_delivery", 7.5}}},
      {"L6",
       "1,000 spectators of the same 8 rooms, which move together",
       bursts,
       run_rooms,
       "cpu_per_delivery",
       {{"cpu_per_delivery", 2}}},
      {"L7", "connections that do nothing", idle, run_idle, "", {{"memory_per_connection", 6}}},
      {"L8",
       "5,000 clients come back at once",
       storm,
       run_storm,
       "cpu_per_client",
       {{"all_live_after", 1}, {"cpu_per_client", 60}}},
      {"L9",
       "L2 and 20 spectators of 30 rooms each that stop reading",
       deaf,
       run_deaf_spectators,
       "",
       {{"ack_p99_ratio", 1.2}, {"memory_growth", 6.25}}},
      {"L10",
       "L2 and bots that think on every thread",
       beside_bots,
       run_beside_bots,
       "",
       {{"ack_p99_ratio", 2}}},
      {"L11", "kill -9 at random moments, again and again", kills, run_kills, "", {{"ready_after_worst", 1}}},
      {"L12",
       "moves into the storage layer alone",
       storage,
       run_storage,
       "",
       {{"rows_by_10", 50'000, true}, {"cpu_per_row_by_10", 8}}},
      {"archive",
       "append, load, list and start-up with many moves stored",
       archive,
       run_archive,
       "",
       {{"start_up", 3000}}},
      {"compare",
       "100 games with 4 spectators, saturated and at 200 moves a second, ours and --peer in turns",
       against_peers,
       nullptr,
       "",
       {}},
  };
  return all;
}

}  // namespace load
