#include "tests/load/played_game.h"

#include <poll.h>

#include <array>
#include <charconv>
#include <stdexcept>

namespace load {

namespace {

constexpr int kSize = 15;

/// The points of each side: XXOO in every row, shifted by two from row to row, never makes three in a row.
std::array<std::vector<std::string>, 2> pattern() {
  std::array<std::vector<std::string>, 2> points;
  for (int y = 0; y < kSize; ++y) {
    for (int x = 0; x < kSize; ++x) {
      points[(x + 2 * y) % 4 < 2 ? 0 : 1].push_back(static_cast<char>('a' + x) + std::to_string(y + 1));
    }
  }
  return points;
}

const std::array<std::vector<std::string>, 2>& points() {
  static const auto all = pattern();
  return all;
}

/// The text after `"name":` up to the next comma, brace or quote; fields of the protocol hold no such signs.
std::string_view field(std::string_view message, std::string_view name) {
  const std::string key = '"' + std::string(name) + "\":";
  std::size_t begin = message.find(key);
  if (begin == std::string_view::npos) return {};
  begin += key.size();
  if (message[begin] == '"') ++begin;
  return message.substr(begin, message.find_first_of(",}\"", begin) - begin);
}

int number(std::string_view text) {
  int value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

}  // namespace

int PlayedGame::longest() {
  return 2 * static_cast<int>(std::min(points()[0].size(), points()[1].size()));
}

PlayedGame::PlayedGame(std::uint16_t port, int source, int spectators, Tally& tally) : tally_(tally) {
  Member& host = bring_in(port, source, "Host");
  const std::string created = ask(
      host,
      R"({"t":"create","game":"gomoku","rule":"freestyle","time":null,"side":"first","opponent":"human","id":1})",
      "created");
  id_ = field(created, "gameId");
  const std::string join = R"({"t":"join","gameId":")" + id_ + '"';
  ask(host, join + R"(,"as":"player","token":")" + std::string(field(created, "token")) + "\"}", "gameFull");
  ask(bring_in(port, source, "Opponent"), join + R"(,"as":"player"})", "gameFull");
  for (int i = 0; i < spectators; ++i) {
    ask(bring_in(port, source, "Spectator"), join + R"(,"as":"spectator"})", "gameFull");
  }
}

PlayedGame::Member& PlayedGame::bring_in(std::uint16_t port, int source, const std::string& name) {
  Member& member = members_.emplace_back(std::make_unique<Connection>(port, source));
  ask(member, R"({"t":"hello","v":1,"name":")" + name + "\"}", "welcome");
  return member;
}

std::string PlayedGame::ask(Member& member, const std::string& message, std::string_view answer) {
  member.connection->send(message);
  for (;;) {
    pollfd readable{member.connection->descriptor(), POLLIN, 0};
    ::poll(&readable, 1, -1);
    std::string found;
    for (const std::string_view each : member.connection->receive()) {
      if (field(each, "t") == "error") throw std::runtime_error(std::string(each));
      if (field(each, "t") == answer) found = each;
      take(member, each);
    }
    if (!found.empty()) return found;
  }
}

void PlayedGame::move(Clock::time_point due) {
  due_ = due;
  waiting_ = true;
  const std::size_t side = static_cast<std::size_t>(ply_ % 2);
  const std::string& point = points()[side][static_cast<std::size_t>(ply_ / 2)];
  members_[side].connection->send(R"({"t":"move","gameId":")" + id_ + R"(","ply":)" + std::to_string(ply_) +
                                  R"(,"move":")" + point + "\"}");
}

void PlayedGame::receive(std::size_t member) {
  for (const std::string_view message : members_[member].connection->receive())
    take(members_[member], message);
}

void PlayedGame::take(Member& member, std::string_view message) {
  const std::string_view kind = field(message, "t");
  if (kind == "gameFull") {
    member.version = number(message.substr(message.rfind("\"v\":") + 4));
  } else if (kind == "event") {
    const int version = number(field(message, "v"));
    if (version != member.version + 1) ++tally_.gaps;
    member.version = version;
    if (field(message, "kind") == "move") ++tally_.deliveries;
  } else if (kind == "ack" && waiting_) {
    tally_.acks.push_back(std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - due_));
    waiting_ = false;
    ++ply_;
  } else if (kind == "error") {
    throw std::runtime_error(std::string(message));
  }
}

}  // namespace load
