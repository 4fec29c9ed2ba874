#pragma once

#include <optional>
#include <string>

#include "engine/core/expected.h"
#include "server/protocol/errors.h"
#include "storage/store.h"

/// What people write of clubs. For the pool.
namespace server {

/// None: it is not to change.
struct ClubForm {
  std::optional<std::string> name{};
  std::optional<std::string> description{};  ///< At most 1,000 characters and 30 lines; empty: there is none.
  std::optional<std::string> joining{};      ///< storage::Club::joining
};

/// Or the field that is wrong. A name is not judged yet.
engine::Expected<ClubForm, std::string> read_club_form(const std::string& body);

/// What the form changes of `club`. Pages send all fields, also to who may change but one.
ClubForm without_unchanged(ClubForm form, const storage::Club& club);

/// `club` with what the form changes, and the keys of its name. A new name is one as of accounts: else
/// bad_name, or name_taken where another club has it or one that looks alike.
struct NamedClub {
  storage::Club club;
  storage::NameKeys names;
};
engine::Expected<NamedClub, protocol::Error> apply_club_form(storage::Reader& store, storage::Club club,
                                                             const ClubForm& form);

/// The name in a body that says whom it is about, or the field that is wrong.
engine::Expected<std::string, std::string> read_member_name(const std::string& body);

}  // namespace server
