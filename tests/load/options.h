#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace load {

/// What a run is made of. Scenarios bring their own defaults; the command line changes them.
struct Options {
  // What is loaded.
  std::filesystem::path server;  ///< Program to start; empty: attach to `ports` and `pids`.
  std::string peer;              ///< A shell command that starts another server instead.
  std::string dialect;           ///< That the peer speaks, if it is not ours.
  std::vector<std::string> server_flags;
  // Or servers that run: rooms go to them in turns.
  std::vector<std::uint16_t> ports;
  std::vector<std::string> paths;
  std::vector<pid_t> pids;
  std::map<std::string, pid_t> beside;      ///< What serves besides, by name (a database, a proxy).
  int server_core = 0, generator_core = 1;  ///< Negative: wherever the system likes.
  std::filesystem::path folder;             ///< Where databases are made and removed.
  std::string database{};                   ///< One of another kind, in turns with a file.

  // With what.
  std::vector<std::string> games{"xiangqi", "gomoku", "antireversi"};
  int rooms = 0;
  int spectators = 0;              ///< Of each room.
  bool shared_spectators = false;  ///< The same in all rooms.
  int rooms_of_player = 1;         ///< At once: the server allows 20.
  int lobby_readers = 0;
  int connections = 0;    ///< Where no rooms are played.
  double rate = 0;        ///< Moves a second in each room; 0: as fast as they are acknowledged.
  bool together = false;  ///< All rooms move at the same moments.
  double seconds = 0;
  int repeats = 1;
  unsigned seed = 0;       ///< Of what is random; 0: another one each time.
  std::int64_t moves = 0;  ///< That are stored already.
  bool clocks = true;
  bool deltas = true;

  // What is said of it.
  bool floor = false;
  bool correctness_only = false;  ///< Only what is wrong counts, not what was disturbed.
  std::filesystem::path json;
};

}  // namespace load
