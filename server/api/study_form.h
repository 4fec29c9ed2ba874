#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/core/expected.h"
#include "server/base/rate_limit.h"
#include "server/formats/played_game.h"
#include "server/protocol/messages.h"
#include "storage/store.h"

/// What people write into the forms of studies. For the pool: files are read and played.
namespace server {

/// Ready to be stored.
struct NewChapter {
  std::string name;
  std::string game;
  std::string snapshot;
};
/// What a form asks for.
struct ReadChapters {
  std::vector<NewChapter> chapters;  ///< Never empty.
  std::vector<BadText> notes{};      ///< What of a file they do not have; some hundred at most.
};
using NewChapters = engine::Expected<ReadChapters, protocol::Error>;

/// Of all games of a file, which are read in one turn of the thread that reads for all.
inline constexpr std::size_t kMostNodesOfFile = 30'000;

/// What a study is called, and who sees it.
struct StudyTitle {
  std::optional<std::string> name;
  std::optional<std::string> visibility;
};

/// Or the field that is wrong.
engine::Expected<StudyTitle, std::string> read_study_title(const std::string& body);
/// `{name?, game, rule?, size?, pos?, moves?}`, `{name?, gameId}` or `{name?, record, format?, game?,
/// encoding?}`, or of a file that is no text `base64` for `record`; also as the member `chapter`; at most so
/// many. A record may be what the export of a study as JSON is. Games and chapters that cannot be read are
/// left out with a note, unless all are; of a text a game is refused where a move of its main line is not
/// legal. Some 10 us a move; behind the first `most_nodes` of a file no further game of it is read.
NewChapters read_new_chapters(const std::string& body, storage::Reader& store, std::size_t most,
                              std::size_t most_nodes = kMostNodesOfFile);

/// Of a body for read_new_chapters() what its length does not tell: a packed file, or a long game of this
/// server.
Cost cost_beside_length(const std::string& body, storage::Reader& store);

struct MemberForm {
  std::string name;  ///< Empty where the form has none.
  std::string role;
};
engine::Expected<MemberForm, std::string> read_member(const std::string& body, bool has_name);

}  // namespace server
