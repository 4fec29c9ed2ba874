#include "server/api/study_api.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "engine/core/to_number.h"
#include "server/api/answer.h"
#include "server/api/file_notes.h"
#include "server/api/study_file.h"
#include "server/identity/names.h"
#include "server/identity/tokens.h"
#include "server/match/imported_game.h"
#include "server/protocol/errors.h"
#include "server/protocol/obstacle.h"
#include "server/protocol/study_codec.h"
#include "server/study/limits.h"

namespace server {
namespace {

using Json = nlohmann::ordered_json;  // Written, never read.
using protocol::ErrorCode;
using protocol::StudyRole;

/// In units of a small message; see games_api.cpp. A body costs as an import of its size.
constexpr Cost kShowStudy = 5, kListStudies = 40, kChangeStudy = 10, kPerByteOfChapter = 1.0 / 256;
constexpr int kMostStudiesListed = 500;
constexpr int kTriesToAdd = 5;
/// A file of kMaxGameText as JSON, and what stands around it.
constexpr std::size_t kLongestChapterBody = kMaxGameText + (16 << 10);

/// Of a chapter or a member.
std::optional<int> number_in(const std::string& text) {
  const auto number = engine::to_number<int>(text);
  return number && *number > 0 ? number : std::nullopt;
}

std::string user_of(const std::optional<storage::Session>& session) {
  return session ? session->user.id : std::string();
}

HttpResponse created(Json json, const std::vector<BadText>& notes) {
  if (!notes.empty()) json["notes"] = notes_json(notes);
  return json_response(in_utf8(json), 201);
}

HttpResponse changed_meanwhile() {
  return refusal(ErrorCode::not_allowed, "Something has changed meanwhile; try again.");
}

std::string studies_json(std::vector<storage::StudyOfMember> studies) {
  const bool more = cut_list(studies, kMostStudiesListed);
  Json list = Json::array();
  for (const auto& [study, role] : studies)
    list.push_back({{"id", study.id},
                    {"name", study.name},
                    {"visibility", study.visibility},
                    {"owner", study.owner_name},
                    {"created", study.created},
                    {"role", role}});
  Json json = {{"studies", std::move(list)}};
  if (more) json["more"] = true;
  return json.dump();
}

std::string shown_info(const StoredStudy& study, const std::string& user) {
  const storage::StudyMember* const member = study.member(user);
  return protocol::study_info_json(to_info(study), member ? member->number : 0);
}

using Found = engine::Expected<StoredStudy, HttpResponse>;

/// A study of which this user is at least that, or why it is not theirs to change.
Found find_for(storage::Reader& store, const std::optional<storage::Session>& session, const std::string& id,
               StudyRole least) {
  if (!session) return engine::Unexpected(unauthorized());
  auto study = read_study_for(store, id, session->user.id);
  if (!study) return engine::Unexpected(not_found());
  const storage::StudyMember* const member = study->member(session->user.id);
  if (!member || role_of(*member) < least)
    return engine::Unexpected(refusal(ErrorCode::forbidden, "This is not yours to change."));
  return *std::move(study);
}

/// An account that may be asked to write together with the owner.
engine::Expected<storage::User, protocol::Error> find_partner(storage::Reader& store,
                                                              const std::string& owner,
                                                              const std::string& name) {
  const auto account = find_named(store, name);
  if (!account || account->password.empty())
    return engine::Unexpected(error(ErrorCode::not_found, "There is no such player."));
  if (store.relation(owner, account->user.id) == "block")
    return engine::Unexpected(error(ErrorCode::not_allowed, "You block this player.", "blocking"));
  if (store.relation(account->user.id, owner) == "block")
    return engine::Unexpected(error(ErrorCode::forbidden, "This player does not want it.", "blocked"));
  return account->user;
}

}  // namespace

struct StudyApi::Adding {
  std::string study;
  std::vector<NewChapter> chapters;
  std::string address;
  Respond respond;
  int number = 1;  ///< Of the next chapter.
  std::size_t next = 0;
  int tries = 0;
  bool is_last_unknown = false;  ///< Whether the next chapter is on the disk.
  Json made = Json::array();
  std::vector<BadText> notes{};  ///< What of a file no chapter has.

  /// Of the next chapter.
  storage::Write write() const {
    const NewChapter& chapter = chapters[next];
    storage::AddChapter add;  // Filled piece by piece for g++ 12, which warns of an aggregate in braces.
    add.study = study;
    add.chapter.number = number;
    add.chapter.name = chapter.name;
    add.chapter.game = chapter.game;
    add.snapshot = chapter.snapshot;
    return add;
  }
};

void StudyApi::mount(Router& router) {
  const Price usual{kChangeStudy}, with_chapters{kChangeStudy, kPerByteOfChapter};
  const auto make = [most = options_.of_user](const Asked& asked) { return create(asked, most); };
  add(router, "GET", "/api/studies", {kListStudies}, list);
  add(router, "POST", "/api/studies", with_chapters, make, kLongestChapterBody);
  add(router, "GET", "/api/studies/*", {kShowStudy}, show);
  add(router, "POST", "/api/studies/*", usual, change);
  add(router, "DELETE", "/api/studies/*", usual, remove);
  router.add("GET", "/api/studies/*/export", this, &StudyApi::export_as);
  router.add("GET", "/api/studies/*/chapters/*",
             [this](const HttpRequest& request, const auto& stars, Respond respond) {
               const auto number = number_in(stars[1]);
               if (!number) return respond(not_found());
               show_chapter(request, {stars[0], *number}, std::move(respond));
             });
  add(router, "POST", "/api/studies/*/chapters", with_chapters, add_chapters, kLongestChapterBody);
  add(router, "POST", "/api/studies/*/members", usual, invite);
  add(router, "POST", "/api/studies/*/members/*", usual, change_role);
}

void StudyApi::add(Router& router, const char* method, const char* pattern, const Price& price,
                   const Decide& decide, std::size_t longest_body) {
  const auto handler = [this, price, decide](const HttpRequest& request, const Router::Segments& stars,
                                             Respond respond) {
    const Cost cost = price.request + price.per_byte * static_cast<Cost>(request.body.size());
    if (price.per_byte == 0) return judge(request, cost, decide, stars, std::move(respond));
    if (const auto wait = request.refuse(cost)) return respond(too_many_requests(*wait));
    records_.read(
        {WorkPool::Lane::slow, budget_of(request).address},
        [body = request.body](storage::Reader& store) { return cost_beside_length(body, store); },
        [this, request, decide, stars, respond = std::move(respond)](std::optional<Cost> more) {
          if (!more) return respond(records_unavailable());
          judge(request, *more, decide, stars, respond);
        });
  };
  router.add(method, pattern, handler, longest_body);
}

void StudyApi::judge(const HttpRequest& request, Cost cost, const Decide& decide,
                     const Router::Segments& stars, Respond respond) {
  read_then(
      records_, request, cost, std::move(respond),
      [decide, stars, body = request.body, address = budget_of(request).address](storage::Reader& store,
                                                                                 const std::string& token) {
        return decide(Asked{store, session_at(store, token, address), stars, body});
      },
      [this, address = budget_of(request).address](Verdict verdict, const Respond& answer) {
        carry_out(std::move(verdict), address, answer);
      });
}

StudyApi::Verdict StudyApi::list(const Asked& asked) {
  if (!asked.session) return {unauthorized()};
  const std::string& user = asked.session->user.id;
  return {json_response(studies_json(asked.store.studies_of(user, kMostStudiesListed + 1)))};
}

StudyApi::Verdict StudyApi::create(const Asked& asked, int most) {
  if (!asked.session) return {unauthorized()};
  const auto title = read_study_title(asked.body);
  if (!title) return {wrong_field(title.error())};
  if (!title->name) return {wrong_field("name")};
  // A body with `chapter` or `game`: see read_new_chapters(). The study's name is not the chapter's.
  auto chapters = read_new_chapters(asked.body, asked.store, study::kMostChapters);
  if (!chapters) return {refusal(chapters.error())};
  const storage::Study study{.id = new_game_id(),
                             .owner = asked.session->user.id,
                             .owner_name = asked.session->user.name,
                             .name = *title->name,
                             .visibility = title->visibility.value_or("private"),
                             .created = server_now().time_since_epoch().count()};
  return {.writes = {storage::CreateStudy{study, most}},
          .refused = refusal(error(ErrorCode::not_allowed, "Remove one of your studies first.", "studies")),
          .study = study.id,
          .chapters = std::move(chapters->chapters),
          .notes = std::move(chapters->notes),
          .creates = true};
}

StudyApi::Verdict StudyApi::show(const Asked& asked) {
  const auto study = read_study_for(asked.store, asked.id(), user_of(asked.session));
  return {study ? json_response(shown_info(*study, user_of(asked.session))) : not_found()};
}

StudyApi::Verdict StudyApi::change(const Asked& asked) {
  const Found study = find_for(asked.store, asked.session, asked.id(), StudyRole::owner);
  if (!study) return {study.error()};
  const auto title = read_study_title(asked.body);
  if (!title) return {wrong_field(title.error())};
  storage::Study about = study->about;
  about.name = title->name.value_or(about.name);
  about.visibility = title->visibility.value_or(about.visibility);
  return {.answer = json_response("{}"),
          .writes = {storage::ChangeStudy{asked.id(), about.name, about.visibility}},
          .refused = not_found(),
          .study = asked.id()};
}

StudyApi::Verdict StudyApi::remove(const Asked& asked) {
  const Found study = find_for(asked.store, asked.session, asked.id(), StudyRole::owner);
  if (!study) return {study.error()};
  return {.answer = json_response("{}"),
          .writes = {storage::ChangeStudy{asked.id(), study->about.name, "removed"}},
          .refused = not_found(),
          .study = asked.id()};
}

StudyApi::Verdict StudyApi::add_chapters(const Asked& asked) {
  const Found study = find_for(asked.store, asked.session, asked.id(), StudyRole::writer);
  if (!study) return {study.error()};
  const std::size_t left =
      study::kMostChapters - std::min<std::size_t>(study::kMostChapters, study->chapters.size());
  auto chapters = read_new_chapters(asked.body, asked.store, left);
  if (!chapters) return {refusal(chapters.error())};
  return {
      .study = asked.id(), .chapters = std::move(chapters->chapters), .notes = std::move(chapters->notes)};
}

StudyApi::Verdict StudyApi::invite(const Asked& asked) {
  const std::string& id = asked.id();
  const Found study = find_for(asked.store, asked.session, id, StudyRole::owner);
  if (!study) return {study.error()};
  // Those who are added without being asked can block an account alone.
  if (asked.session->user.guest)
    return {refusal(
        because(protocol::Obstacle::account, error(ErrorCode::forbidden, "Log in to add members by name.")))};
  const auto form = read_member(asked.body, /*has_name=*/true);
  if (!form) return {wrong_field(form.error())};
  const std::string& own = asked.session->user.id;
  const auto user = find_partner(asked.store, own, form->name);
  if (!user) return {refusal(user.error())};
  if (user->id == own) return {refusal(ErrorCode::not_allowed, "This is you.")};
  const auto known = std::ranges::find(study->members, user->id, &storage::StudyMember::user);
  const bool is_new = known == study->members.end();
  if (is_new && static_cast<int>(study->members.size()) >= study::kMostMembers)
    return {refusal(error(ErrorCode::full, "A study has at most 64 members.", "members"))};
  Verdict verdict{.answer = json_response("{}"), .refused = changed_meanwhile(), .study = id};
  if (is_new) {
    verdict.writes.emplace_back(
        storage::AddStudyMember{id, user->id, user->name, form->role, study::kMostMembers});
  } else {
    verdict.writes.emplace_back(storage::ChangeStudyRole{id, known->number, form->role});
  }
  return verdict;
}

StudyApi::Verdict StudyApi::change_role(const Asked& asked) {
  const auto number = number_in(asked.stars[1]);
  if (!number) return {not_found()};
  const Found study = find_for(asked.store, asked.session, asked.id(), StudyRole::viewer);
  if (!study) return {study.error()};
  const auto form = read_member(asked.body, /*has_name=*/false);
  if (!form) return {wrong_field(form.error())};
  const storage::StudyMember& by = *study->member(asked.session->user.id);
  const bool leaves = by.number == *number && form->role == "gone";
  if (*number == 1 || (role_of(by) != StudyRole::owner && !leaves))
    return {refusal(ErrorCode::forbidden, "This is not yours to change.")};
  const auto has_left = [&number](const storage::StudyMember& each) {
    return each.number == *number && role_of(each) == StudyRole::gone;
  };
  // Back they come by invitation alone, which a block forbids.
  if (form->role != "gone" && std::ranges::any_of(study->members, has_left)) return {not_found()};
  return {.answer = json_response("{}"),
          .writes = {storage::ChangeStudyRole{asked.id(), *number, form->role}},
          .refused = not_found(),
          .study = asked.id()};
}

void StudyApi::carry_out(Verdict verdict, const std::string& address, const Respond& respond) {
  if (verdict.study.empty()) return respond(std::move(verdict.answer));
  std::size_t bytes = 0;
  for (const NewChapter& each : verdict.chapters) bytes += each.snapshot.size();
  if (const auto wait = pay(verdict, address, static_cast<Cost>(bytes)))
    return respond(too_many_requests(*wait));
  std::shared_ptr<Adding> adding;
  if (!verdict.chapters.empty())
    adding = std::make_shared<Adding>(Adding{.study = verdict.study,
                                             .chapters = std::move(verdict.chapters),
                                             .address = address,
                                             .respond = respond,
                                             .notes = std::move(verdict.notes)});
  if (adding && !verdict.creates) return number(adding);
  // With the first chapter: no study is without one.
  if (adding) verdict.writes.push_back(adding->write());
  auto writes = std::exchange(verdict.writes, {});
  records_.commit(std::move(writes), [this, verdict = std::move(verdict), adding, address, respond,
                                      bytes = static_cast<Cost>(bytes)](Persisted persisted) {
    // Unknown: it may stand on the disk, so it stays paid for.
    if (persisted != Persisted::done && persisted != Persisted::unknown) give_back(verdict, address, bytes);
    if (persisted == Persisted::refused) return respond(verdict.refused);
    if (persisted != Persisted::done) return respond(records_unavailable());
    if (!adding) {
      studies_.look_again(verdict.study);
      return respond(verdict.answer);
    }
    adding->next = 1;
    adding->number = 2;
    add_next(adding);
  });
}

/// All of it, or how long to wait.
std::optional<std::chrono::milliseconds> StudyApi::pay(const Verdict& verdict, const std::string& address,
                                                       Cost bytes) {
  const auto now = TokenBucket::Time::clock::now();
  if (const auto wait = studies_.refuse_bytes(address, bytes)) return wait;
  const auto wait = verdict.creates ? created_.refuse(address, now) : std::nullopt;
  if (wait) studies_.give_back_bytes(address, bytes);
  return wait;
}

void StudyApi::give_back(const Verdict& verdict, const std::string& address, Cost bytes) {
  studies_.give_back_bytes(address, bytes);
  if (verdict.creates) created_.give_back(address, TokenBucket::Time::clock::now());
}

/// Looks how many there are by now.
void StudyApi::number(const std::shared_ptr<Adding>& adding) {
  records_.read(
      {WorkPool::Lane::slow, adding->address},
      [study = adding->study](storage::Reader& store) {
        return static_cast<int>(store.study_chapters(study).size());
      },
      [this, adding](std::optional<int> count) {
        if (!count || *count >= study::kMostChapters) return finish(*adding);
        adding->number = *count + 1;
        add_next(adding);
      });
}

/// One at a time, so that no commit, for which moves wait, has two; another may add one meanwhile.
void StudyApi::add_next(const std::shared_ptr<Adding>& adding) {
  if (adding->next == adding->chapters.size()) return finish(*adding);
  records_.commit({adding->write()}, [this, adding](Persisted persisted) {
    if (persisted == Persisted::refused && ++adding->tries < kTriesToAdd) return number(adding);
    adding->is_last_unknown = persisted == Persisted::unknown;
    if (persisted != Persisted::done) return finish(*adding);
    const NewChapter& made = adding->chapters[adding->next++];
    adding->made.push_back({{"chapter", adding->number++}, {"name", made.name}, {"game", made.game}});
    add_next(adding);
  });
}

/// With those that were added; what failed is noted.
void StudyApi::finish(Adding& adding) {
  const bool is_new = adding.next > adding.made.size();
  studies_.look_again(adding.study);
  Cost unkept = 0;
  for (std::size_t i = adding.next + (adding.is_last_unknown ? 1 : 0); i < adding.chapters.size(); ++i)
    unkept += static_cast<Cost>(adding.chapters[i].snapshot.size());
  studies_.give_back_bytes(adding.address, unkept);
  if (const std::size_t failed = adding.chapters.size() - adding.next; failed > 0)
    adding.notes.push_back({0, "not_stored", fmt::format("{} chapters could not be stored", failed)});
  if (is_new) return adding.respond(created({{"id", adding.study}}, adding.notes));
  if (adding.made.empty()) return adding.respond(records_unavailable());
  adding.respond(created({{"chapters", adding.made}}, adding.notes));
}

void StudyApi::show_chapter(const HttpRequest& request, const ChapterKey& key, Respond respond) {
  if (const auto wait = request.refuse(kShowStudy)) return respond(too_many_requests(*wait));
  RequestBudget budget = budget_of(request);
  const std::string address = budget.address;
  records_.read(
      {.address = address},
      [token = hash_of(request)](storage::Reader& store) { return user_of(session_of(store, token)); },
      [this, key, budget, respond = std::move(respond)](std::optional<std::string> user) mutable {
        if (!user) return respond(records_unavailable());
        budget.user = *std::move(user);
        studies_.show(key, budget, [respond](engine::Expected<StudyText, protocol::Error> shown) {
          respond(shown ? json_response(**shown) : refusal(shown.error()));
        });
      });
}

void StudyApi::export_as(const HttpRequest& request, const std::string& id, Respond respond) {
  const std::string chapter = query_field(request, "chapter"), format = query_field(request, "format");
  const auto number = chapter.empty() ? std::optional(0) : number_in(chapter);
  if (!number) return respond(wrong_field("chapter"));
  if (!StudyFile::knows(format)) return respond(refusal(ErrorCode::unsupported, "There is no such format."));
  read_then(
      records_, request, kChangeStudy, std::move(respond),
      [id](storage::Reader& store, const std::string& token) {
        return read_study_for(store, id, user_of(session_of(store, token)));
      },
      [this, number = *number, format, budget = budget_of(request)](const std::optional<StoredStudy>& study,
                                                                    const Respond& answer) {
        if (!study) return answer(not_found());
        StudyFile::write(records_, *study, number, format, budget, answer);
      });
}

}  // namespace server
