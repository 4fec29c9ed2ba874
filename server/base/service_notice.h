#pragma once

#include <string_view>

namespace server {

/// Tells the service manager that started this process what it does: "READY=1", "STOPPING=1" (sd_notify(3)).
/// Does nothing where there is none, and never waits.
/// Understands paths and abstract sockets (a leading @).
void tell_service_manager(std::string_view state);

}  // namespace server
