#pragma once

#include <cstddef>
#include <string>
#include <string_view>

/// What people read of what came about, on their devices and in mail, in the languages that they may choose.
namespace server::push {

/// The languages in which one may be written to.
bool is_language(std::string_view tag);
/// Its number; of a tag that is none that of English, 0.
std::size_t language_number(std::string_view tag);

/// The name of a game, and a sentence for a kind of message or notice (storage::Notice::kind); the word
/// itself where none is known. @param language of language_number()
std::string_view game_name(std::string_view game, std::size_t language);
std::string_view sentence(std::string_view kind, std::size_t language);

}  // namespace server::push
