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
       {{"server_cpu", 12}, {"ack_p50", 2}, {"ack_p99", 10}}},
      {"L3",
       "the same, as fast as moves are acknowledged",
       saturated,
       run_rooms,
       "cpu_per_move",
       {{"moves_per_cpu_second", 15'000, true}}},
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
  };
  return all;
}

}  // namespace load
