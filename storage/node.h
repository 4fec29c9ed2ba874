#pragma once

#include <string>

namespace storage {

/// One of the servers that share a database.
struct Node {
  std::string name;   ///< Of each another; a node that begins under a name that is in use takes its place.
  std::string url{};  ///< Where players reach it; empty: it does not say.
  bool operator==(const Node&) const = default;
};

}  // namespace storage
