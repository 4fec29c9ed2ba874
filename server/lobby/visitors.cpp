#include "server/lobby/visitors.h"

#include <ranges>
#include <utility>

#include "server/protocol/codec.h"

namespace server {

void Visitor::send(const protocol::ServerMessage& message, RequestId id) const {
  subscriber->send(std::make_shared<const std::string>(protocol::encode(message, id)));
}

void Visitor::log_out() const {
  send(protocol::Bye{protocol::CloseCode::logged_out, "logged out", std::nullopt});
  subscriber->close(protocol::CloseCode::logged_out, "logged out");
}

Visitor& Visitors::enter(std::shared_ptr<Subscriber> subscriber) {
  const Subscriber* const key = subscriber.get();
  Visitor visitor;
  visitor.id = ++last_id_;
  visitor.subscriber = std::move(subscriber);
  by_id_[visitor.id] = key;
  return visitors_[key] = std::move(visitor);
}

std::optional<Visitor> Visitors::leave(const Subscriber& subscriber) {
  auto left = visitors_.extract(&subscriber);
  if (!left) return std::nullopt;
  by_id_.erase(left.mapped().id);
  forget_user_of(left.mapped());
  return std::move(left.mapped());
}

Visitor* Visitors::find(const Subscriber& subscriber) {
  const auto found = visitors_.find(&subscriber);
  return found == visitors_.end() ? nullptr : &found->second;
}

Visitor* Visitors::find(ViewerId id) {
  const auto found = by_id_.find(id);
  return found == by_id_.end() ? nullptr : &visitors_.at(found->second);
}

void Visitors::identify(Visitor& visitor, protocol::User user) {
  forget_user_of(visitor);
  users_[user.id].push_back(visitor.id);
  visitor.subscriber->identify(std::move(user));
}

std::vector<ViewerId> Visitors::connections_of(const std::string& user) const {
  const auto found = users_.find(user);
  return found == users_.end() ? std::vector<ViewerId>() : found->second;
}

std::vector<std::string> Visitors::all_users() const {
  const auto ids = std::views::keys(users_);
  return {ids.begin(), ids.end()};
}

void Visitors::forget_user_of(const Visitor& visitor) {
  if (!visitor.subscriber->user()) return;
  const auto connections = users_.find(visitor.user().id);
  std::erase(connections->second, visitor.id);
  if (connections->second.empty()) users_.erase(connections);
}

}  // namespace server
