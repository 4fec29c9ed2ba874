#include "tests/load/sanqi_room.h"

#include "tests/load/fields.h"

namespace load {

SanqiRoom::SanqiRoom(Tally& tally, std::shared_ptr<const Script> script, std::vector<Client*> members,
                     bool clocks)
    : Room(tally, std::move(script), members.size()), clocks_(clocks) {
  for (std::size_t i = 0; i < members.size(); ++i) seats_.push_back({members[i], members[i]->sit(*this, i)});
}

void SanqiRoom::begin() {
  begun_ = true;
  for (std::size_t i = 0; i < seats_.size(); ++i) {
    seats_[i].client->connect();
    if (seats_[i].client->welcomed()) welcomed(i);
  }
}

void SanqiRoom::welcomed(std::size_t member) {
  if (!id_.empty()) return join(member);
  // Who sits in many rooms is welcomed before some of them begin.
  if (member == 0 && begun_) create();
}

void SanqiRoom::left(std::size_t member) {
  lost(member);
}

void SanqiRoom::create() {
  const std::string time = clocks_ ? R"({"initial":3600000,"increment":5000})" : "null";
  seats_[0].client->say(R"({"t":"create","id":)" + std::to_string(seats_[0].number) + R"(,"game":")" +
                        script().game + R"(","rule":")" + script().rule + R"(","time":)" + time +
                        R"(,"side":"first","opponent":"human"})");
}

void SanqiRoom::take_created(std::string_view message) {
  id_ = field(message, "gameId");
  for (std::size_t i = 0; i < seats_.size(); ++i) {
    if (seats_[i].client->welcomed()) join(i);
  }
}

void SanqiRoom::join(std::size_t member) {
  Seat& seat = seats_[member];
  seat.client->enter(seat.number, id_);
  seat.client->say(R"({"t":"join","id":)" + std::to_string(seat.number) + R"(,"gameId":")" + id_ +
                   (member < 2 ? R"(","as":"player"})" : R"(","as":"spectator"})"));
}

void SanqiRoom::take_snapshot(std::size_t member, std::string_view message) {
  // The version stands last, after whatever people have said.
  seats_[member].version = number(message.substr(message.rfind(R"("v":)")), "v");
  shown(member, field(message, "moves"));
}

void SanqiRoom::take_event(std::size_t member, std::string_view message) {
  Seat& seat = seats_[member];
  const int version = number(message, "v");
  if (version <= seat.version) return problem("an event came twice");
  if (version != seat.version + 1) {
    problem("a gap in the versions");
    lost(member);
    return join(member);
  }
  seat.version = version;
  if (field(message, "kind") != "move") return;
  delivered(member, field(message, "move"), message.size());
  const std::size_t state = message.find(R"("state":{)");
  if (state != std::string_view::npos && number(message.substr(state), "ply") != ply_of(member))
    problem("an event's state has another ply than the moves that came");
}

void SanqiRoom::take_ack(std::size_t member, std::string_view message) {
  const int ply = number(message, "ply");
  if (ply >= 0 && member < 2) acknowledged(ply);
}

void SanqiRoom::send_move(int side, int ply, const std::string& move) {
  const Seat& seat = seats_[static_cast<std::size_t>(side)];
  seat.client->say(R"({"t":"move","id":)" + std::to_string(seat.number) + R"(,"gameId":")" + id_ +
                   R"(","ply":)" + std::to_string(ply) + R"(,"move":")" + move + "\"}");
}

}  // namespace load
