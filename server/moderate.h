#pragma once

#include <iosfwd>

#include "server/config.h"

namespace storage {
class Store;
}

namespace server {

/// The operator's command `moderate`: does what Config::moderating says with this store, whose server may
/// run: it notices within two seconds. What is asked for is printed. Throws std::runtime_error with one line
/// for people: who or what is meant is not there, or it is refused.
void moderate(const Moderating& order, storage::Store& store, std::ostream& out);

}  // namespace server
