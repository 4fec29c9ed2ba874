#include "tests/load/peer_room.h"

namespace load {

PeerRoom::PeerRoom(Loop& loop, Tally& tally, std::shared_ptr<const Script> script, Dialect& dialect,
                   std::uint16_t port, std::size_t members, int source)
    : Room(tally, std::move(script), members),
      loop_(loop),
      dialect_(dialect),
      port_(port),
      source_(source),
      members_(members) {}

void PeerRoom::begin() {
  for (std::size_t i = 0; i < members_.size(); ++i) {
    Member& member = members_[i];
    member.room = this;
    member.index = i;
    const std::string path = dialect_.take_seat(port_, id_, i);
    member.connection = std::make_unique<Connection>(loop_, Route{port_, source_, path, 0}, member);
  }
}

void PeerRoom::take(Member& member, std::string_view message) {
  const Dialect::Heard heard = dialect_.hear(message, id_, member.index);
  if (!heard.answer.empty()) say(member, heard.answer);
  if (heard.kind == Dialect::Heard::Kind::seated && !is_in(member.index)) shown(member.index, "");
  if (heard.kind != Dialect::Heard::Kind::moved) return;
  delivered(member.index, heard.move, message.size());
  const bool is_his = static_cast<int>(member.index) == side_to_move() && ply_of(member.index) == plies() + 1;
  if (!is_his) return;
  state_ = heard.state;
  acknowledged(plies() + 1);
}

void PeerRoom::say(Member& member, const std::string& message) {
  dialect_.is_binary() ? member.connection->send_binary(message) : member.connection->send(message);
}

void PeerRoom::send_move(int side, int, const std::string& move) {
  say(members_[static_cast<std::size_t>(side)], dialect_.move(id_, side, state_, move));
}

}  // namespace load
