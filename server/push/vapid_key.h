#pragma once

#include "server/push/p256.h"
#include "storage/store.h"

namespace server::push {

/// The key by which push services know the servers of this store. Made by the first that asks and kept, for
/// browsers subscribe to messages signed with it alone. Before a RecordQueue writes. Throws storage::Error,
/// and std::runtime_error if what is kept is no key.
PrivateKey vapid_key(storage::Store& store);

}  // namespace server::push
