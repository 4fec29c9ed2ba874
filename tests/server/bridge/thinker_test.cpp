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

/// A pipe with a name, by which a script says how far it is.
class Signal {
 public:
  explicit Signal(const std::string& path) : path_(path) {
    if (::mkfifo(path.c_str(), 0600) == 0) fifo_ = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
  }
  ~Signal() { ::close(fifo_); }
  Signal(const Signal&) = delete;
  Signal& operator=(const Signal&) = delete;

  /// A command of the shell.
  std::string give() const { return "printf x > " + path_; }
  std::string await() const { return "read -r line < " + path_; }
  void send() const { EXPECT_EQ(::write(fifo_, "\n", 1), 1); }
  bool comes() { return take(std::chrono::duration_cast<milliseconds>(patience())); }
  bool is_there() { return take(milliseconds(0)); }

 private:
  bool take(milliseconds most) {
    pollfd what{fifo_, POLLIN, 0};
    char byte = 0;
    return ::poll(&what, 1, static_cast<int>(most.count())) == 1 && ::read(fifo_, &byte, 1) == 1;
  }

  const std::string path_;
  int fifo_ = -1;
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
  EXPECT_FALSE(thinker.abandon());
  (void)thinker.ask(question());
  EXPECT_EQ(next().move, "h8");
}

TEST_F(ThinkerTest, HasNoMoveOfAProgramThatIsAbandonedAndOneAfterwards) {
  // The first one hangs, those that are started later do not.
  Signal hangs(folder_ / "hangs");
  const std::string mark = folder_ / "mark";
  const std::string is_later = "[ -e " + mark + " ] && later=yes; touch " + mark;
  const std::string hang = "{ " + hangs.give() + "; exec sleep 1000; }";
  Thinker thinker(program("[ -n \"$later\" ] && echo bestmove h8 || " + hang, is_later), answers());
  const std::uint64_t number = thinker.ask(question());
  ASSERT_TRUE(hangs.comes());
  EXPECT_TRUE(thinker.abandon());
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
  Signal started(folder_ / "started");
  Thinker thinker(program("exit", started.give()), answers());
  thinker.prepare(question());
  EXPECT_TRUE(started.comes());
  (void)thinker.ask(question());
  EXPECT_EQ(next().move, std::nullopt);
  EXPECT_TRUE(started.comes()) << "again, ready for the next question";
}

TEST_F(ThinkerTest, LetsAProgramStartThoughItsTurnIsOver) {
  Signal starts(folder_ / "starts"), goes_on(folder_ / "goes_on");
  Thinker thinker(program("echo bestmove h8", starts.give() + "; " + goes_on.await()), answers());
  (void)thinker.ask(question());
  ASSERT_TRUE(starts.comes());
  EXPECT_FALSE(thinker.abandon());
  goes_on.send();
  EXPECT_EQ(next().move, "h8");
}

// A program that needs long to start is not started over and over.
TEST_F(ThinkerTest, KeepsAProgramThatWasNotReadyInTime) {
  Signal started(folder_ / "started");
  Thinker thinker(program("echo bestmove h8", started.give()), answers());
  Question late = question();
  late.deadline = Clock::now();
  (void)thinker.ask(late);
  EXPECT_TRUE(next().why.is_unready);
  (void)thinker.ask(question());
  EXPECT_EQ(next().move, "h8");
  EXPECT_TRUE(started.comes());
  EXPECT_FALSE(started.is_there()) << "once";
}

}  // namespace
}  // namespace server::bridge
