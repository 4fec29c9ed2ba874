#pragma once

#include "server/api/router.h"
#include "server/pages/assets.h"

namespace server {

/// Mounts the pages and files of the web client. The client has one page, which reads its own address.
/// `assets` must outlive `router`.
void mount_client_pages(Router& router, const Assets& assets);

}  // namespace server
