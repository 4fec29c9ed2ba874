#include "server/config.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <fstream>
#include <regex>
#include <sstream>

#include "engine/games/registry.h"
#include "tests/storage/temporary_folder.h"

namespace server {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::MatchesRegex;
using testing::StartsWith;

std::variant<Config, Exit> read(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "sanqi-server");
  std::vector<char*> argv;
  for (std::string& argument : arguments) argv.push_back(argument.data());
  return read_config(static_cast<int>(argv.size()), argv.data());
}

Config config(std::vector<std::string> arguments) {
  return std::get<Config>(read(std::move(arguments)));
}

/// What is said when the arguments are refused with status 2.
std::string complaint(std::vector<std::string> arguments) {
  testing::internal::CaptureStderr();
  const auto result = read(std::move(arguments));
  std::string text = testing::internal::GetCapturedStderr();
  EXPECT_TRUE(std::holds_alternative<Exit>(result));
  EXPECT_EQ(std::get<Exit>(result).status, 2);
  return text;
}

std::string output(std::vector<std::string> arguments) {
  testing::internal::CaptureStdout();
  const auto result = read(std::move(arguments));
  std::string text = testing::internal::GetCapturedStdout();
  EXPECT_EQ(std::get<Exit>(result).status, 0);
  return text;
}

/// A configuration file with every option that was a comment.
std::string uncommented(const std::string& text) {
  return std::regex_replace(text, std::regex("(^|\n)# (?=[a-z-]+ = )"), "$1");
}

/// An environment variable for the length of a test.
class Variable {
 public:
  Variable(const char* name, const std::string& value) : name_(name) { ::setenv(name, value.c_str(), 1); }
  ~Variable() { ::unsetenv(name_); }

 private:
  const char* name_;
};

TEST(ConfigTest, ListensOnThisMachineAloneByDefault) {
  EXPECT_EQ(config({}).bind, "127.0.0.1");
  EXPECT_EQ(config({}).port, 8080);
  EXPECT_GE(config({}).bot_threads, 1u);
  EXPECT_EQ(config({"--lan"}).bind, "0.0.0.0");
  EXPECT_EQ(config({"--lan", "--bind", "::1"}).bind, "::1");
}

TEST(ConfigTest, KeepsItsDataWhereProgramsOfTheUserDo) {
  const Variable data("XDG_DATA_HOME", "/data");
  EXPECT_EQ(config({}).database, "/data/sanqi/sanqi.db");
  EXPECT_EQ(config({"--database", "x.db"}).database, "x.db");
}

TEST(ConfigTest, MailNeedsAProgramAnAddressAndLinks) {
  const std::vector<std::string> all{"--mail-command", "/bin/cat -u",  "--mail-from",
                                     "games@b.test",   "--public-url", "https://b.test"};
  EXPECT_EQ(config(all).mail_command, "/bin/cat -u");
  EXPECT_EQ(config(all).mail_from, "games@b.test");
  EXPECT_EQ(config({}).mail_command, "");
  const auto complaint_with = [&](std::size_t option, const std::string& value) {
    auto arguments = all;
    arguments[option] = value;
    return complaint(arguments);
  };
  EXPECT_THAT(complaint_with(1, "cat"), HasSubstr("cat is no absolute path"));
  EXPECT_THAT(complaint_with(1, "/none"), HasSubstr("/none is no program that can be run"));
  EXPECT_THAT(complaint_with(3, "Sanqi <games@b.test>"), HasSubstr("is not a mail address"));
  EXPECT_THAT(complaint_with(3, ""), HasSubstr("needs mail-from"));
  EXPECT_THAT(complaint_with(5, ""), HasSubstr("needs public-url"));
  EXPECT_THAT(complaint_with(5, "https://b.test/<a>"), HasSubstr("no links can be made: https://b.test/<a>"));
  auto backup = all;
  backup[1] = "/none";
  backup.insert(backup.end(), {"backup", "copy.db"});
  EXPECT_EQ(config(backup).mail_command, "/none") << "what serves no one needs no mail";
}

// They were taken, and never matched: each page of the server was refused, and codes led nowhere.
TEST(ConfigTest, RefusesNamesByWhichNoBrowserCalls) {
  for (const char* name : {"https://a.example", "a.example:8443", "a.example/", "*.example", "棋.example"})
    EXPECT_THAT(complaint({"--host-name", name}), HasSubstr("is no name of a host")) << name;
  EXPECT_THAT(config({"--host-name", "A-1.example,b_c"}).host_names, testing::SizeIs(2));
  EXPECT_THAT(complaint({"--public-url", "a.example"}), HasSubstr("is not the address of a server"));
}

// Copied from a browser they have one, and QR codes led to https://b.test//r/K7QMX, where nothing is.
TEST(ConfigTest, AddressesOfServersEndBeforeTheirLastSlash) {
  EXPECT_EQ(config({"--public-url", "https://b.test/"}).public_url, "https://b.test");
  EXPECT_EQ(config({"--public-url", "https://b.test/sanqi//"}).public_url, "https://b.test/sanqi");
  EXPECT_EQ(config({"--node-url", "https://b.test:8443/"}).node_url, "https://b.test:8443");
  const Variable url("SANQI_PUBLIC_URL", "https://c.test/");
  EXPECT_EQ(config({}).public_url, "https://c.test");
}

TEST(ConfigTest, ANodeIsCalledByItsMachineAndPort) {
  EXPECT_THAT(node_name(config({}), 77), testing::EndsWith(":77"));
  EXPECT_EQ(node_name(config({}), 77), node_name(config({}), 77)) << "also after a restart";
  EXPECT_EQ(node_name(config({"--node", "b"}), 77), "b");
  EXPECT_EQ(config({"--node-url", "https://b.example"}).node_url, "https://b.example");
  EXPECT_EQ(config({}).node_url, "");
}

TEST(ConfigTest, FlagsComeBeforeTheEnvironmentAndThatBeforeTheFile) {
  const TemporaryFolder folder;
  const std::string file = folder / "server.toml";
  std::ofstream(file) << "port = 1\n";
  EXPECT_EQ(config({"--config", file}).port, 1);
  EXPECT_EQ(config({"--config", file, "--port", "3"}).port, 3);
  const Variable port("SANQI_PORT", "2");
  EXPECT_EQ(config({}).port, 2);
  EXPECT_EQ(config({"--config", file}).port, 2);
  EXPECT_EQ(config({"--port", "3"}).port, 3);
  EXPECT_EQ(config({"--config", file, "--port", "3"}).port, 3);
}

TEST(ConfigTest, TheOrderHoldsForSwitchesAndListsToo) {
  const TemporaryFolder folder;
  const std::string file = folder / "server.toml";
  std::ofstream(file) << "memory = true\nhost-name = [\"file.example\"]\nhash-mb = 7\n";
  const Variable memory("SANQI_MEMORY", "false"), hosts("SANQI_HOST_NAME", "a.example,b.example"),
      empty("SANQI_HASH_MB", "");
  const Config both = config({"--config", file});
  EXPECT_FALSE(both.memory);
  EXPECT_THAT(both.host_names, testing::ElementsAre("a.example", "b.example"));
  EXPECT_EQ(both.hash_mb, 7u);  // An empty variable is none.
  EXPECT_TRUE(config({"--config", file, "--memory"}).memory);
  EXPECT_THAT(config({"--config", file, "--host-name", "c.example"}).host_names,
              testing::ElementsAre("c.example"));
}

TEST(ConfigTest, WhatItPrintsItReads) {
  const TemporaryFolder folder;
  const std::string file = folder / "server.toml";
  std::ofstream(file) << output(
      {"--port", "77", "--lan", "--host-name", "a.example", "--host-name", "b.example", "--print-config"});
  const Config again = config({"--config", file});
  EXPECT_EQ(again.port, 77);
  EXPECT_EQ(again.bind, "0.0.0.0");
  EXPECT_THAT(again.host_names, testing::ElementsAre("a.example", "b.example"));
  EXPECT_EQ(again.database, config({}).database);
  EXPECT_FALSE(again.backup_to);
}

// Of a password the rest was lost, and what was left was taken for the name of a file.
TEST(ConfigTest, CommentsBeginOutsideOfQuotes) {
  const TemporaryFolder folder;
  const std::string file = folder / "server.toml";
  std::ofstream(file) << "# The club's\n"
                         "name = \"Club #1, Lin's\"  # Not \"#2\"\n"
                         "database = 'postgresql://sanqi:a#b@db/sanqi' # by name\n"
                         "host-name = [\"a.example\", # the old one\n"
                         "  \"b.example\"] # and the new\n"
                         "port = 77 # it's free\n";
  const Config read = config({"--config", file});
  EXPECT_EQ(read.name, "Club #1, Lin's");
  EXPECT_EQ(read.database, "postgresql://sanqi:a#b@db/sanqi");
  EXPECT_THAT(read.host_names, testing::ElementsAre("a.example", "b.example"));
  EXPECT_EQ(read.port, 77);
  const std::string again = folder / "again.toml";
  std::ofstream(again) << output({"--config", file, "--print-config"});
  EXPECT_EQ(config({"--config", again}).name, read.name);
}

TEST(ConfigTest, DefaultsThatItPrintsCanBeUncommented) {
  const TemporaryFolder folder;
  const std::string file = folder / "server.toml";
  const std::string text = uncommented(output({"--print-config"}));
  EXPECT_THAT(text, HasSubstr("\nlan = false\n"));
  EXPECT_THAT(text, HasSubstr("\nhost-name = []\n"));
  std::ofstream(file) << text;
  const Config again = config({"--config", file});
  EXPECT_FALSE(again.lan);
  EXPECT_TRUE(again.host_names.empty());
  EXPECT_EQ(again.node, "");
}

TEST(ConfigTest, PrintsWhereEachValueComesFrom) {
  const TemporaryFolder folder;
  const std::string file = folder / "server.toml";
  std::ofstream(file) << "hash-mb = 7\nport = 1\n";
  const Variable port("SANQI_PORT", "2");
  const std::string text = output({"--config", file, "--name", "Flag", "--print-config"});
  EXPECT_THAT(text, HasSubstr("# Set by a flag.\nname = \"Flag\"\n"));
  EXPECT_THAT(text, HasSubstr("# Set by SANQI_PORT.\nport = 2\n"));
  EXPECT_THAT(text, HasSubstr("# Set by " + file + ".\nhash-mb = 7\n"));
  EXPECT_THAT(text, HasSubstr("# Set by default.\n# bind = \"127.0.0.1\"\n"));
}

TEST(ConfigTest, NamesTheLineOfAMistakeInTheFile) {
  const TemporaryFolder folder;
  const std::string file = folder / "server.toml";
  const auto complaint_about = [&](const char* text) {
    std::ofstream(file) << text;
    return complaint({"--config", file});
  };
  const std::string begin = "sanqi-server: " + file;
  EXPECT_EQ(complaint_about("# Ports\nprt = 1\n"), begin + ":2: unknown key 'prt'\n");
  EXPECT_EQ(complaint_about("port = 1\n\n prt = 2\n"), begin + ":3: unknown key 'prt'\n");
  EXPECT_EQ(complaint_about("[server]\nport = 1\n"), begin + ":1: unknown section 'server'\n");
  EXPECT_EQ(complaint_about("print-config = true\n"), begin + ":1: unknown key 'print-config'\n");
}

TEST(ConfigTest, SaysWhereABadValueStands) {
  const TemporaryFolder folder;
  const std::string file = folder / "server.toml";
  std::ofstream(file) << "bot-threads = many\n";
  EXPECT_THAT(complaint({"--config", file}),
              AllOf(HasSubstr("--bot-threads"), HasSubstr("(in " + file + ")")));
  // From version 2.4 on CLI11 passes over what a check refuses: a switch that was misspelt, or all trusted
  // proxies where one of them was.
  for (const auto& [name, value, option] :
       {std::tuple("SANQI_PORT", "harbour", "--port"), std::tuple("SANQI_LOG_LEVEL", "loud", "--log-level"),
        std::tuple("SANQI_TRUSTED_PROXY", "::1,proxy", "--trusted-proxy")}) {
    const Variable set(name, value);
    EXPECT_THAT(complaint({}), AllOf(HasSubstr(option), HasSubstr(std::string("(in ") + name + ")")));
  }
}

TEST(ConfigTest, ThePackagedFileIsRight) {
  const Config packaged = config({"--config", SANQI_SOURCE_DIR "/packaging/server.toml"});
  EXPECT_EQ(packaged.bind, "127.0.0.1");
  EXPECT_EQ(packaged.database, "/var/lib/sanqi/sanqi.db");
}

TEST(ConfigTest, WhatThePackagedFileSuggestsIsRight) {
  std::ostringstream packaged;
  packaged << std::ifstream(SANQI_SOURCE_DIR "/packaging/server.toml").rdbuf();
  const TemporaryFolder folder;
  const std::string file = folder / "server.toml";
  std::ofstream(file) << uncommented(packaged.str());
  const Config suggested = config({"--config", file});
  EXPECT_THAT(suggested.host_names, testing::ElementsAre("games.example.org"));
  EXPECT_THAT(suggested.trusted_proxies, testing::ElementsAre("127.0.0.1"));
}

TEST(ConfigTest, ComplainsInOneLine) {
  for (const std::vector<std::string>& arguments :
       std::vector<std::vector<std::string>>{{"--port", "99999"},
                                             {"--port", "x"},
                                             {"--bogus"},
                                             {"--node", "a b"},
                                             {"--node", std::string(65, 'a')},
                                             {"--node-url", "b.example"},
                                             {"--bind", "nowhere"},
                                             {"--bot-threads", "0"},
                                             {"--web-root", "/no/such/folder"},
                                             {"--config", "/no/such/file"},
                                             {"backup"},
                                             {"migrate", "x.db"},
                                             {"moderate"},
                                             {"moderate", "dance", "Lin"},
                                             {"moderate", "mute", "Lin", "--hours", "long"},
                                             {"--game", "chess"},
                                             {"--log-level", "loud"}}) {
    EXPECT_THAT(complaint(arguments),
                AllOf(StartsWith("sanqi-server: "), testing::EndsWith("\n"),
                      testing::ResultOf(
                          [](const std::string& text) { return text.find('\n') == text.size() - 1; }, true)))
        << arguments.front();
  }
}

TEST(ConfigTest, TheReadyRoomMayHaveAnyGameOfTheEngine) {
  for (const engine::Game& game : engine::games())
    EXPECT_EQ(config({"--lan", "--game", std::string(game.id)}).game, game.id);
}

// As from a variable of a unit that is not set: it failed when the port was open, by a path that is none.
TEST(ConfigTest, ADatabaseHasAName) {
  EXPECT_THAT(complaint({"--database", ""}), HasSubstr("--memory"));
  const TemporaryFolder folder;
  const std::string file = folder / "server.toml";
  std::ofstream(file) << "database = ''\n";
  EXPECT_THAT(complaint({"--config", file}), HasSubstr("(in " + file + ")"));
}

TEST(ConfigTest, ADatabaseMayBeAnAddress) {
  EXPECT_EQ(config({"--database", "postgresql://sanqi@db/sanqi"}).database, "postgresql://sanqi@db/sanqi");
}

TEST(ConfigTest, HelpAndVersionAreNoMistakes) {
  EXPECT_THAT(output({"--help"}), AllOf(HasSubstr("--bind"), HasSubstr("SANQI_PORT"), HasSubstr("backup")));
  EXPECT_THAT(output({"--version"}), MatchesRegex("sanqi-server [0-9.]+ \\(commit .+\\)\n"));
}

TEST(ConfigTest, BackupTakesItsDatabaseBeforeOrAfter) {
  EXPECT_EQ(config({"backup", "copy.db", "--database", "x.db"}).database, "x.db");
  EXPECT_EQ(config({"--database", "x.db", "backup", "copy.db"}).backup_to, "copy.db");
  EXPECT_EQ(config({"migrate", "x.db", "postgresql:///sanqi"}).migrate_from, "x.db");
  EXPECT_EQ(config({"migrate", "x.db", "postgresql:///sanqi"}).migrate_to, "postgresql:///sanqi");
}

TEST(ConfigTest, ReadsWhatTheOperatorDecides) {
  const Config read = config({"--database", "x.db", "moderate", "mute", "Lin", "--hours", "24", "--reason",
                              "links to shops", "--game", "aB3dE9xQ"});
  EXPECT_EQ(read.database, "x.db");
  ASSERT_TRUE(read.moderating);
  EXPECT_EQ(read.moderating->what, "mute");
  EXPECT_EQ(read.moderating->whom, "Lin");
  EXPECT_EQ(read.moderating->hours, 24);
  EXPECT_EQ(read.moderating->reason, "links to shops");
  EXPECT_EQ(read.moderating->game, "aB3dE9xQ");
  EXPECT_EQ(config({"moderate", "grant", "Lin", "--powers", "chat,accounts"}).moderating->powers,
            "chat,accounts");
  EXPECT_EQ(config({"moderate", "list"}).moderating->what, "list");
  EXPECT_FALSE(config({}).moderating);
}

}  // namespace
}  // namespace server
