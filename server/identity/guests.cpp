#include "server/identity/guests.h"

#include "server/identity/names.h"
#include "server/identity/tokens.h"

namespace server {

namespace {

using protocol::ErrorCode;

protocol::User to_protocol(const storage::User& user) {
  return {user.id, user.name, user.guest};
}

}  // namespace

void Guests::identify(const std::optional<std::string>& token, const std::optional<std::string>& name,
                      Done done) {
  if (name && !is_valid_name(*name)) return fail(ErrorCode::bad_name, std::move(done));
  if (!token) return create(name, std::move(done));
  records_.read([hash = hash_token(*token)](storage::Store& store) { return store.find_token(hash); },
                [this, token = *token, name, done = std::move(done)](auto found) mutable {
                  if (!found) return done(engine::Unexpected(ErrorCode::busy));
                  if (!*found) return create(name, std::move(done));
                  admit(std::move((*found)->user), std::move(token), name, std::move(done));
                });
}

void Guests::admit(storage::User user, std::string token, const std::optional<std::string>& name, Done done) {
  const bool renamed = name && *name != user.name && user.guest;
  if (renamed) {
    user.name = *name;
    records_.commit({storage::RenameUser{user.id, user.name}}, [](Persisted) {});
  }
  done(Identity{to_protocol(user), std::move(token)});
}

void Guests::create(const std::optional<std::string>& name, Done done) {
  const storage::User user{new_guest_id(), name.value_or(new_guest_name()), true,
                           server_now().time_since_epoch().count()};
  const std::string token = new_token();
  records_.commit({storage::CreateUser{user, hash_token(token)}},
                  [identity = Identity{to_protocol(user), token}, done = std::move(done)](Persisted outcome) {
                    if (outcome != Persisted::done) return done(engine::Unexpected(ErrorCode::busy));
                    done(identity);
                  });
}

// By way of the record thread, so that the answer never comes inside the call.
void Guests::fail(ErrorCode code, Done done) {
  records_.commit({}, [code, done = std::move(done)](Persisted) { done(engine::Unexpected(code)); });
}

}  // namespace server
