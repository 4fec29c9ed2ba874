#include "server/api/explorer_api.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "server/api/answer.h"
#include "server/api/library_json.h"
#include "server/api/library_query.h"
#include "server/api/visible_collection.h"
#include "server/library/opening_explorer.h"
#include "server/library/pattern_search.h"
#include "server/protocol/errors.h"

namespace server {

namespace {

using SearchClock = std::chrono::steady_clock;

/// In units of a small message; see games_api.cpp.
constexpr Cost kExplore = 100;     // At most: of two kinds of games 2,001 counted and 8 replayed each.
constexpr Cost kExploreOwn = 150;  // Up to 3 * kMostOwnGames are read and replayed, for Options::own at most.
constexpr Cost kLeast = 5;         // Of either: some rows of an index.
constexpr Cost kCounted = 0.02;    // A row.
constexpr Cost kReplayed = 1;      // A game that is read by itself, with its players' names.
constexpr Cost kBytesRead = 64 << 10;  // Of such games, for 1: variations and comments take megabytes.
constexpr Cost kReplayedInARow = 0.05;
constexpr Cost kPlyAsked = 0.05;
constexpr Cost kSearch = 1'000;  // Up to two seconds.

Cost cost_of_moves(const AskedPosition& asked) {
  return kPlyAsked * static_cast<Cost>(asked.moves.size());
}

/// What makes no sense, or too many moves: no more than these are played, which the cost is reckoned by.
HttpResponse wrong_position(const std::string& field) {
  if (field != "moves") return wrong_field(field);
  return refusal(error(protocol::ErrorCode::too_large,
                       "At most 600 moves are played here: give a later position as pos.", field));
}

/// Which of the public games; none: the word makes no sense.
std::optional<std::vector<int>> public_scope(const std::string& rated) {
  if (rated.empty()) return std::vector<int>{storage::kRatedGames, storage::kCasualGames};
  if (rated == "true") return std::vector<int>{storage::kRatedGames};
  if (rated == "false") return std::vector<int>{storage::kCasualGames};
  return std::nullopt;
}

/// As the games' own rows tell of their players now: who was forgotten since is nowhere else.
void name_players(storage::Reader& records, std::vector<ExploredGame>& games, bool are_own) {
  std::erase_if(games, [&](ExploredGame& each) {
    const auto record = records.load_end(each.id, 0);
    if (!record || (record->game.is_private && !are_own)) return true;
    const auto& [first, second] = record->game.seats;
    each.game.names = {first.name, second.name};
    return false;
  });
}

HttpResponse found_response(storage::Reader& records, const PatternSearch& search, bool are_own) {
  SearchPage found{.looked = search.looked()};
  bool are_of_collection = false;
  for (const auto& [collection, number, ply, pos] : search.found()) {
    are_of_collection = !storage::are_played_here(collection);
    auto game = records.library().library_game(collection, number);
    if (!game) continue;
    found.games.push_back(explored_game(*std::move(game), collection, ply));
    found.games.back().pos = pos;
  }
  if (!are_of_collection) name_players(records, found.games, are_own);
  if (const auto next = search.next()) found.cursor = search_cursor(*next);
  return json_response(found_json(found));
}

}  // namespace

void ExplorerApi::mount(Router& router) {
  router.add("GET", "/api/explorer", this, &ExplorerApi::explore_server);
  router.add("GET", "/api/me/explorer", this, &ExplorerApi::explore_own);
  router.add("GET", "/api/collections/*/explorer", this, &ExplorerApi::explore_collection);
  router.add("GET", "/api/explorer/search", [this](const HttpRequest& request, const auto&, Respond respond) {
    auto scope = public_scope(query_field(request, "rated"));
    if (!scope) return respond(wrong_field("rated"));
    search(request, std::move(respond), [scope = *std::move(scope)](auto&, const auto&) { return scope; });
  });
  router.add("GET", "/api/me/explorer/search", this, &ExplorerApi::search_own);
  router.add(
      "GET", "/api/collections/*/search",
      [this](const HttpRequest& request, const auto& stars, Respond respond) {
        search(request, std::move(respond),
               [id = stars[0]](storage::Reader& records,
                               const Session& session) -> engine::Expected<std::vector<int>, HttpResponse> {
                 const auto found = visible_collection(records, id, session);
                 if (!found) return engine::Unexpected(not_found());
                 return std::vector<int>{found->number};
               });
      });
}

ExplorerApi::Priced ExplorerApi::explored_response(const std::optional<ExploredPosition>& explored,
                                                   Cost of_moves, Cost of_replayed) {
  const Cost least = kLeast + of_moves;
  if (!explored) return {wrong_field("moves"), least};
  const Cost of_games =
      of_replayed * static_cast<Cost>(explored->replayed) + static_cast<Cost>(explored->bytes) / kBytesRead;
  return {json_response(explored_json(*explored)),
          least + kCounted * static_cast<Cost>(explored->counted) + of_games};
}

void ExplorerApi::explore_server(const HttpRequest& request, Respond respond) {
  const auto asked = read_asked_position(request);
  if (!asked) return respond(wrong_position(asked.error()));
  const auto scope = public_scope(query_field(request, "rated"));
  if (!scope) return respond(wrong_field("rated"));
  answer(request, kExplore + cost_of_moves(*asked), std::move(respond),
         [asked = *asked, scope = *scope](storage::Reader& records, const Session&) {
           auto explored = explore_collections(records.library(), scope, asked);
           if (explored) name_players(records, explored->games, false);
           return explored_response(explored, cost_of_moves(asked), kReplayed);
         });
}

void ExplorerApi::explore_own(const HttpRequest& request, Respond respond) {
  const auto asked = read_asked_position(request);
  if (!asked) return respond(wrong_position(asked.error()));
  answer(request, kExploreOwn + cost_of_moves(*asked), std::move(respond),
         [asked = *asked, own = options_.own](storage::Reader& records, const Session& session) {
           if (!session) return Priced{unauthorized(), kLeast};
           auto explored =
               explore_own_games(records.library(), session->user.id, asked, SearchClock::now() + own);
           if (explored) name_players(records, explored->games, true);
           return explored_response(explored, cost_of_moves(asked), kReplayedInARow);
         });
}

void ExplorerApi::explore_collection(const HttpRequest& request, const std::string& id, Respond respond) {
  const auto asked = read_asked_position(request);
  if (!asked) return respond(wrong_position(asked.error()));
  answer(request, kExplore + cost_of_moves(*asked), std::move(respond),
         [id, asked = *asked](storage::Reader& records, const Session& session) {
           const auto found = visible_collection(records, id, session);
           if (!found) return Priced{not_found(), kLeast};
           return explored_response(explore_collections(records.library(), std::array{found->number}, asked),
                                    cost_of_moves(asked), kReplayed);
         });
}

void ExplorerApi::answer(const HttpRequest& request, Cost cost, Respond respond, Answer answer) {
  read_then(
      records_, request, cost, std::move(respond),
      [answer = std::move(answer)](storage::Reader& records, const std::string& token) {
        return answer(records, session_of(records, token));
      },
      [cost, give_back = request.give_back](Priced priced, const Respond& respond_to) {
        if (priced.cost < cost) give_back(cost - priced.cost);
        respond_to(std::move(priced.response));
      });
}

/// The games that a visitor has here are looked at in one go.
void ExplorerApi::search_own(const HttpRequest& request, Respond respond) {
  auto asked = read_asked_search(request);
  if (!asked) return respond(wrong_position(asked.error()));
  answer(request, kExploreOwn, std::move(respond),
         [asked = *std::move(asked), own = options_.own](storage::Reader& records, const Session& session) {
           const auto look = [&]() -> HttpResponse {
             if (!session) return unauthorized();
             if (asked.from.collection >= storage::kGamesPlayedHere.size()) return wrong_field("cursor");
             const auto search = PatternSearch::begin(asked.pattern, asked.from, asked.limit);
             if (!search) return wrong_field(search.error());
             (*search)->look_at_own_games(records.library(), session->user.id, SearchClock::now() + own);
             return found_response(records, **search, true);
           };
           return Priced{look(), kExploreOwn};
         });
}

struct ExplorerApi::Search {
  using Ticket = KeyedCounts::Ticket;

  /// On the pool. None: others have their turn first.
  std::optional<HttpResponse> look(storage::Reader& records, const Options& options);
  /// What is wrong with it, if anything is.
  std::optional<HttpResponse> begin(storage::Reader& records);

  AskedSearch asked{};
  std::string token{}, address{};
  Scope scope{};
  Respond respond{};
  Ticket of_address{}, of_all{};
  std::vector<int> collections{};
  std::unique_ptr<PatternSearch> looking{};  // Once it has begun.
  SearchClock::time_point asked_at = SearchClock::now();
  SearchClock::duration used{};
};

std::optional<HttpResponse> ExplorerApi::Search::begin(storage::Reader& records) {
  auto found = scope(records, session_of(records, token));
  if (!found) return found.error();
  collections = *std::move(found);
  if (asked.from.collection >= collections.size()) return wrong_field("cursor");
  auto made = PatternSearch::begin(asked.pattern, asked.from, asked.limit);
  if (!made) return wrong_field(made.error());
  looking = *std::move(made);
  return std::nullopt;
}

std::optional<HttpResponse> ExplorerApi::Search::look(storage::Reader& records, const Options& options) {
  if (!looking)
    if (auto refused = begin(records)) return refused;
  const auto from = SearchClock::now();
  const bool is_done = looking->look(records.library(), collections, from + options.search_at_once);
  const auto now = SearchClock::now();
  used += now - from;
  const bool may_go_on = used < options.search && now - asked_at < options.patience;
  if (!is_done && may_go_on) return std::nullopt;
  return found_response(records, *looking, false);
}

void ExplorerApi::search(const HttpRequest& request, Respond respond, Scope scope) {
  auto asked = read_asked_search(request);
  if (!asked) return respond(wrong_field(asked.error()));
  const auto search = std::make_shared<Search>();
  search->address = budget_of(request).address;
  search->of_address = searchers_.admit(search->address, 1);
  if (search->of_address) search->of_all = searches_.admit("", options_.searches);
  if (!search->of_all) return respond(refusal(protocol::ErrorCode::busy, "Other searches are under way."));
  if (const auto wait = request.refuse(kSearch)) return respond(too_many_requests(*wait));
  search->asked = *std::move(asked);
  search->token = hash_of(request);
  search->scope = std::move(scope);
  search->respond = std::move(respond);
  go_on(search);
}

/// A part at a time: one thread does this for all requests.
void ExplorerApi::go_on(std::shared_ptr<Search> search) {
  using Looked = std::optional<HttpResponse>;
  records_.read(
      {WorkPool::Lane::slow, search->address},
      [search, options = options_](storage::Reader& records) { return search->look(records, options); },
      [this, search](std::optional<Looked> looked) {
        if (!looked) return search->respond(records_unavailable());
        if (*looked) return search->respond(**std::move(looked));
        go_on(search);
      });
}

}  // namespace server
