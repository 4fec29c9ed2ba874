#include "tests/load/stage.h"

#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <stdexcept>

#include "tests/load/process_use.h"
#include "tests/patience.h"

namespace load {

namespace {

using std::chrono::seconds;

/// Sources: 127.0.0.2 to 127.0.0.101.
constexpr int kSources = 100;
/// Clients that are on their way in at the same time.
constexpr std::ptrdiff_t kComing = 300;

}  // namespace

Stage::Stage(const Options& options) : options_(options), paths_{"/ws"} {
  pin_to(options_.generator_core);
  for (const std::string& game : options_.games) scripts_.push_back(scripts(game));
  if (options_.server.empty() && options_.peer.empty()) {
    ports_ = options_.ports;
    if (!options_.paths.empty()) paths_ = options_.paths;
    if (ports_.empty() || options_.pids.empty())
      throw std::runtime_error("a server that runs needs --port and --pid");
    return;
  }
  folder_.emplace(options_.folder);
  start(0);
}

std::filesystem::path Stage::database() const {
  return folder_->path() / "records.db";
}

void Stage::start(std::uint16_t port) {
  const std::string number = std::to_string(port);
  ServerProcess::Command command{options_.server, "--port", number, "--database", database()};
  command.insert(command.end(), {"--log-level", "warn"});
  command.insert(command.end(), options_.server_flags.begin(), options_.server_flags.end());
  if (!options_.peer.empty()) command = {"/bin/sh", "-c", "exec " + options_.peer};
  server_.emplace(command, options_.server_core,
                  std::vector<std::string>{"PORT=" + number, "DATABASE=" + database().string()});
  ports_ = {server_->port()};
}

void Stage::restart() {
  server_.reset();
  start(ports_.front());
}

Client& Stage::add_client(Client::Wishes wishes, std::size_t server) {
  const auto index = static_cast<int>(clients_.size());
  const Route route{ports_[server % ports_.size()], 2 + index % kSources, paths_[server % paths_.size()],
                    wishes.deaf ? 4096 : 0};
  clients_.push_back(std::make_unique<Client>(loop, tally, route, "Player" + std::to_string(index), wishes));
  return *clients_.back();
}

const std::shared_ptr<const Script>& Stage::script_of(std::size_t room) const {
  const auto& kind = scripts_[room % scripts_.size()];
  return kind[room / scripts_.size() % kind.size()];
}

SanqiRoom& Stage::add_room(std::vector<Client*> members) {
  const auto& script = script_of(rooms_.size());
  sanqi_rooms_.push_back(std::make_unique<SanqiRoom>(tally, script, std::move(members), options_.clocks));
  rooms_.push_back(sanqi_rooms_.back().get());
  return *sanqi_rooms_.back();
}

std::vector<Client*> Stage::new_clients(int count, std::size_t server) {
  std::vector<Client*> all;
  for (int i = 0; i < count; ++i) all.push_back(&add_client({.deltas = options_.deltas}, server));
  return all;
}

std::size_t Stage::connections() const {
  std::size_t count = clients_.size();
  for (const auto& room : peer_rooms_) count += room->members();
  return count;
}

void Stage::add_peer_rooms() {
  dialect_ = dialect(options_.dialect);
  for (int i = 0; i < options_.rooms; ++i) {
    peer_rooms_.push_back(std::make_unique<PeerRoom>(loop, tally, script_of(rooms_.size()), *dialect_,
                                                     ports_.front(), options_.spectators + 2,
                                                     2 + i % kSources));
    rooms_.push_back(peer_rooms_.back().get());
  }
}

void Stage::add_rooms() {
  for (int i = 0; i < options_.lobby_readers; ++i) {
    add_client({.deltas = options_.deltas, .lobby = true}).connect();
  }
  std::vector<Client*> spectators;
  // The rooms of two players are spread, so that they need not open them all at once.
  const int pairs = (options_.rooms + options_.rooms_of_player - 1) / options_.rooms_of_player;
  std::vector<std::vector<Client*>> players;
  for (int i = 0; i < options_.rooms; ++i) {
    const auto pair = static_cast<std::size_t>(i % pairs);  // Everybody in a room is at the same server.
    if (i < pairs) players.push_back(new_clients(2, pair));
    if (i == 0 || !options_.shared_spectators) spectators = new_clients(options_.spectators, pair);
    std::vector<Client*> members = players[pair];
    members.insert(members.end(), spectators.begin(), spectators.end());
    add_room(std::move(members));
  }
}

void Stage::open() {
  options_.dialect.empty() ? add_rooms() : add_peer_rooms();
  begin_in_turns();
  for (const int plies : {1, 2}) {
    for (Room* const room : rooms_) room->move(Clock::now());
    const auto have_moved = [this, plies] {
      return std::ranges::all_of(rooms_, [plies](Room* room) { return room->plies() == plies; });
    };
    until(have_moved, seconds(60), "a first move is not acknowledged");
  }
  settle();
}

void Stage::begin_in_turns() {
  const auto is_coming = [](const auto& client) { return client->connecting() && !client->welcomed(); };
  std::size_t begun = 0;
  const auto opening = [&] {
    return std::ranges::count_if(std::span(rooms_).first(begun),
                                 [](const Room* room) { return !room->live(); });
  };
  const auto all_are_in = [&] {
    while (begun < rooms_.size() && opening() < kComing &&
           std::ranges::count_if(clients_, is_coming) < kComing) {
      rooms_[begun++]->begin();
      if (!dialect_) continue;
      loop.turn(std::chrono::microseconds(0));  // Taking seats of peers blocks: serve who came meanwhile.
    }
    return begun == rooms_.size() && std::ranges::all_of(rooms_, &Room::live);
  };
  until(all_are_in, seconds(300), "not everybody could come in");
}

void Stage::until(const std::function<bool()>& is_so, seconds usual, const char* what) {
  const auto end = Clock::now() + usual * patience_factor();
  while (!is_so()) {
    if (Clock::now() >= end) {
      std::string words = what;
      for (const auto& [problem, times] : tally.problems) words.append("; ").append(problem);
      throw std::runtime_error(words);
    }
    loop.turn(std::chrono::milliseconds(1));
  }
}

void Stage::serve_for(Clock::duration time) {
  for (const auto end = Clock::now() + time; Clock::now() < end;) loop.turn(std::chrono::milliseconds(1));
}

void Stage::settle() {
  const auto is_settled = [](Room* room) { return room->settled(); };
  for (const auto end = Clock::now() + patience(); Clock::now() < end;) {
    if (std::ranges::all_of(rooms_, is_settled)) return;
    loop.turn(std::chrono::milliseconds(1));
  }
  const auto unsettled = std::ranges::count_if(rooms_, [&](Room* room) { return !is_settled(room); });
  tally.problem(std::to_string(unsettled) + " rooms where a move is not acknowledged or somebody missed it");
}

void Stage::tell_problems(Report& report) const {
  for (const auto& [words, times] : tally.problems)
    report.problem(words + " (" + std::to_string(times) + ")");
}

void Stage::progress(const std::string& words) const {
  if (::isatty(STDERR_FILENO)) std::cerr << '\r' << words << "\x1b[K" << std::flush;
}

}  // namespace load
