#include "server/hub/clients.h"

#include <ranges>
#include <utility>

#include "server/protocol/codec.h"

namespace server {

void Client::send(const protocol::ServerMessage& message, RequestId id) const {
  subscriber->send(std::make_shared<const std::string>(protocol::encode(message, id)));
}

void Client::log_out() const {
  send(protocol::Bye{protocol::CloseCode::logged_out, "logged out", std::nullopt});
  subscriber->close(protocol::CloseCode::logged_out, "logged out");
}

Client& Clients::enter(std::shared_ptr<Subscriber> subscriber) {
  const Subscriber* const key = subscriber.get();
  Client client;
  client.id = ++last_id_;
  client.subscriber = std::move(subscriber);
  by_id_[client.id] = key;
  return clients_[key] = std::move(client);
}

std::optional<Client> Clients::leave(const Subscriber& subscriber) {
  auto left = clients_.extract(&subscriber);
  if (!left) return std::nullopt;
  by_id_.erase(left.mapped().id);
  forget_user_of(left.mapped());
  return std::move(left.mapped());
}

Client* Clients::find(const Subscriber& subscriber) {
  const auto found = clients_.find(&subscriber);
  return found == clients_.end() ? nullptr : &found->second;
}

Client* Clients::find(ViewerId id) {
  const auto found = by_id_.find(id);
  return found == by_id_.end() ? nullptr : &clients_.at(found->second);
}

void Clients::identify(Client& client, protocol::User user) {
  forget_user_of(client);
  users_[user.id].push_back(client.id);
  client.subscriber->identify(std::move(user));
}

std::vector<ViewerId> Clients::connections_of(const std::string& user) const {
  const auto found = users_.find(user);
  return found == users_.end() ? std::vector<ViewerId>() : found->second;
}

std::vector<std::string> Clients::all_users() const {
  const auto ids = std::views::keys(users_);
  return {ids.begin(), ids.end()};
}

std::set<std::string> Clients::accounts(std::size_t most) const {
  // Any connection tells: all of one id are the same user.
  std::set<std::string> accounts;
  for (const auto& [id, connections] : users_) {
    if (accounts.size() == most) break;
    if (!clients_.at(by_id_.at(connections.front())).user().guest) accounts.insert(id);
  }
  return accounts;
}

void Clients::forget_user_of(const Client& client) {
  if (!client.subscriber->user()) return;
  const auto connections = users_.find(client.user().id);
  std::erase(connections->second, client.id);
  if (connections->second.empty()) users_.erase(connections);
}

}  // namespace server
