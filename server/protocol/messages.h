#pragma once

#include "server/protocol/client_messages.h"
#include "server/protocol/server_messages.h"

/// The whole protocol as two variants: ClientMessage (client_messages.h) and ServerMessage
/// (server_messages.h). docs/protocol.md tells what each message means; codec.h turns them into JSON and
/// back. Fields are named as in JSON, but in snake_case; an optional that is empty is a field that is absent
/// (or null where the document says so).
