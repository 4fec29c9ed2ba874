#include "server/hub/greeter.h"

#include <algorithm>
#include <utility>

#include "engine/games/registry.h"
#include "server/hub/moderation.h"
#include "server/identity/tokens.h"
#include "server/match/opening.h"
#include "server/protocol/errors.h"
#include "server/protocol/obstacle.h"

namespace server {
namespace {

/// For the list of a `welcome`, of a game that is not in memory so many events are read, and replayed if they
/// are all that there are.
constexpr int kEventsOfGame = 32;
constexpr Cost kCostOfGame = 3;

/// What is to be known of these games, as far as they can be read.
std::vector<UnfinishedGames::Entry> read_entries(storage::Reader& records,
                                                 const std::vector<std::string>& ids) {
  std::vector<UnfinishedGames::Entry> games;
  for (const std::string& id : ids) {
    // Their number is known before they are read: a game of a thousand plies would cost as much as a thousand
    // moves.
    const auto end = records.load_end(id, kEventsOfGame);
    const bool is_whole = end && (end->events.empty() || end->events.front().v == 1);
    const auto log = is_whole ? GameLog::replay(*end) : std::nullopt;
    // With all events the clock and the turn are known; with the last ones only, what they tell.
    if (log) games.push_back(UnfinishedGames::entry_of(*log));
    if (end && !is_whole) games.push_back(UnfinishedGames::entry_of(*end));
  }
  return games;
}

std::vector<protocol::GameInfo> game_infos() {
  std::vector<protocol::GameInfo> infos;
  for (const engine::Game& game : engine::games()) {
    protocol::GameInfo& info = infos.emplace_back();
    info.id = game.id;
    info.name = game.name;
    info.rules.assign(game.rules.begin(), game.rules.end());
    std::copy_n(game.side_names.begin(), info.sides.size(), info.sides.begin());
    info.sizes.assign(game.sizes.begin(), game.sizes.end());
    // Openings stand beside the games, in server/match: the engine knows free play only.
    for (const OpeningRule& opening : openings()) {
      if (opening.game != game.id) continue;
      info.openings.push_back({std::string(opening.id), {opening.rules.begin(), opening.rules.end()}});
    }
  }
  return infos;
}

}  // namespace

Greeter::Greeter(const HubContext& context, Users& users, ChangedPeople& changed_people, Options options,
                 Answered answered)
    : context_(context),
      users_(users),
      changed_people_(changed_people),
      options_(std::move(options)),
      answered_(std::move(answered)) {}

void Greeter::on(Client& client, RequestId id, const protocol::Ping& ping) {
  client.send(protocol::Pong{ping.at, server_now()}, id);
}

void Greeter::on(Client& client, RequestId id, const protocol::Hello& hello) {
  if (hello.version != protocol::kVersion) {
    client.send(error(protocol::ErrorCode::unsupported, "This server speaks version 1 of the protocol."), id);
    return client.subscriber->close(protocol::CloseCode::version, "protocol version");
  }
  // Moves the deadline of `hello`, and makes the hub keep what comes meanwhile.
  client.subscriber->being_identified(true);
  client.ended_before = ended_;
  const Origin& origin = client.subscriber->origin();
  const auto& user = client.subscriber->user();
  users_.identify(
      hello, {origin.address, origin.is_private, user ? user->id : std::string()},
      // By id: the connection may be gone when the store answers.
      [this, viewer = client.id, id, deltas = hello.deltas, turns = hello.turns](Users::Result result) {
        Client* const here = context_.clients.find(viewer);
        // Before the welcome: the first room that it joins must already know how it wants events.
        if (here && result) here->subscriber->want_deltas(deltas);
        if (here && result) here->wants_turns = turns;
        look_up_games(viewer, id, std::move(result));
      });
}

/// Of games that are not in memory, at the expense of the connection; if they cannot be looked up now the
/// welcome tells of the others.
void Greeter::look_up_games(ViewerId id, RequestId request, Users::Result result) {
  const Client* const client = context_.clients.find(id);
  if (!client) return;
  auto games = result ? result->unfinished : std::vector<std::string>();
  // A room in memory knows more than its record.
  std::erase_if(games, [this](const std::string& game) { return context_.rooms.loaded(game) != nullptr; });
  const Cost cost = kCostOfGame * static_cast<double>(games.size());
  // If it cannot pay, it still gets its welcome, with fewer details.
  if (games.empty() || client->subscriber->refuse(cost)) return answer(id, request, std::move(result), {});
  context_.records.read(
      {WorkPool::Lane::slow, client->subscriber->origin().address},
      [games](storage::Reader& records) { return read_entries(records, games); },
      [this, id, request, result = std::move(result)](std::optional<Games> found) {
        answer(id, request, result, std::move(found).value_or(Games()));
      });
}

void Greeter::answer(ViewerId id, RequestId request, Users::Result result, Games on_record) {
  Client* const client = context_.clients.find(id);
  if (!client) return;
  client->subscriber->being_identified(false);
  if (result) {
    // By what is known now: the user may have been banned while the hello was looked up.
    const std::string& address = client->subscriber->origin().address;
    const auto* const ban = users_.measures().ban(result->user, address, server_now());
    if (ban) users_.banned_networks().note(*ban, address, server_now());
    if (ban) result = engine::Unexpected(banned(*ban));
  }
  if (!result && result.error().reason == word(protocol::Obstacle::banned))
    return close_banned(*client, result.error().message);
  if (result) {
    accept(*client, request, *std::move(result), std::move(on_record));
  } else {
    client->send(context_.counted(result.error(), "guests"), request);
  }
  answered_(*client);
}

void Greeter::accept(Client& client, RequestId request, Users::Identity identity, Games on_record) {
  client.session = hash_token(identity.token);
  client.ratings = identity.ratings;
  client.subscriber->block(identity.blocked);
  // A room may have been loaded while the records were read: look again, or an old entry would hide the
  // room's own.
  const auto is_loaded = [this](const std::string& game) { return context_.rooms.loaded(game) != nullptr; };
  std::erase_if(identity.unfinished, is_loaded);
  std::erase_if(on_record, [&](const UnfinishedGames::Entry& game) { return is_loaded(game.id); });
  context_.unfinished.came(identity.user.id, identity.unfinished);
  for (UnfinishedGames::Entry& game : on_record) context_.unfinished.note(std::move(game));
  const bool leaves_guests = !identity.user.guest && is_here_as_guest(identity.user.id);
  identify(client, identity.user);
  // After identify(), so that its connections are found by its user. A room may have held the list of one who
  // was away, of whom nothing is heard from other servers.
  if (client.ended_before != ended_ || identity.has_other_blocks || leaves_guests)
    changed_people_.look_at({.users = {identity.user.id}});
  client.send(welcome(std::move(identity)), request);
}

/// With a token of before the account was made, which ended then.
bool Greeter::is_here_as_guest(const std::string& user) const {
  Clients& clients = context_.clients;
  return std::ranges::any_of(clients.connections_of(user),
                             [&](ViewerId id) { return clients.find(id)->user().guest; });
}

/// Games that the user opened before a restart count by the address again.
void Greeter::identify(Client& client, protocol::User user) {
  const std::string id = user.id;
  const Origin& origin = client.subscriber->origin();
  context_.clients.identify(client, std::move(user));
  for (const UnfinishedGames::Entry* game : context_.unfinished.opened_by(id))
    context_.quota.adopt(*game, context_.rooms.loaded(game->id), origin);
  // The host's powers pass on when none of the host's pages is open (decision 0003).
  if (options_.lan && origin.is_this_machine && !context_.clients.is_present(host_)) host_ = id;
  context_.feed.figures_changed();
}

protocol::Welcome Greeter::welcome(Users::Identity identity) const {
  auto playing = context_.unfinished.of(identity.user.id);
  const bool host = is_host(identity.user.id);
  return {.user = std::move(identity.user),
          .token = std::move(identity.token),
          .now = server_now(),
          .server_name = options_.server_name,
          .server_version = options_.server_version,
          .games = game_infos(),
          .playing = std::move(playing),
          .host = host,
          .ready_code = host ? context_.codes.ready_code() : std::string()};
}

void Greeter::left(const protocol::User& user) {
  context_.feed.figures_changed();
  // Another tab is still there.
  if (context_.clients.is_present(user.id)) return;
  context_.unfinished.left(
      user.id, [this](const std::string& game) { return context_.rooms.loaded(game) != nullptr; });
}

}  // namespace server
