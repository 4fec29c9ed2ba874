#pragma once

#include "server/identity/passwords.h"

namespace server {

/// The least that libsodium allows: what is tested here is not how hard it is.
inline constexpr PasswordCost kCheap{1, 8192};

}  // namespace server
