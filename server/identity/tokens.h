#pragma once

#include <string>
#include <string_view>

/// Random texts that must not be guessed, from the system's own source. Safe from any thread.
namespace server {

/// 43 letters and digits, 256 bits: a bearer secret of a user or of a seat.
/// All but is_user_id() throw std::runtime_error where the system has no source of random numbers.
std::string new_token();

/// What is stored of a token, in hex: BLAKE2b with 256 bits. A random token needs no salt and no slow hash.
/// Deterministic; 64 hex digits. The empty text has a hash, too, which is that of no token.
std::string hash_token(std::string_view token);

/// 8 letters and digits, 47 bits: the public name of a game.
/// Not checked for being unused: the store refuses a second one.
std::string new_game_id();

/// "g_" and 10 letters and digits, 59 bits.
std::string new_guest_id();
/// Whether it looks like one.
bool is_user_id(std::string_view text);

/// 5 capital letters and digits that are not confused when read aloud: 9.8 million codes.
/// Codes repeat soon: RoomCodes keeps those that are taken.
std::string new_room_code();

}  // namespace server
