#include "server/api/club_form.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "server/api/read_form.h"
#include "server/base/utf8.h"
#include "server/identity/names.h"
#include "server/study/texts.h"

namespace server {
namespace {

using protocol::ErrorCode;

constexpr std::size_t kLongestDescription = 1'000;  // Code points.
constexpr std::ptrdiff_t kMostLineBreaks = 29;

/// Unlike other texts it may be empty.
std::optional<std::string> read_description(protocol::Fields& fields) {
  if (!fields.has("description")) return std::nullopt;
  const auto* const field = fields.find("description", &protocol::Json::is_string);
  if (!field) return std::nullopt;
  std::string text = study::clean_text(field->get<std::string>());
  const bool is_long =
      count_code_points(text) > kLongestDescription || std::ranges::count(text, '\n') > kMostLineBreaks;
  if (is_long) fields.refuse("description");
  return text;
}

std::optional<std::string> read_joining(protocol::Fields& fields) {
  auto joining = fields.optional_text("joining");
  if (joining && *joining != "open" && *joining != "request") fields.refuse("joining");
  return joining;
}

protocol::Error bad_club_name() {
  return error(
      ErrorCode::bad_name,
      "A name has 2 to 20 letters, digits, and between them spaces, _ or -, and is not one of ours.");
}

}  // namespace

engine::Expected<ClubForm, std::string> read_club_form(const std::string& body) {
  return read_form(body, [](protocol::Fields& fields) {
    ClubForm form;
    form.name = fields.optional_text("name");
    form.description = read_description(fields);
    form.joining = read_joining(fields);
    return form;
  });
}

ClubForm without_unchanged(ClubForm form, const storage::Club& club) {
  if (form.name == club.name) form.name.reset();
  if (form.description == club.description) form.description.reset();
  if (form.joining == club.joining) form.joining.reset();
  return form;
}

engine::Expected<NamedClub, protocol::Error> apply_club_form(storage::Reader& store, storage::Club club,
                                                             const ClubForm& form) {
  if (form.name) {
    auto name = valid_account_name(*form.name);
    if (!name) return engine::Unexpected(bad_club_name());
    club.name = *std::move(name);
  }
  club.description = form.description.value_or(club.description);
  club.joining = form.joining.value_or(club.joining);
  const storage::NameKeys names = name_keys(club.name);
  const auto known = form.name ? store.club_named(names) : std::nullopt;
  // The operator names a club by its id, too.
  const bool is_others_id = form.name && club.name != club.id && store.club(club.name);
  if ((known && *known != club.id) || is_others_id)
    return engine::Unexpected(
        error(ErrorCode::name_taken, "A club has this name, or one that looks the same."));
  return NamedClub{std::move(club), names};
}

engine::Expected<std::string, std::string> read_member_name(const std::string& body) {
  return read_form(body, [](protocol::Fields& fields) { return fields.text("name"); });
}

}  // namespace server
