#include "server/api/tournament_api.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>
#include <vector>

#include "engine/core/to_number.h"
#include "server/api/answer.h"
#include "server/api/games_file.h"
#include "server/api/read_form.h"
#include "server/api/tournament_access.h"
#include "server/api/tournament_files.h"
#include "server/api/tournament_form.h"
#include "server/api/tournament_games.h"
#include "server/api/tournament_json.h"
#include "server/api/tournament_rulings.h"
#include "server/base/addresses.h"
#include "server/identity/measures.h"
#include "server/protocol/errors.h"
#include "server/protocol/obstacle.h"
#include "server/tournament/words.h"

namespace server {
namespace {

using protocol::ErrorCode;
using tournament::Phase;
using tournament::Refusal;

/// In units of a small message; see games_api.cpp.
constexpr Cost kAct = 10, kShow = 10, kShort = 2, kListOfPhases = 20;
/// Of a tournament that has to be read; a step reads the results of all its games, too.
constexpr Cost kOfEvent = 0.02;
constexpr int kMostOfPhase = 50;  // On a page, of each phase.
/// Waves of an arena of which all is shown that is played, the last ones: of ten minutes, each with a read.
constexpr int kMostWaves = 60;
constexpr Cost kShowWaves = 60;

/// 0: it is not there; none: it makes no sense.
std::optional<int> read_number(const HttpRequest& request, const std::string& field) {
  const std::string text = query_field(request, field);
  if (text.empty()) return 0;
  const auto number = engine::to_number<int>(text);
  return number && *number > 0 ? number : std::nullopt;
}

/// Without reading the tournament.
bool is_version(storage::Reader& store, const std::string& id, int version) {
  // One event from there on: the version exists and is the last.
  return store.tournament_events(id, version - 1, 2).size() == 1;
}

HttpResponse too_many_of_address() {
  return refusal(because(protocol::Obstacle::address,
                         error(ErrorCode::rate_limited, "Enough tournaments of your address are not over.")));
}

/// Of the round or the waves that are shown, and of the one in which the user plays: of an arena any.
std::vector<storage::TournamentGame> games_of(storage::Reader& store, const TournamentView& view) {
  const auto& [about, state] = view.tournament;
  std::set<int> rounds{view.round};
  const tournament::Number user = view.user.empty() ? 0 : state.find(view.user);
  for (const tournament::GameId id : state.running_games()) {
    const bool is_shown = view.played_from > 0 && id.round >= view.played_from;
    if (is_shown || (user != 0 && state.find_table(id)->has(user))) rounds.insert(id.round);
  }
  std::vector<storage::TournamentGame> games;
  for (const int round : rounds)
    std::ranges::move(store.tournament_games(about.id, round), std::back_inserter(games));
  return games;
}

// ---- what is done ---------------------------------------------------------------------------------------

/// The first round with it; an arena begins with some seconds to arrive. So many at once are all that the
/// server can have.
std::optional<protocol::Error> start(storage::Reader& store, const storage::User& user, TournamentStep& step,
                                     int most_running) {
  if (static_cast<int>(store.tournaments("running", most_running).size()) >= most_running)
    return protocol::retry_after(std::chrono::minutes(1), ErrorCode::busy,
                                 "Too many tournaments are played.");
  if (const auto refusal = step.follow(decide_start(step.state(), step.order(user.id))))
    return to_error(*refusal);
  if (step.state().rules().format == tournament::Format::arena) return std::nullopt;
  // In the same step, so that a tournament without a possible first round does not start.
  return to_answer(step.go_on(step.order()));
}

/// Of the user, or of whom the director names.
std::optional<protocol::Error> withdraw(const std::string& body, const storage::User& user,
                                        TournamentStep& step) {
  const auto form = read_form(
      body, [](protocol::Fields& fields) { return fields.integer_or("player", 0, 1, kMostOrdinal); });
  if (!form) return bad_field(form.error());
  const auto own = step.state().find(user.id);
  const auto player = *form == 0 ? own : *form;
  // Players withdraw themselves, the director anyone.
  if (player != own && user.id != step.tournament().about.owner)
    return error(ErrorCode::forbidden, "Only the director withdraws others.");
  return to_answer(step.follow(decide_withdraw(step.state(), player, step.order(user.id))));
}

std::optional<protocol::Error> correct(const std::string& body, const storage::User& user,
                                       TournamentStep& step) {
  const auto form = read_correction(body);
  if (!form) return bad_field(form.error());
  const tournament::Order order = step.order(user.id, form->note);
  return to_answer(step.follow(decide_correct(step.state(), form->game, form->result, order)));
}

std::optional<protocol::Error> forbid(const std::string& body, const storage::User& user,
                                      TournamentStep& step) {
  const auto form = read_form(body, [](protocol::Fields& fields) {
    const auto number = [&](const char* field) {
      return static_cast<int>(fields.integer(field, 1, kMostOrdinal));
    };
    return std::pair(number("a"), number("b"));
  });
  if (!form) return bad_field(form.error());
  return to_answer(step.follow(decide_forbid(step.state(), form->first, form->second, step.order(user.id))));
}

// ---- what is made ---------------------------------------------------------------------------------------

/// Its first event.
tournament::Event creation_of(const NewTournament& made) {
  tournament::Event event{.v = 1, .at = TimePoint(Millis(made.about.created)), .by = made.about.owner};
  event.change = tournament::Created{made.rules};
  return event;
}

/// The director of a simul is its host.
void seat_host(storage::Reader& store, const storage::User& user, NewTournament& made) {
  if (made.rules.format != tournament::Format::simul) return;
  made.host = joining(store, user, *tournament::TournamentState::begin(creation_of(made)));
}

/// With a simul comes the second event.
std::vector<storage::Write> writes_of(const NewTournament& made, int most) {
  const tournament::Event created = creation_of(made);
  std::vector<storage::Write> writes{storage::CreateTournament{made.about, to_record(created), most}};
  if (!made.host) return writes;
  tournament::Event joined{.v = 2, .at = created.at, .by = created.by};
  joined.change = *made.host;
  storage::AppendTournament append{.tournament = made.about.id, .phase = made.about.phase};
  append.events.push_back(to_record(joined));
  writes.emplace_back(std::move(append));
  return writes;
}

// ---- what is told ---------------------------------------------------------------------------------------

/// The cross table or FIDE's report.
HttpResponse report(const StoredTournament& found, const std::string& format) {
  const bool is_trf = format == "trf";
  const tournament::Format played = found.state.rules().format;
  if (is_trf && (played == tournament::Format::arena || played == tournament::Format::simul))
    return refusal(ErrorCode::unsupported, "This format has no rounds to report.");
  HttpResponse file{.type = is_trf ? "text/plain; charset=utf-8" : "text/csv; charset=utf-8",
                    .body = is_trf ? tournament_trf(found) : tournament_csv(found.state)};
  file.headers.emplace_back("Content-Disposition",
                            "attachment; filename=\"" + found.about.id + '.' + format + '"');
  return file;
}

}  // namespace

// ---- routes ---------------------------------------------------------------------------------------------

void TournamentApi::mount(Router& router) {
  router.add("POST", "/api/tournaments", this, &TournamentApi::create);
  router.add("GET", "/api/tournaments", this, &TournamentApi::list);
  router.add("GET", "/api/tournaments/*", this, &TournamentApi::show);
  router.add("GET", "/api/tournaments/*/export", this, &TournamentApi::export_as);
  add_act(router, "POST", "/api/tournaments/*/join", join, {.joins = true});
  add_act(
      router, "POST", "/api/tournaments/*/withdraw",
      [](const AskedAct& asked) { return withdraw(asked.body, asked.user, asked.step); }, Takes());
  const auto ask_bye = [](const AskedAct& asked) {
    const auto& state = asked.step.state();
    return to_answer(
        asked.step.follow(decide_ask_bye(state, state.find(asked.user.id), asked.step.order(asked.user.id))));
  };
  add_act(router, "POST", "/api/tournaments/*/bye", ask_bye, Takes());
  mount_acts_of_director(router);
}

void TournamentApi::mount_acts_of_director(Router& router) {
  const auto of_director = [this, &router](const std::string& method, const std::string& pattern, auto act,
                                           Takes takes = Takes()) {
    takes.of_director = true;
    add_act(router, method, pattern, act, takes);
  };
  const auto begin = [this](const AskedAct& asked) {
    return start(asked.store, asked.user, asked.step, tournaments_.options().most_running);
  };
  const auto begin_round = [](const AskedAct& asked) {
    return to_answer(asked.step.go_on(asked.step.order(asked.user.id)));
  };
  const Takes games{.games = true};
  of_director("POST", "/api/tournaments/*/start", begin, {.place = true, .games = true});
  of_director("POST", "/api/tournaments/*/next", begin_round, games);
  const auto correct_result = [](const AskedAct& asked) {
    return correct(asked.body, asked.user, asked.step);
  };
  of_director("POST", "/api/tournaments/*/result", correct_result, {.after_end = true});
  of_director("POST", "/api/tournaments/*/pause", [](const AskedAct& asked) {
    return to_answer(asked.step.follow(decide_pause(asked.step.state(), asked.step.order(asked.user.id))));
  });
  of_director("POST", "/api/tournaments/*/resume", [](const AskedAct& asked) {
    return to_answer(asked.step.follow(decide_resume(asked.step.state(), asked.step.order(asked.user.id))));
  });
  of_director("POST", "/api/tournaments/*/forbid",
              [](const AskedAct& asked) { return forbid(asked.body, asked.user, asked.step); });
  const bool makes_guests = options_.makes_guests;
  of_director("POST", "/api/tournaments/*/players",
              [makes_guests](const AskedAct& asked) { return add_player(asked, makes_guests); });
  of_director("POST", "/api/tournaments/*/substitute",
              [makes_guests](const AskedAct& asked) { return substitute_player(asked, makes_guests); });
  of_director("POST", "/api/tournaments/*/exchange", exchange_seats, games);
  of_director("POST", "/api/tournaments/*/replay", replay_game, games);
  // The round in its place begins by itself.
  of_director("POST", "/api/tournaments/*/annul", annul_round, games);
  of_director("DELETE", "/api/tournaments/*", [](const AskedAct& asked) {
    return to_answer(asked.step.follow(decide_cancel(asked.step.state(), asked.step.order(asked.user.id))));
  });
}

/// The session is known before a step begins.
void TournamentApi::add_act(Router& router, const std::string& method, const std::string& pattern,
                            std::function<RefusedAct(const AskedAct&)> act, Takes takes) {
  router.add(method, pattern,
             [this, act, takes](const HttpRequest& request, const auto& stars, Respond respond) {
               if (request.bearer.empty()) return respond(refusal(who_are_you()));
               if (!is_game_id(stars[0])) return respond(not_found());
               if (const auto wait = request.refuse(kShort)) return respond(too_many_requests(*wait));
               const RequestBudget budget = budget_of(request);
               records_.read(
                   {.address = budget.address},
                   [token = hash_of(request), address = budget.address,
                    id = stars[0]](storage::Reader& store) { return judge_act(store, token, address, id); },
                   [this, acting = Acting{stars[0], act, request.body, takes}, budget,
                    respond = std::move(respond)](std::optional<JudgedAct> judged) {
                     if (!judged) return respond(records_unavailable());
                     if (auto why = refuse_act(*judged, acting.takes.of_director, acting.takes.after_end))
                       return respond(*std::move(why));
                     // Twice paid: little before so much is known, the step itself afterwards.
                     if (const auto wait = budget.refuse(kAct + kOfEvent * judged->events))
                       return respond(too_many_requests(*wait));
                     carry_out(acting, judged->session->user, budget.address, respond);
                   });
             });
}

std::optional<std::chrono::milliseconds> TournamentApi::refuse_games(const std::string& user,
                                                                     const std::string& address) {
  const auto now = TokenBucket::Time::clock::now();
  const Cost cost = cost_of_address(is_private_key(address));
  if (const auto wait = begun_by_addresses_.refuse(address, now, cost)) return wait;
  const auto wait = begun_by_users_.refuse(user, now);
  if (wait) begun_by_addresses_.give_back(address, now, cost);
  return wait;
}

/// Nothing has begun.
void TournamentApi::give_back_games(const std::string& user, const std::string& address) {
  const auto now = TokenBucket::Time::clock::now();
  begun_by_addresses_.give_back(address, now, cost_of_address(is_private_key(address)));
  begun_by_users_.give_back(user, now);
}

bool TournamentApi::pay_for_joining(const std::string& key, const std::string& address) {
  const Cost cost = cost_of_address(is_private_key(address));
  return !joined_.refuse(key, TokenBucket::Time::clock::now(), cost);
}

void TournamentApi::give_back_joining(const std::string& key, const std::string& address) {
  joined_.give_back(key, TokenBucket::Time::clock::now(), cost_of_address(is_private_key(address)));
}

void TournamentApi::carry_out(const Acting& acting, const storage::User& user, const std::string& address,
                              const Respond& respond) {
  const auto token = std::make_shared<std::string>();
  const auto has_joined = std::make_shared<bool>(false);
  const std::string joining_key =
      acting.takes.joins && !address.empty() ? acting.id + network_key(address) : "";
  const bool may_join = joining_key.empty() || pay_for_joining(joining_key, address);
  const auto place =
      acting.takes.place ? tournaments_.place(acting.id, address, /*runs=*/true) : std::nullopt;
  if (acting.takes.place && !place) return respond(too_many_of_address());
  if (acting.takes.games)
    if (const auto wait = tournaments_.wait_to_begin(acting.id, acting.takes.place ? address : ""))
      return respond(too_many_requests(*wait));
  if (acting.takes.games)
    if (const auto wait = refuse_games(user.id, address)) return respond(too_many_requests(*wait));
  tournaments_.act(
      acting.id, address,
      [acting, user, token, may_join, has_joined](storage::Reader& store, TournamentStep& step) {
        *has_joined = false;  // Anew after another server was faster.
        return acting.act(AskedAct{store, user, acting.body, step, *token, may_join, *has_joined});
      },
      [this, user_id = user.id, address, takes = acting.takes, token, joining_key, may_join, has_joined,
       respond](const Tournaments::Outcome& outcome) {
        if (!joining_key.empty() && may_join && (outcome.error || !*has_joined))
          give_back_joining(joining_key, address);
        if (outcome.error && takes.games) give_back_games(user_id, address);
        if (outcome.error) return respond(refusal(*outcome.error));
        const std::string version = "{\"version\":" + std::to_string(outcome.tournament->state.version());
        respond(json_response(version + (token->empty() ? "}" : ",\"token\":\"" + *token + "\"}")));
      },
      place);
}

void TournamentApi::create(const HttpRequest& request, Respond respond) {
  if (request.bearer.empty()) return respond(refusal(who_are_you()));
  using Read = engine::Expected<NewTournament, protocol::Error>;
  const auto read = [body = request.body, address = budget_of(request).address](
                        storage::Reader& store, const std::string& token) -> Read {
    const auto session = session_at(store, token, address);
    if (!session) return engine::Unexpected(who_are_you());
    auto made = read_tournament_form(body, session->user, server_now());
    if (!made) return made;
    // Its name is in the list of all.
    if (const auto mute = store.measure_of("mute", session->user.id, made->about.created))
      return engine::Unexpected(muted(*mute));
    if (const auto refused = refuse_director(store, made->about)) return engine::Unexpected(*refused);
    seat_host(store, session->user, *made);
    return made;
  };
  const auto write = [this, address = request.address, of_place = budget_of(request).address](
                         const NewTournament& made, const Respond& answer) {
    const auto place = tournaments_.place(made.about.id, of_place, /*runs=*/false);
    if (!place) return answer(too_many_of_address());
    const auto now = TokenBucket::Time::clock::now();
    if (const auto wait = created_.refuse(address, now)) return answer(too_many_requests(*wait));
    add(made, *place, address, answer);
  };
  find_then(records_, request, kAct, std::move(respond), read, write);
}

void TournamentApi::add(const NewTournament& made, const Tournaments::Tickets& place,
                        const std::string& address, const Respond& respond) {
  const std::string id = made.about.id;
  auto added = [this, id, place, address, respond](Persisted persisted) {
    // Unknown: it may stand, so it stays paid for.
    if (persisted != Persisted::done && persisted != Persisted::unknown)
      created_.give_back(address, TokenBucket::Time::clock::now());
    if (persisted == Persisted::refused)
      return respond(
          refusal(error(ErrorCode::not_allowed, "End one of your tournaments first.", "tournaments")));
    if (persisted != Persisted::done) return respond(records_unavailable());
    tournaments_.occupy(id, place);
    respond(json_response("{\"id\":\"" + id + "\"}", 201));
  };
  records_.commit(writes_of(made, options_.of_user), std::move(added));
}

void TournamentApi::list(const HttpRequest& request, Respond respond) {
  const std::string cursor = query_field(request, "cursor");
  const auto places = read_list_places(cursor);
  if (!places && !cursor.empty()) return respond(wrong_field("cursor"));
  const auto write = [places](storage::Reader& store, const auto&) {
    TournamentLists lists;
    for (std::size_t i = 0; i < lists.size(); ++i) {
      if (!places) {
        lists[i] = store.tournaments(kListedPhases[i], kMostOfPhase);
      } else if (const auto& last = (*places)[i]) {
        lists[i] = store.tournaments_after(*last, kListedPhases[i], kMostOfPhase);
      }
    }
    return json_response(tournaments_json(lists, kMostOfPhase));
  };
  answer_from_store(records_, request, kListOfPhases, std::move(respond), write);
}

/// A client that asks again for what it knows is told so, for less.
void TournamentApi::show(const HttpRequest& request, const std::string& id, Respond respond) {
  const bool is_all = query_field(request, "round") == "all";
  const auto round = is_all ? std::optional(0) : read_number(request, "round");
  if (!round) return respond(wrong_field("round"));
  const auto version = read_number(request, "version");
  if (!version) return respond(wrong_field("version"));
  if (!is_game_id(id)) return respond(not_found());
  Wanted wanted{
      .id = id, .round = *round, .is_all = is_all, .token = hash_of(request), .budget = budget_of(request)};
  if (*version == 0) return show_all(wanted, respond);
  if (const auto wait = request.refuse(kShort)) return respond(too_many_requests(*wait));
  records_.read(
      {.address = wanted.budget.address},
      [id, version = *version](storage::Reader& store) { return is_version(store, id, version); },
      [this, wanted, version = *version, respond = std::move(respond)](std::optional<bool> is_last) {
        if (!is_last) return respond(records_unavailable());
        if (!*is_last) return show_all(wanted, respond);
        respond(json_response("{\"version\":" + std::to_string(version) + '}'));
      });
}

void TournamentApi::show_all(const Wanted& wanted, const Respond& respond) {
  const TournamentPtr known = tournaments_.known(wanted.id);
  const bool may_be_arena = !known || known->state.rules().format == tournament::Format::arena;
  if (wanted.is_all && may_be_arena)
    if (const auto wait = wanted.budget.refuse(kShowWaves)) return respond(too_many_requests(*wait));
  pay_for_reading(wanted.id, wanted.budget, respond, [this, wanted, respond] { tell(wanted, respond); });
}

/// What is known here is read no more, but for what is new. Another one is paid for by its length.
void TournamentApi::pay_for_reading(const std::string& id, const RequestBudget& budget,
                                    const Respond& respond, std::function<void()> then) {
  const auto pay = [budget, respond, then = std::move(then)](Cost cost) {
    if (const auto wait = budget.refuse(cost)) return respond(too_many_requests(*wait));
    then();
  };
  if (tournaments_.known(id)) return pay(kShow);
  records_.read(
      {.address = budget.address}, [id](storage::Reader& store) { return most_events(store, id); },
      [pay, respond](std::optional<int> events) {
        if (!events) return respond(records_unavailable());
        pay(kShow + kOfEvent * *events);
      });
}

void TournamentApi::tell(const Wanted& wanted, const Respond& respond) {
  const Millis unpaid = tournaments_.wait_to_begin(wanted.id).value_or(Millis(0));
  records_.read(
      {WorkPool::Lane::slow, wanted.budget.address},
      [this, id = wanted.id, round = wanted.round, is_all = wanted.is_all, token = wanted.token, unpaid,
       known = tournaments_.known(wanted.id)](storage::Reader& store) -> HttpResponse {
        const TournamentPtr found = read_tournament(store, id, known);
        if (!found) return not_found();
        const auto session = session_of(store, token);
        // Rounds as they were paired, annulled ones included: numbers of games are those.
        const int last = static_cast<int>(found->state.rounds().size());
        TournamentView view{.tournament = *found, .user = session ? session->user.id : ""};
        if (!found->about.club.empty())
          if (const auto club = store.club(found->about.club)) view.club_name = club->name;
        view.round = round > 0 ? std::min(round, last) : last;
        if (const auto at = tournaments_.next_round_at(*found))
          view.next_round = std::max(*at - server_now(), unpaid);
        const bool is_running_arena = found->state.phase() == Phase::running &&
                                      found->state.rules().format == tournament::Format::arena;
        if (is_running_arena) view.ends_in = std::max(last_wave_of(found->state) - server_now(), Millis(0));
        if (is_running_arena && is_all) view.played_from = std::max(last - kMostWaves + 1, 1);
        return json_response(tournament_json(view, games_of(store, view)));
      },
      [respond](std::optional<HttpResponse> answer) {
        respond(answer ? *std::move(answer) : records_unavailable());
      });
}

void TournamentApi::export_as(const HttpRequest& request, const std::string& id, Respond respond) {
  const auto round = read_number(request, "round");
  if (!round) return respond(wrong_field("round"));
  const std::string after = query_field(request, "after");
  WantedGames games{*round, engine::to_number<int>(after)};
  if (!after.empty() && games.after.value_or(-1) < 0) return respond(wrong_field("after"));
  if (!is_game_id(id)) return respond(not_found());
  const std::string format = query_field(request, "format");
  const bool is_report = format == "csv" || format == "trf";
  if (!format.empty() && !is_report && !GamesFile::knows(format))
    return respond(refusal(ErrorCode::unsupported, "There is no such format."));
  const Download wanted{id, games, is_report, format, budget_of(request), request.has_left};
  pay_for_reading(id, wanted.budget, respond, [this, wanted, respond] { write_file(wanted, respond); });
}

void TournamentApi::write_file(const Download& wanted, const Respond& respond) {
  struct Found {
    std::optional<HttpResponse> answer{};
    std::string format{};
    TournamentGames games{};
  };
  auto look = [wanted, known = tournaments_.known(wanted.id)](storage::Reader& store) -> Found {
    const TournamentPtr found = read_tournament(store, wanted.id, known);
    if (!found) return {.answer = not_found()};
    if (wanted.is_report) return {.answer = report(*found, wanted.format)};
    std::string format = wanted.format.empty() ? GamesFile::usual(found->about.game) : wanted.format;
    auto games = games_of_file(store, *found, wanted.games, format);
    if (!games) return {.answer = refusal(ErrorCode::too_large, "Ask for a part, or for one round.")};
    return {.format = std::move(format), .games = *std::move(games)};
  };
  auto write = [this, wanted, respond](std::optional<Found> found) {
    if (!found) return respond(records_unavailable());
    if (found->answer) return respond(*std::move(found->answer));
    if (const auto wait = wanted.budget.refuse(found->games.cost)) return respond(too_many_requests(*wait));
    auto has_left = wanted.has_left;
    const auto next_after = found->games.next_after;
    WorkPool::Order order{WorkPool::Lane::slow, wanted.budget.address};
    write_games({.records = records_,
                 .has_left = std::move(has_left),
                 .order = std::move(order),
                 .file = GamesFile(found->format),
                 .add_some = adding(std::move(found->games)),
                 .finish =
                     [id = wanted.id, next_after](GamesFile& file) {
                       HttpResponse file_of_games = file.finish(id);
                       if (next_after)
                         file_of_games.headers.emplace_back("X-Next-After", std::to_string(*next_after));
                       return file_of_games;
                     },
                 .respond = respond});
  };
  records_.read({WorkPool::Lane::slow, wanted.budget.address}, std::move(look), std::move(write));
}

}  // namespace server
