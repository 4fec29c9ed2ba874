#pragma once

#include <string>

namespace storage {

/// One of the servers that share a database.
/// The name is for people and for a server that comes back; what is written bears the epoch, a number that
/// each start of a node gets and that is never given twice (decision 0007).
struct Node {
  std::string name;   ///< Of each another; a node that begins under a name that is in use takes its place.
  std::string url{};  ///< Where players reach it; empty: it does not say.
  bool operator==(const Node&) const = default;
};

}  // namespace storage
