#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "storage/people.h"

namespace storage {
class Reader;
}

/// Names by Unicode's own rules (UTS #39), from ICU's tables. Any thread.
namespace server {

/// Longer texts are no names, and nothing is computed from them.
/// A code point has at most four bytes.
inline constexpr std::size_t kLongestNameBytes = 80;  // Of 20 code points.

/// The name that a text stands for, as it is kept and shown: composed, and without the full or half width
/// that an input method gives (`Ｌｉｎ`). None if people may not call themselves so. A name
/// - has 2 to 20 letters and digits, and between or after them single spaces, `_` and `-`;
/// - has only characters that UAX #31 recommends for identifiers: nothing invisible, nothing that turns the
///   direction of text, no letters in disguise (`𝐋`, `ⓐ`);
/// - is of one script, or of Han with Latin, kana, Bopomofo or Hangul, with digits of one system;
/// - has no more than two marks on a letter;
/// - is not what the server or a bot is called and has no word for those who run it, nor looks like that;
/// - has not the form of a user's id: where a user may be named either way it would be another's.
/// Throws std::runtime_error if ICU's tables cannot be read, as all of these do.
std::optional<std::string> valid_name(std::string_view text);

/// The same for an account, which moreover must not look like a guest without a name.
std::optional<std::string> valid_account_name(std::string_view text);

/// What an account's name is found by, and no other account may have: the name itself; without case, width
/// and separators; and the confusable skeletons of the name as it is written, in small letters, and in
/// capitals (`l` and `I` look alike, but not `L` and `I`). All are empty for what is too long, or no text.
/// In this order; keys 0 and 1 are stable by Unicode's policy, the skeletons change with its versions.
storage::NameKeys name_keys(std::string_view name);

/// The keys say that these are names that differ in case, width and separators alone.
bool are_same_name(const storage::NameKeys& one, const storage::NameKeys& other);

/// The account that is meant by this name, in any case and width. None where an account's name merely looks
/// like it: that is another user's. On the thread of the store.
std::optional<storage::Account> find_named(storage::Reader& store, std::string_view name);

/// Which tables and rules made the keys; others may make others.
std::string name_rules();

/// For guests who say no name: "Guest" and four digits.
/// Not unique: guests may share a name.
std::string new_guest_name();

}  // namespace server
