#include "server/push/vapid_key.h"

#include <stdexcept>

#include "server/push/base64url.h"

namespace server::push {
namespace {

constexpr const char* kName = "vapid";

/// What is kept in the end: another server of the store may have been first.
std::string keep_new_key(storage::Store& store, storage::Reader& reader) {
  const storage::Write keep = storage::KeepSecret{kName, to_base64url(PrivateKey::generate().scalar())};
  store.commit({&keep, 1});
  return reader.secret(kName).value();
}

}  // namespace

PrivateKey vapid_key(storage::Store& store) {
  const auto reader = store.open_reader();
  const auto kept = reader->secret(kName);
  const auto scalar = from_base64url(kept ? *kept : keep_new_key(store, *reader));
  auto key = scalar ? PrivateKey::read(*scalar) : std::nullopt;
  if (!key) throw std::runtime_error("the key of push messages in the database is none");
  return std::move(*key);
}

}  // namespace server::push
