#include "server/api/library_api.h"

#include <algorithm>
#include <limits>

#include "engine/core/to_number.h"
#include "server/api/answer.h"
#include "server/api/base64.h"
#include "server/api/game_query.h"
#include "server/api/joined_file.h"
#include "server/api/library_json.h"
#include "server/api/library_query.h"
#include "server/api/read_form.h"
#include "server/api/visible_collection.h"
#include "server/base/attempt.h"
#include "server/base/utf8.h"
#include "server/formats/game_file.h"
#include "server/formats/game_tree.h"
#include "server/library/library_game.h"

namespace server {

namespace {

using protocol::ErrorCode;
using storage::Collection;

constexpr std::size_t kLongestTitle = 64;            // Code points, of which clean_name() cuts none.
constexpr std::size_t kLongestPartBody = 192 << 10;  // Base64 of kBytesOfPart, and what stands around it.
constexpr int kMostExported = 1'000;                 // Games of a file.
constexpr int kMostPliesWritten = 100'000;           // Of a file; a longer one goes on in the next.
constexpr int kMostPliesNamed = 8'000;               // The same where each move is named on its board.
constexpr int kMostPliesListed = 8'000;              // Of a page, whose games are played to their ends.
constexpr int kMostImportsListed = 50;
/// An import takes so much beside its file, for a week: games that were chosen, problems.
constexpr Cost kBytesOfImport = 64 << 10;

/// In units of a small message; see games_api.cpp.
constexpr Cost kLookUp = 2, kList = 40, kGameWhole = 40, kPart = 20;
constexpr Cost kFilter = 150;                         // All kMostLibraryExamined games may be looked at.
constexpr Cost kGameListed = 4;                       // Played to its end.
constexpr Cost kOfFileGame = 0.5;                     // Beside its plies.
constexpr Cost kImports = 100;                        // With up to 50 problems each.
constexpr Cost kPlyWritten = 0.01, kPlyNamed = 0.15;  // As replay_cost.cpp has it.

/// Empty if it is none, or would be cut.
std::string title_of(const std::string& text) {
  const bool fits = is_utf8(text) && count_code_points(text) <= kLongestTitle;
  return fits ? clean_name(text) : std::string();
}

bool is_visibility(const std::string& word) {
  return word == "private" || word == "unlisted" || word == "public";
}

HttpResponse not_allowed(std::string reason, std::string message) {
  return refusal(error(ErrorCode::not_allowed, std::move(message), std::move(reason)));
}

bool is_own(const Collection& collection, const std::optional<storage::Session>& session) {
  return session && collection.owner == session->user.id;
}

std::optional<storage::LibraryImport> own_import(storage::Reader& records, const std::string& id,
                                                 const std::optional<storage::Session>& session) {
  auto found = records.library().library_import(id);
  if (found && (!session || found->owner != session->user.id)) found.reset();
  return found;
}

/// What a collection is called, and who sees it.
struct Title {
  std::optional<std::string> name;
  std::optional<std::string> visibility;
};

engine::Expected<Title, std::string> read_title(const std::string& body) {
  return read_form(body, [](protocol::Fields& fields) {
    Title title{fields.optional_text("name"), fields.optional_text("visibility")};
    if (title.name) title.name = title_of(*title.name);
    if (title.name && title.name->empty()) fields.refuse("name");
    if (title.visibility && !is_visibility(*title.visibility)) fields.refuse("visibility");
    return title;
  });
}

/// Keeps the first games that have so many plies together, and one at least. Whether that was all.
bool keep_plies(std::vector<storage::LibraryGame>& games, int most) {
  int plies = 0;
  const auto is_beyond = [&](const storage::LibraryGame& game) { return (plies += game.plies) > most; };
  const auto end = std::ranges::find_if(games, is_beyond);
  if (end == games.end() || games.size() == 1) return true;
  games.erase(std::max(end, games.begin() + 1), games.end());
  return false;
}

/// Those that can be written so; the others count as left out.
JoinedFile join_games(const std::vector<storage::LibraryGame>& games, const std::string& format,
                      PgnNotation notation, bool is_single) {
  JoinedFile all(format, is_single);
  for (const storage::LibraryGame& game : games) {
    const auto played = from_library(game);
    const auto file = played ? write_game(format, *played, notation) : std::nullopt;
    if (file) {
      all.add(name_in_zip(static_cast<std::size_t>(game.number), *played), file->text);
    } else {
      all.leave_out();
    }
  }
  return all;
}

}  // namespace

void LibraryApi::mount(Router& router) {
  mount_collections(router);
  mount_games(router);
  mount_imports(router);
}

void LibraryApi::mount_collections(Router& router) {
  router.add("POST", "/api/collections", this, &LibraryApi::create);
  router.add("GET", "/api/collections", [this](const HttpRequest& request, const auto&, Respond respond) {
    const std::string cursor = query_field(request, "cursor");
    const auto below = cursor.empty() ? std::numeric_limits<int>::max() : engine::to_number<int>(cursor);
    const auto limit = read_limit(request);
    if (!below) return respond(wrong_field("cursor"));
    if (!limit) return respond(wrong_field("limit"));
    decide(request, kList, std::move(respond),
           [below = *below, limit = *limit](auto& records, const Session&) {
             const auto found = records.library().public_collections(below, limit);
             const bool is_full = static_cast<int>(found.size()) == limit;
             const auto next = is_full ? std::optional(found.back().number) : std::nullopt;
             return Verdict{json_response(collections_json(found, std::nullopt, next))};
           });
  });
  router.add("GET", "/api/me/collections", [this](const HttpRequest& request, const auto&, Respond respond) {
    decide(request, kList, std::move(respond), [](auto& records, const Session& session) {
      if (!session) return Verdict{unauthorized()};
      storage::LibraryReader& library = records.library();
      return Verdict{json_response(collections_json(library.collections_of(session->user.id),
                                                    library.library_use(session->user.id), std::nullopt))};
    });
  });
  router.add(
      "GET", "/api/collections/*", [this](const HttpRequest& request, const auto& stars, Respond respond) {
        decide(request, kLookUp, std::move(respond), [id = stars[0]](auto& records, const Session& session) {
          const auto found = visible_collection(records, id, session);
          if (!found) return Verdict{not_found()};
          return Verdict{json_response(collection_json(*found, is_own(*found, session)))};
        });
      });
  router.add("POST", "/api/collections/*", this, &LibraryApi::change);
  router.add(
      "DELETE", "/api/collections/*", [this](const HttpRequest& request, const auto& stars, Respond respond) {
        decide(request, kLookUp, std::move(respond), [id = stars[0]](auto&, const Session& session) {
          if (!session) return Verdict{unauthorized()};
          return Verdict{json_response("{}"), {storage::RemoveCollection{id, session->user.id}}, not_found()};
        });
      });
}

void LibraryApi::mount_games(Router& router) {
  router.add("GET", "/api/collections/*/games", this, &LibraryApi::list_games);
  router.add("GET", "/api/collections/*/games/*",
             [this](const HttpRequest& request, const auto& stars, Respond respond) {
               const auto number = engine::to_number<int>(stars[1]);
               if (!number) return respond(not_found());
               decide(request, kGameWhole, std::move(respond),
                      [id = stars[0], number = *number](auto& records, const Session& session) {
                        const auto found = visible_collection(records, id, session);
                        const auto game =
                            found ? records.library().library_game(found->number, number) : std::nullopt;
                        auto json = game ? library_game_json(*game) : std::nullopt;
                        return Verdict{json ? json_response(*std::move(json)) : not_found()};
                      });
             });
  router.add("GET", "/api/collections/*/games/*/export",
             [this](const HttpRequest& request, const auto& stars, Respond respond) {
               export_games(request, stars[0], stars[1], std::move(respond));
             });
  router.add("GET", "/api/collections/*/export",
             [this](const HttpRequest& request, const auto& stars, Respond respond) {
               export_games(request, stars[0], query_field(request, "games"), std::move(respond));
             });
}

void LibraryApi::mount_imports(Router& router) {
  router.add("POST", "/api/collections/*/imports", this, &LibraryApi::begin_import);
  router.add(
      "POST", "/api/imports/*/parts/*",
      [this](const HttpRequest& request, const auto& stars, Respond respond) {
        keep_part(request, stars[0], stars[1], std::move(respond));
      },
      kLongestPartBody);
  router.add("POST", "/api/imports/*", this, &LibraryApi::start_import);
  router.add("GET", "/api/imports/*", [this](const HttpRequest& request, const auto& stars, Respond respond) {
    decide(request, kLookUp, std::move(respond), [id = stars[0]](auto& records, const Session& session) {
      const auto found = own_import(records, id, session);
      if (!found) return Verdict{not_found()};
      return Verdict{json_response(import_json(*found, records.library().collections_of(found->owner)))};
    });
  });
  router.add(
      "DELETE", "/api/imports/*", [this](const HttpRequest& request, const auto& stars, Respond respond) {
        decide(request, kLookUp, std::move(respond), [id = stars[0]](auto& records, const Session& session) {
          if (!own_import(records, id, session)) return Verdict{not_found()};
          return Verdict{.answer = json_response("{}"),
                         .writes = {storage::EndImport{id, "cancelled"}},
                         .refused = not_allowed("ended", "This import has ended."),
                         .ends = id};
        });
      });
  router.add("GET", "/api/me/imports", [this](const HttpRequest& request, const auto&, Respond respond) {
    decide(request, kImports, std::move(respond), [](auto& records, const Session& session) {
      if (!session) return Verdict{unauthorized()};
      storage::LibraryReader& library = records.library();
      auto imports = library.imports_of(session->user.id, kMostImportsListed + 1);
      const bool more = cut_list(imports, kMostImportsListed);
      return Verdict{json_response(imports_json(imports, library.collections_of(session->user.id), more))};
    });
  });
}

/// Pays, and has the pool decide.
void LibraryApi::decide(const HttpRequest& request, Cost cost, Respond respond, Decide decide) {
  read_then(
      records_, request, cost, std::move(respond),
      [decide = std::move(decide), address = budget_of(request).address](storage::Reader& records,
                                                                         const std::string& token) {
        return decide(records, session_at(records, token, address));
      },
      [this, address = request.address](Verdict verdict, const Respond& answer) {
        carry_out(std::move(verdict), address, answer);
      });
}

void LibraryApi::carry_out(Verdict verdict, const std::string& address, const Respond& respond) {
  if (verdict.writes.empty()) return respond(std::move(verdict.answer));
  // Started twice at once: the place is that of the first, and stays where the second is refused.
  if (quota_.holds(verdict.begins)) verdict.begins.clear();
  if (auto refused = pay(verdict, address)) return respond(*std::move(refused));
  Waiting waiting{std::move(verdict), address, respond};
  if (!waiting.verdict.is_part) return commit(std::move(waiting));
  // The queue drops the newest of the network that has most in it, which need not be this one.
  if (const auto dropped = parts_.push(network_key(address), std::move(waiting)))
    dropped->respond(records_unavailable());
  if (!is_part_written_) commit_part();
}

/// Nothing, or why it may not be.
std::optional<HttpResponse> LibraryApi::pay(const Verdict& verdict, const std::string& address) {
  const auto now = TokenBucket::Time::clock::now();
  if (const auto wait = bytes_.refuse(address, now, verdict.bytes)) return too_many_requests(*wait);
  if (const auto wait = collections_.refuse(address, now, verdict.collections))
    return too_many_requests(*wait);
  if (!verdict.begins.empty() && !quota_.begin(verdict.begins, address))
    return refusal(ErrorCode::busy, "Too many files wait to be imported. Try again when some have been.");
  return std::nullopt;
}

/// What comes to nothing costs nothing.
void LibraryApi::give_back(const Waiting& waiting, bool is_refused) {
  const auto now = TokenBucket::Time::clock::now();
  bytes_.give_back(waiting.address, now, waiting.verdict.bytes);
  collections_.give_back(waiting.address, now, waiting.verdict.collections);
  if (!is_refused) quota_.end(waiting.verdict.begins);
}

void LibraryApi::commit(Waiting waiting, std::function<void()> then) {
  auto writes = std::exchange(waiting.verdict.writes, {});
  records_.commit(std::move(writes),
                  [this, waiting = std::move(waiting), then = std::move(then)](Persisted persisted) {
                    const Verdict& verdict = waiting.verdict;
                    if (persisted == Persisted::done) {
                      if (!verdict.ends.empty()) quota_.end(verdict.ends);
                      options_.work();
                    } else if (persisted != Persisted::unknown) {  // Else it may be there.
                      give_back(waiting, persisted == Persisted::refused);
                    }
                    attempt("answer", [&] {
                      waiting.respond(persisted == Persisted::done      ? verdict.answer
                                      : persisted == Persisted::refused ? verdict.refused
                                                                        : records_unavailable());
                    });
                    then();  // Whatever becomes of the answer: the parts of others wait for it.
                  });
}

// One at a time, so that no commit, for which moves wait, has two.
void LibraryApi::commit_part() {
  auto part = parts_.pop();
  is_part_written_ = part.has_value();
  if (part) commit(*std::move(part), [this] { commit_part(); });
}

void LibraryApi::create(const HttpRequest& request, Respond respond) {
  decide(request, kPart, std::move(respond),
         [body = request.body, most = options_.limits.collections_of_user](storage::Reader&,
                                                                           const Session& session) {
           if (!session) return Verdict{unauthorized()};
           const auto form = read_title(body);
           if (!form) return Verdict{wrong_field(form.error())};
           if (!form->name) return Verdict{wrong_field("name")};
           const Collection made{.id = new_game_id(),
                                 .owner = session->user.id,
                                 .name = *form->name,
                                 .visibility = form->visibility.value_or("private"),
                                 .created = server_now().time_since_epoch().count()};
           return Verdict{
               .answer = json_response(collection_json(made, true), 201),
               .writes = {storage::CreateCollection{made, most}},
               .refused = not_allowed("collections", "You have as many collections as one may have."),
               .collections = 1};
         });
}

void LibraryApi::change(const HttpRequest& request, const std::string& id, Respond respond) {
  decide(request, kLookUp, std::move(respond),
         [id, body = request.body](storage::Reader& records, const Session& session) {
           auto found = visible_collection(records, id, session);
           if (!found || !is_own(*found, session)) return Verdict{not_found()};
           const auto form = read_title(body);
           if (!form) return Verdict{wrong_field(form.error())};
           found->name = form->name.value_or(found->name);
           found->visibility = form->visibility.value_or(found->visibility);
           return Verdict{json_response(collection_json(*found, true)),
                          {storage::ChangeCollection{id, found->owner, found->name, found->visibility}},
                          not_found()};
         });
}

void LibraryApi::list_games(const HttpRequest& request, const std::string& id, Respond respond) {
  const auto query = read_library_query(request);
  if (!query) return respond(wrong_field(query.error()));
  const Cost cost = kList + kGameListed * query->limit + (query->filters() ? kFilter : 0);
  decide(request, cost, std::move(respond),
         [id, query = *query](storage::Reader& records, const Session& session) mutable {
           const auto found = visible_collection(records, id, session);
           if (!found) return Verdict{not_found()};
           query.collection = found->number;
           storage::LibraryPage page = records.library().library_games(query);
           // Games of the page are played to their ends: a page of long ones is cut, and goes on there.
           if (!keep_plies(page.games, kMostPliesListed)) page.next = query.position_of(page.games.back());
           return Verdict{json_response(library_games_json(page))};
         });
}

/// @param numbers "1,5,9"; empty: all after `after`
void LibraryApi::export_games(const HttpRequest& request, const std::string& id, std::string numbers,
                              Respond respond) {
  const auto chosen = read_choice(numbers);
  if (!chosen || chosen->size() > kMostExported) return respond(wrong_field("games"));
  const std::string text = query_field(request, "after");
  const auto after = text.empty() ? std::optional(0) : engine::to_number<int>(text);
  if (!after || *after < 0) return respond(wrong_field("after"));
  const auto notation = read_notation(query_field(request, "notation"));
  if (!notation) return respond(wrong_field("notation"));
  const bool names = *notation != PgnNotation::iccs;
  const int most = names ? kMostPliesNamed : kMostPliesWritten;
  const auto count = chosen->empty() ? kMostExported : static_cast<int>(chosen->size());
  // The most that may be written is paid for: how much it is shows only when it is read.
  const int plies = std::min(most, count * static_cast<int>(kMaxPlies));
  decide(
      request, 10 + kOfFileGame * count + plies * (names ? kPlyNamed : kPlyWritten), std::move(respond),
      [id, chosen = *chosen, after = *after, notation = *notation, most,
       format = query_field(request, "format")](storage::Reader& records, const Session& session) {
        const auto found = visible_collection(records, id, session);
        if (!found) return Verdict{not_found()};
        storage::LibraryReader& library = records.library();
        std::vector<storage::LibraryGame> games;
        for (const int number : chosen)
          if (auto game = library.library_game(found->number, number + 1)) games.push_back(*std::move(game));
        if (chosen.empty()) {
          storage::LibraryQuery query{.collection = found->number, .limit = kMostExported};
          if (after > 0) query.after = {"", after};
          games = library.library_games(query).games;
        }
        if (games.empty()) return Verdict{not_found()};
        if (!keep_plies(games, most) && !chosen.empty())
          return Verdict{refusal(ErrorCode::too_large, "These games are too long for one file.")};
        JoinedFile file = join_games(games, format, notation, chosen.size() == 1);
        const bool is_last = !chosen.empty() || games.back().number >= found->games;
        // A part of a file may be empty.
        if (file.empty() && is_last && after == 0)
          return Verdict{refusal(ErrorCode::unsupported, "These games cannot be written in such a format.")};
        HttpResponse response = file.finish(id);
        if (!is_last) response.headers.emplace_back("X-Next-After", std::to_string(games.back().number));
        return Verdict{std::move(response)};
      });
}

void LibraryApi::begin_import(const HttpRequest& request, const std::string& id, Respond respond) {
  decide(request, kPart, std::move(respond),
         [id, body = request.body, most = options_.limits.bytes_of_file,
          of_all = options_.limits.bytes_of_files](storage::Reader& records, const Session& session) {
           const auto found = visible_collection(records, id, session);
           if (!found || !is_own(*found, session)) return Verdict{not_found()};
           const auto form = read_form(body, [most](protocol::Fields& fields) {
             return std::pair(clean_name(fields.text("file")), fields.integer("bytes", 1, most));
           });
           if (!form) return Verdict{wrong_field(form.error())};
           const auto& [file, bytes] = *form;
           // A look, not a lock: several that begin at once may go a little beyond.
           if (records.library().bytes_of_imports() + bytes > of_all)
             return Verdict{refusal(ErrorCode::busy, "Too many files are being imported. Try again later.")};
           const storage::LibraryImport made{.id = new_game_id(),
                                             .collection = found->number,
                                             .owner = found->owner,
                                             .file = file,
                                             .status = "receiving",
                                             .bytes = bytes,
                                             .created = server_now().time_since_epoch().count()};
           return Verdict{.answer = json_response(import_json(made, {*found}), 201),
                          .writes = {storage::BeginImport{made}},
                          .refused = not_allowed("import", "Another file is imported into this collection."),
                          .bytes = static_cast<Cost>(bytes) + kBytesOfImport};
         });
}

void LibraryApi::keep_part(const HttpRequest& request, const std::string& id, const std::string& part,
                           Respond respond) {
  const auto number = engine::to_number<int>(part);
  if (!number || *number < 0) return respond(not_found());
  decide(request, kPart, std::move(respond),
         [id, number = *number, body = request.body](storage::Reader& records, const Session& session) {
           const auto found = own_import(records, id, session);
           if (!found) return Verdict{not_found()};
           const auto form = read_form(body, [](protocol::Fields& fields) {
             return from_base64(fields.text("base64", kLongestPartBody));
           });
           const auto whole = static_cast<std::int64_t>(kBytesOfPart);
           // All parts but the last are full, so the length of a part follows from its number.
           const std::int64_t wanted = std::min(whole, found->bytes - number * whole);
           if (!form || !*form || static_cast<std::int64_t>((*form)->size()) != wanted)
             return Verdict{wrong_field("base64")};
           // Sent again after a lost answer: it is there, which is what was asked. But a part of another file
           // of the same length, which a client took for this one, would be lost in silence.
           if (const auto kept = records.library().import_part(id, number))
             return Verdict{kept->data == **form ? json_response("{}") : wrong_field("base64")};
           return Verdict{.answer = json_response("{}"),
                          .writes = {storage::KeepPart{id, number, {*std::move(*form)}}},
                          .refused = not_allowed("ended", "Nothing more is received for this import."),
                          .is_part = true};
         });
}

void LibraryApi::start_import(const HttpRequest& request, const std::string& id, Respond respond) {
  decide(request, kPart, std::move(respond),
         [id, body = request.body, address = request.address,
          begun = not_allowed("ended", "This import has begun, or has ended.")](storage::Reader& records,
                                                                                const Session& session) {
           const auto found = own_import(records, id, session);
           if (!found) return Verdict{not_found()};
           if (found->status != "receiving") return Verdict{begun};
           const auto choice =
               read_form(body, [](protocol::Fields& fields) { return fields.text_or_empty("games", 4'000); });
           if (!choice || !read_choice(*choice)) return Verdict{wrong_field("games")};
           const auto parts = (found->bytes + static_cast<std::int64_t>(kBytesOfPart) - 1) /
                              static_cast<std::int64_t>(kBytesOfPart);
           // Some are missing: they may still be sent.
           if (records.library().import_parts(id) < parts) return Verdict{wrong_field("parts")};
           return Verdict{.answer = json_response("{}"),
                          .writes = {storage::StartImport{id, *choice, address}},
                          .refused = begun,
                          .begins = id};
         });
}

}  // namespace server
