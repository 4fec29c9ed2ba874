#pragma once

#include <cstddef>

namespace load {

/// The least that a server of this protocol can cost on this machine: hands each move to everybody in its
/// room in one system call a connection and turn, in messages of `bytes`. Knows no rules, no clocks and no
/// disk, and trusts its clients. Prints its port on a line, and runs until it is killed.
[[noreturn]] void serve_floor(std::size_t bytes);

}  // namespace load
