#include "server/identity/users.h"

#include <utility>

#include "server/identity/names.h"
#include "server/identity/sessions.h"
#include "server/identity/tokens.h"
#include "server/protocol/errors.h"

namespace server {

using protocol::ErrorCode;

namespace {

/// Games that are not over of which a user is told: as many as one may have, but for rematches.
constexpr int kMostUnfinished = 20;

auto no_welcome(ErrorCode code) {
  return engine::Unexpected(protocol::error(code, "You cannot be welcomed under this name."));
}

protocol::Error of_another_user() {
  return protocol::error(ErrorCode::not_allowed, "This connection is another user's; open one of your own.");
}

}  // namespace

protocol::User to_protocol(const storage::User& user) {
  return {user.id, user.name, user.guest, user.program};
}

void Users::identify(const protocol::Hello& hello, const From& from, Done done) {
  protocol::Hello own = hello;
  if (own.name) own.name = valid_name(*own.name);
  if (hello.name && !own.name) return fail(ErrorCode::bad_name, std::move(done));
  records_.read(
      {.address = from.address}, [own](storage::Reader& store) { return look_up(store, own, server_now()); },
      [this, own, from, done = std::move(done)](std::optional<Known> found) mutable {
        if (!found) return done(no_welcome(ErrorCode::busy));
        const auto with_games = [games = found->unfinished, done = std::move(done)](Result result) {
          if (result) result->unfinished = games;
          done(std::move(result));
        };
        admit(own, from, *found, with_games);
      });
}

Users::Known Users::look_up(storage::Reader& store, const protocol::Hello& hello, TimePoint now) {
  Known found;
  if (hello.token) found.session = find_session(store, hash_token(*hello.token), now);
  if (found.session) found.unfinished = store.unfinished_of(found.session->user.id, kMostUnfinished);
  if (found.session && !found.session->user.guest) {
    found.ratings = store.ratings(found.session->user.id);
    found.blocked = store.blocked_by(found.session->user.id);
    return found;
  }
  const std::string own = found.session ? found.session->user.name : "";
  // A name is read by all, as chat is.
  found.keeps_name = found.session && hello.name &&
                     store.measure_of("mute", found.session->user.id, now.time_since_epoch().count());
  const std::string name = found.keeps_name ? own : hello.name.value_or(own);
  // A guest may have a name that is none any more.
  // Looked up even for a guest who says no name: an account may have taken the old one meanwhile.
  found.name_is_taken =
      !name.empty() && (!valid_name(name) || store.find_account(name_keys(name)).has_value());
  return found;
}

void Users::admit(const protocol::Hello& hello, const From& from, const Known& found, Done done) {
  const bool is_same = found.session && found.session->user.id == from.user;
  if (!from.user.empty() && !is_same) return done(engine::Unexpected(of_another_user()));
  if (!found.session) {
    if (found.name_is_taken) return done(no_welcome(ErrorCode::name_taken));
    // Before a row is written for a guest who would be turned away.
    if (const auto* const ban = measures_.ban_of_address(from.address, server_now()))
      return done(engine::Unexpected(banned(*ban)));
    const Cost cost = cost_of_address(from.is_private);
    if (const auto wait = new_guests_.refuse(from.address, std::chrono::steady_clock::now(), cost))
      return done(engine::Unexpected(protocol::retry_after(
          *wait, ErrorCode::rate_limited, "Too many new guests came from your address; wait a little.")));
    return create(hello, std::move(done));
  }
  const storage::Session& session = *found.session;
  // Its outcome is not waited for: "last seen" may be lost.
  if (auto write = touch(session, client_label(hello.client.value_or("")), server_now())) {
    records_.commit({*std::move(write)}, [](Persisted) {});
  }
  if (session.user.guest) {
    protocol::Hello said = hello;
    if (found.keeps_name) said.name.reset();
    return admit_guest(said, session.user, found.name_is_taken, std::move(done));
  }
  const std::string& id = session.user.id;
  const SharedBlocked blocked = blocks_.open(id, found.blocked);
  done(Identity{.user = to_protocol(session.user),
                .token = *hello.token,
                .ratings = ratings_.open(id, found.ratings),
                .blocked = blocked,
                .has_other_blocks = *blocked != found.blocked});
}

void Users::admit_guest(const protocol::Hello& hello, storage::User user, bool name_is_taken, Done done) {
  if (hello.name && name_is_taken) return done(no_welcome(ErrorCode::name_taken));
  const std::string name = name_is_taken ? new_guest_name() : hello.name.value_or(user.name);
  const bool renamed = name != user.name;
  user.name = name;
  Identity identity{to_protocol(user), *hello.token};
  if (!renamed) return done(std::move(identity));
  // Written before it is told, or a hello that follows at once is greeted by the old name. A name that cannot
  // be written lasts as long as the connection.
  records_.commit({storage::RenameUser{user.id, name}},
                  [identity = std::move(identity), done = std::move(done)](Persisted) { done(identity); });
}

void Users::create(const protocol::Hello& hello, Done done) {
  const storage::User user{new_guest_id(), hello.name.value_or(new_guest_name()), true,
                           server_now().time_since_epoch().count()};
  const std::string token = new_token();
  records_.commit({storage::CreateUser{user, hash_token(token), client_label(hello.client.value_or(""))}},
                  [identity = Identity{to_protocol(user), token}, done = std::move(done)](Persisted outcome) {
                    if (outcome != Persisted::done) return done(no_welcome(ErrorCode::busy));
                    done(identity);
                  });
}

void Users::fail(ErrorCode code, Done done) {
  records_.answer([code, done = std::move(done)] { done(no_welcome(code)); });
}

}  // namespace server
