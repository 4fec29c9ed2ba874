// Programs are shell scripts of a few lines, by UCI.
#include "server/bridge/thinker.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <condition_variable>
#include <fstream>
#include <mutex>
#include <vector>

#include "tests/patience.h"
#include "tests/storage/temporary_folder.h"

namespace server::bridge {
namespace {

struct Thought {
  std::uint64_t number = 0;
  std::optional<std::string> move{};
  Thinker::Failure why{};
};

class ThinkerTest : public testing::Test {
 protected:
  /// @param go what the program does when it is asked
  engine::lab::PlayerSpec program(const std::string& go, const std::string& on_start = ":") {
    const std::string file = folder_ / "program.sh";
    std::ofstream(file) << on_start << "\nwhile read -r word rest; do case \"$word\" in uci) echo uciok;; "
                        << "isready) echo readyok;; go) " << go << ";; esac; done\n";
    engine::lab::PlayerSpec spec;
    spec.name = "program";
    spec.command = "sh " + file;
    spec.protocol = "uci";
    return spec;
  }
  static Question question() {
    Question asked;
    asked.game = "gomoku";
    asked.setup.rule = "freestyle";
    asked.limits.control.move = milliseconds(10);
    asked.deadline = Clock::now() + patience();
    return asked;
  }
  Thinker::Answer answers() {
    return [this](std::uint64_t number, const std::optional<std::string>& move, const Thinker::Failure& why) {
      const std::lock_guard lock(mutex_);
      thoughts_.push_back({number, move, why});
      answered_.notify_one();
    };
  }
  /// The next answer; number 0 where none comes.
  Thought next() {
    std::unique_lock lock(mutex_);
    if (!answered_.wait_for(lock, patience(), [this] { return !thoughts_.empty(); })) return {};
    const Thought first = thoughts_.front();
    thoughts_.erase(thoughts_.begin());
    return first;
  }

  TemporaryFolder folder_{};

 private:
  std::mutex mutex_{};
  std::condition_variable answered_{};
  std::vector<Thought> thoughts_{};
};

TEST_F(ThinkerTest, TellsToWhichQuestionAMoveIsTheAnswer) {
  Thinker thinker(program("echo bestmove h8"), answers());
  for (std::uint64_t last = 0, i = 0; i < 3; ++i) {
    const std::uint64_t number = thinker.ask(question());
    EXPECT_GT(number, last);
    const Thought thought = next();
    EXPECT_EQ(thought.number, number);
    EXPECT_EQ(thought.move, "h8");
    last = number;
  }
}

// The deadline passes in the moment in which the answer is on its way.
TEST_F(ThinkerTest, AnswersAfterItWasAbandonedWithNothingToDo) {
  Thinker thinker(program("echo bestmove h8"), answers());
  (void)thinker.ask(question());
  EXPECT_EQ(next().move, "h8");
  thinker.abandon();
  (void)thinker.ask(question());
  EXPECT_EQ(next().move, "h8");
}

TEST_F(ThinkerTest, HasNoMoveOfAProgramThatIsAbandonedAndOneAfterwards) {
  // The first one hangs, those that are started later do not.
  const std::string mark = folder_ / "mark";
  const std::string is_later = "[ -e " + mark + " ] && later=yes; touch " + mark;
  Thinker thinker(program("[ -n \"$later\" ] && echo bestmove h8 || exec sleep 1000", is_later), answers());
  Question hurried = question();
  hurried.deadline = Clock::now() + milliseconds(50);
  const std::uint64_t number = thinker.ask(hurried);
  const Thought none = next();
  EXPECT_EQ(none.number, number);
  EXPECT_EQ(none.move, std::nullopt);
  (void)thinker.ask(question());
  EXPECT_EQ(next().move, "h8");
}

TEST_F(ThinkerTest, TellsThatAGameIsNoneForItsProgram) {
  engine::lab::PlayerSpec gtp = program("exit");
  gtp.protocol = "gtp";
  Thinker thinker(gtp, answers());
  Question xiangqi = question();
  xiangqi.game = "xiangqi";
  xiangqi.setup.rule = "standard";
  thinker.prepare(xiangqi);
  EXPECT_TRUE(next().why.is_refusal) << "before it is asked";
  Question unknown = question();
  unknown.game = "go";
  const std::uint64_t number = thinker.ask(unknown);
  const Thought refused = next();
  EXPECT_TRUE(refused.why.is_refusal);
  EXPECT_EQ(refused.number, number);
}

TEST_F(ThinkerTest, TellsThatItsProgramResigns) {
  engine::lab::PlayerSpec gtp = program("exit", R"(while read -r word rest; do
  [ "$word" = genmove ] && echo "= resign" || echo "="
  echo
done)");
  gtp.protocol = "gtp";
  Thinker thinker(gtp, answers());
  (void)thinker.ask(question());
  const Thought resigned = next();
  EXPECT_TRUE(resigned.why.is_resignation) << resigned.why.text;
  EXPECT_FALSE(resigned.move || resigned.why.is_refusal);
}

TEST_F(ThinkerTest, StartsTheProgramBeforeItIsAsked) {
  const std::string path = folder_ / "started";
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  const int fifo = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
  ASSERT_GE(fifo, 0);
  const auto has_started = [fifo] {
    pollfd what{fifo, POLLIN, 0};
    char byte = 0;
    const auto most = std::chrono::duration_cast<milliseconds>(patience()).count();
    return ::poll(&what, 1, static_cast<int>(most)) == 1 && ::read(fifo, &byte, 1) == 1;
  };
  {
    Thinker thinker(program("exit", "printf x > " + path), answers());
    thinker.prepare(question());
    EXPECT_TRUE(has_started());
    (void)thinker.ask(question());
    EXPECT_EQ(next().move, std::nullopt);
    EXPECT_TRUE(has_started()) << "again, ready for the next question";
  }
  ::close(fifo);
}

}  // namespace
}  // namespace server::bridge
