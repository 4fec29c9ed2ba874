#!/usr/bin/env python3
"""Holds tournaments against docs/tournaments.md: the standings, computed from their events, and who was paired with whom:
standings.py FILE

Each line of the file is {"events": [...], "standings": [{"v": version, "rows": [[rank, player, points, tie-breaks ...],
...]}, ...]}. Points and points of opponents are in halves, Sonneborn-Berger in quarters, BQ in half discs, lots negative.
Prints what differs and exits with 1. Written from the rules, not from the server.
"""
import collections
import itertools
import json
import sys

WIN, DRAW = 2, 1


class Game:
    def __init__(self, exchanged):
        self.exchanged, self.annulled, self.outcome, self.ended = exchanged, False, None, 0

    def counts(self):
        return self.outcome is not None and not self.annulled

    def is_forfeit(self):
        return self.outcome["ending"] == "forfeit"

    def by_seat(self, pair):
        """From (who began, the other) to (first, second player of the table)."""
        return (pair[1], pair[0]) if self.exchanged else tuple(pair)

    def points(self):
        return self.by_seat({"first": (WIN, 0), "second": (0, WIN), "draw": (DRAW, DRAW), "nobody": (0, 0)}[self.outcome["result"]])

    def discs(self, squares):
        result, (a, b) = self.outcome["result"], self.outcome["discs"]
        whole = self.outcome["ending"] == "onBoard"
        if result == "nobody":
            return (0, 0)
        if result == "draw":
            return (squares // 2, squares // 2)
        # The discs of the opponent: a loser has those of the winner, a winner all others of the board.
        if result == "first":
            loser = a if whole else 0
            return self.by_seat((squares - loser, loser))
        loser = b if whole else 0
        return self.by_seat((loser, squares - loser))


class Table:
    def __init__(self, first, second, basis):
        self.players, self.basis, self.games, self.left = (first, second), basis, [], 0

    def game(self, number):
        while len(self.games) < number:
            if not self.games:
                self.games.append(Game(False))
            else:
                last = self.games[-1]
                again = last.annulled or last.outcome is None
                self.games.append(Game(last.exchanged if again else not last.exchanged))
        return self.games[number - 1]

    def verdict(self, rules):
        """(points of the table for both, points of its games for both, whether it was played), or None."""
        legs, knockout = rules["legs"], rules["format"] == "knockout"
        counted = [g for g in self.games if g.counts()]
        if self.left:
            games = [sum(g.points()[i] for g in counted) for i in (0, 1)]
            winner = 1 if self.left == self.players[0] else 0
            games[winner] = WIN * legs
            return result(winner), games, any(not g.is_forfeit() for g in counted)
        games, discs, played = [0, 0], [0, 0], 0
        for game in counted:
            p = game.points()
            if game.is_forfeit():
                rest = max(legs - played, 1)
                games = [games[i] + p[i] * rest for i in (0, 1)]
                return by_points(p if knockout else games), games, played > 0
            played += 1
            games = [games[i] + p[i] for i in (0, 1)]
            discs = [discs[i] + game.discs(rules["squares"])[i] for i in (0, 1)]
            if not knockout:
                if played == legs:
                    return by_points(games), games, True
                continue
            if played > legs + 2 and games[0] == games[1] and game.outcome["result"] == "nobody":
                return (0, 0), games, True
            winner = self.knockout_winner(games, discs, played, legs, game)
            if winner is not None:
                return result(winner), games, True
        return None

    @staticmethod
    def knockout_winner(games, discs, played, legs, last):
        lead = games[0] - games[1]
        if played <= legs and abs(lead) > WIN * (legs - played):
            return 0 if lead > 0 else 1
        if played in (legs, legs + 2) or played > legs + 2:
            if lead:
                return 0 if lead > 0 else 1
            if played > legs + 2:  # A draw of the last game is a win of who did not begin.
                return 0 if last.exchanged else 1
            if discs[0] != discs[1]:
                return 0 if discs[0] > discs[1] else 1
        return None


def result(winner):
    return (WIN, 0) if winner == 0 else (0, WIN)


def by_points(points):
    if points[0] == points[1]:
        return (DRAW, DRAW) if points[0] else (0, 0)
    return result(0 if points[0] > points[1] else 1)


DEFAULTS = {
    "xiangqi": ["opponents", "direct", "wins", "winsAsSecond", "lot"],
    "gomoku": ["buchholzCut", "sonnebornBerger", "direct", "lot"],
    "antireversi": ["bq", "discs", "lot"],
}


class Tournament:
    """`broken`: the rules that its pairings break, in words."""

    def __init__(self):
        self.players, self.rounds, self.entrants, self.forbidden, self.broken = [], [], 0, set(), []

    def follow(self, event):
        getattr(self, "on_" + event["kind"], lambda body, v: None)(event["body"], event["v"])

    def counted_rounds(self):
        return [r for r in self.rounds if not r["annulled"]]

    def on_created(self, body, v):
        self.rules = body
        if not body["tieBreaks"]:
            body["tieBreaks"] = {"arena": ["wins", "lot"], "knockout": ["lot"], "simul": []}.get(body["format"], DEFAULTS[body["game"]])

    def on_joined(self, body, v):
        there = "invited" if body["invited"] else "here"
        self.players.append({"rating": body["rating"], "lot": body["lot"], "there": there, "missed": len(self.counted_rounds())})

    def on_cameBack(self, body, v):
        self.players[body["player"] - 1]["there"] = "here"

    def on_substituted(self, body, v):
        self.players[body["player"] - 1].update(rating=0, there="invited" if body["invited"] else "here")

    def on_started(self, body, v):
        self.entrants = sum(p["there"] in ("here", "away") for p in self.players)

    def on_withdrew(self, body, v):
        self.players[body["player"] - 1]["there"] = "withdrawn"
        if self.rules["format"] == "knockout" and self.counted_rounds():
            for table in self.counted_rounds()[-1]["tables"]:
                if body["player"] in table.players and table.verdict(self.rules) is None:
                    table.left = body["player"]

    def on_pairForbidden(self, body, v):
        self.forbidden.add(frozenset((body["a"], body["b"])))

    def on_roundPaired(self, body, v):
        self.check_round(body["tables"], body["rests"])
        tables = [Table(t["first"], t["second"], t["basis"]) for t in body["tables"]]
        self.rounds.append({"tables": tables, "rests": body["rests"], "annulled": False})

    def on_roundAnnulled(self, body, v):
        self.counted_rounds()[-1]["annulled"] = True

    def game(self, body):
        number, table, game = body["game"]
        return self.rounds[number - 1]["tables"][table - 1].game(game)

    def on_gameEnded(self, body, v):
        game = self.game(body)
        game.outcome, game.ended = body, game.ended or v

    on_corrected = on_gameEnded

    def on_notPlayed(self, body, v):
        number, table, _ = body["game"]
        game, came = self.game(body), body["came"]
        who = "first" if came[0] else "second" if came[1] else "nobody"
        game.outcome, game.ended = {"result": who, "ending": "forfeit", "plies": 0, "discs": [0, 0]}, v
        for seat, player in zip((0, 1), game.by_seat(self.rounds[number - 1]["tables"][table - 1].players)):
            if not came[seat] and self.players[player - 1]["there"] == "here":
                self.players[player - 1]["there"] = "away"

    def on_replayed(self, body, v):
        self.game(body).annulled = True

    def on_seatsExchanged(self, body, v):
        number, table, game = body["game"]
        old, games = self.game(body), self.rounds[number - 1]["tables"][table - 1].games
        old.annulled = True
        games.append(Game(not old.exchanged))

    # ---- who meets whom ---------------------------------------------------------------------------------------

    def check_round(self, tables, rests):
        """Of a round that is paired now."""
        self.number = f"round {len(self.rounds) + 1}"
        named = [n for t in tables for n in (t["first"], t["second"])] + [rest["player"] for rest in rests]
        self.hold(len(set(named)) == len(named) or self.rules["format"] == "simul", "a player twice", sorted(named))
        playing = {n for entry in self.counted_rounds() for t in entry["tables"] if t.verdict(self.rules) is None for n in t.players}
        present = {n for n, player in enumerate(self.players, 1) if player["there"] == "here"}
        entered = {n for n, player in enumerate(self.players, 1) if player["there"] not in ("withdrawn", "invited")}
        waits_for_none = self.rules["format"] in ("swiss", "arena")
        self.hold(set(named) <= (present if waits_for_none else entered), "players who are not there", named)
        self.hold(not playing & set(named) and (not playing or self.rules["format"] == "arena"), "players who play", playing)
        check = {"swiss": self.check_swiss, "roundRobin": self.check_round_robin, "knockout": self.check_knockout, "arena": self.check_arena,
                 "simul": self.check_simul}
        check.get(self.rules["format"], lambda *_: None)(tables, rests)

    def hold(self, is_kept, rule, *what):
        if not is_kept:
            self.broken.append(f"{self.number}: {rule}: {what}")

    def times_met(self):
        pairs = [frozenset(table.players) for entry in self.counted_rounds() for table in entry["tables"]]
        return collections.Counter(pairs)

    def colours(self):
        """Of each player, per played table of one game: whether they began."""
        colours = {n: [] for n in range(1, len(self.players) + 1)}
        for entry in self.counted_rounds():
            for table in entry["tables"]:
                counted = [g for g in table.games if g.counts()]
                if table.verdict(self.rules) and len(counted) == 1 and not counted[0].is_forfeit():
                    for seat, player in enumerate(table.players):
                        colours[player].append((seat == 0) != counted[0].exchanged)
        return colours

    def given_points(self):
        """Who had a full point without a game."""
        given = {rest["player"] for entry in self.counted_rounds() for rest in entry["rests"] if rest["kind"] == "bye"}
        for entry in self.counted_rounds():
            for table in entry["tables"]:
                points, _, played = table.verdict(self.rules)
                given |= {n for n, got in zip(table.players, points) if got == WIN and not played}
        return given

    def check_swiss(self, tables, rests):
        met, colours, given = self.times_met(), self.colours(), self.given_points()
        for table in tables:
            pair = (table["first"], table["second"])
            self.hold(not met[frozenset(pair)], "the same two again", pair)
            self.hold(frozenset(pair) not in self.forbidden, "a forbidden pair", pair)
            for player, begins, is_recorded in zip(pair, (True, False), table["forced"]):
                had = colours[player] if self.rules["legs"] == 1 else []
                third = had[-2:] == [begins, begins]
                beyond = had.count(begins) - had.count(not begins) >= 2
                self.hold((third or beyond) == is_recorded, "a forced colour is not what is on record", pair, had)
        byes = [rest["player"] for rest in rests if rest["kind"] == "bye"]
        self.hold(len(byes) <= 1 and not set(byes) & given, "a second bye", byes)
        asked = [rest["player"] for rest in rests if rest["kind"] == "halfBye"]
        before = {rest["player"] for entry in self.counted_rounds() for rest in entry["rests"] if rest["kind"] == "halfBye"}
        self.hold(not set(asked) & before, "a second bye that was asked for", asked)
        here = sum(player["there"] == "here" for player in self.players)
        self.hold(2 * len(tables) + len(rests) == here, "a player without a table or a reason")

    def check_round_robin(self, tables, rests):
        met = self.times_met()
        for table in tables:
            self.hold(met[frozenset((table["first"], table["second"]))] < self.rules["cycles"], "the same two again", table)

    def check_simul(self, tables, rests):
        """The first who joined against each other once, beginning where the rules say so."""
        guests = sorted(n for t in tables for n in (t["first"], t["second"]) if n != 1)
        there = sorted(n for n, p in enumerate(self.players, 1) if n != 1 and p["there"] in ("here", "away"))
        self.hold(guests == there, "a guest without the host", guests, there)
        for i, table in enumerate(tables):
            begins = {"first": True, "second": False, "alternating": i % 2 == 0}[self.rules["hostSide"]]
            self.hold(table["first" if begins else "second"] == 1, "another side for the host", table)

    def check_knockout(self, tables, rests):
        lost = set()
        for entry in self.counted_rounds():
            for table in entry["tables"]:
                points, _, _ = table.verdict(self.rules)
                lost |= {n for n, got in zip(table.players, points) if got != WIN}
        for table in tables:
            pair = {table["first"], table["second"]}
            self.hold(pair <= lost if table["basis"] == "thirdPlace" else not pair & lost, "a player who is out", table)

    def check_arena(self, tables, rests):
        colours, last = self.colours(), {}
        for entry in self.counted_rounds():
            for table in entry["tables"]:
                last.update(zip(table.players, reversed(table.players)))
        for table in tables:
            pair = (table["first"], table["second"])
            again = last.get(pair[0]) == pair[1] or last.get(pair[1]) == pair[0]
            self.hold(not again or len(tables) == 1, "the last opponent again", pair)
            self.hold(frozenset(pair) not in self.forbidden, "a forbidden pair", pair)
            for player, begins, is_recorded in zip(pair, (True, False), table["forced"]):
                third = colours[player][-2:] == [begins, begins]
                self.hold(third == is_recorded, "a forced colour is not what is on record", pair)
                # Of the last three who wait no two might meet else.
                self.hold(not third or len(tables) == 1, "a third colour in a row", pair)

    # ---- score cards -----------------------------------------------------------------------------------------

    def has_left_early(self, number):
        if self.rules["format"] != "roundRobin" or self.players[number - 1]["there"] != "withdrawn":
            return False
        played = 0
        for entry in self.counted_rounds():
            for table in entry["tables"]:
                verdict = table.verdict(self.rules) if number in table.players else None
                played += bool(verdict and verdict[2])
        return 2 * played < self.rules["cycles"] * (self.entrants - 1)

    def cards(self):
        """Of each player, per round: opponent (None: no game), points, points of games, discs, kind, second."""
        cards = {n: [] for n in range(1, len(self.players) + 1)}
        early = {n for n in cards if self.has_left_early(n)}
        legs, half = self.rules["legs"], self.rules["legs"] * (self.rules["squares"] // 2)
        if self.rules["format"] == "arena":
            return self.arena_cards(cards)

        def nothing(kind, points, discs=None):
            return {"kind": kind, "opponent": None, "points": points, "games": points * legs, "discs": half if points and discs is None else 0, "second": False}

        for index, entry in enumerate(self.counted_rounds(), 1):
            named = set()
            for table in entry["tables"]:
                named.update(table.players)
                verdict = table.verdict(self.rules)
                if verdict is None:
                    continue
                points, games, played = verdict
                counted = [g for g in table.games if g.counts()]
                for seat, player in enumerate(table.players):
                    line = {"kind": "played" if played else "forfeit", "opponent": table.players[1 - seat], "games": games[seat],
                            "won": points[seat] == WIN}
                    line["points"] = points[seat] // 2 if table.basis == "thirdPlace" else points[seat]
                    line["discs"] = sum(g.discs(self.rules["squares"])[seat] for g in counted)
                    if not played and line["points"]:
                        line["discs"] = half
                    # Of tables of one game: else both seats were had.
                    line["second"] = len(counted) == 1 and not counted[0].is_forfeit() and (seat == 0) == counted[0].exchanged
                    if early & set(table.players):
                        line.update(kind="cancelled", points=0, games=0, discs=0)
                    cards[player].append(line)
            for rest in entry["rests"]:
                named.add(rest["player"])
                line = {"bye": nothing("bye", WIN), "halfBye": nothing("bye", DRAW), "walkover": nothing("walkover", WIN),
                        "freeRound": nothing("free", 0)}[rest["kind"]]
                if rest["opponent"] in early:
                    line.update(kind="cancelled", points=0, games=0, discs=0)
                cards[rest["player"]].append(line)
            if self.rules["format"] in ("swiss", "roundRobin"):
                for n in set(cards) - named:
                    late = index <= self.players[n - 1]["missed"]
                    first = self.rules["format"] == "swiss" and not cards[n]
                    cards[n].append(nothing("missed", DRAW if late and first else 0))
        return cards

    def arena_cards(self, cards):
        ended = sorted(((g.ended, t, g) for r in self.rounds for t in r["tables"] for g in t.games if g.counts()), key=lambda e: e[0])
        row, drew = dict.fromkeys(cards, 0), dict.fromkeys(cards, False)
        for _, table, game in ended:
            for seat, player in enumerate(table.players):
                got, plies = game.points()[seat], game.outcome["plies"]
                worth = got * (2 if row[player] >= 2 else 1)
                if got == DRAW and (plies < self.rules["quickDraw"] or (drew[player] and plies < self.rules["longDraw"])):
                    worth = 0
                row[player] = row[player] + 1 if got == WIN else 0
                drew[player] = got == DRAW
                cards[player].append({"kind": "forfeit" if game.is_forfeit() else "played", "opponent": table.players[1 - seat], "points": worth, "won": got == WIN,
                                      "games": got, "discs": game.discs(self.rules["squares"])[seat],
                                      "second": not game.is_forfeit() and (seat == 0) == game.exchanged})
        return cards

    # ---- standing --------------------------------------------------------------------------------------------

    def takes_part(self, number, card):
        there = self.players[number - 1]["there"]
        return there not in ("withdrawn", "invited") or any(line["kind"] != "missed" for line in card)

    def standings(self):
        cards = self.cards()
        self.sums = {n: sum(line["games"] for line in card) for n, card in cards.items()}
        rows = [[sum(line["points"] for line in cards[n])] for n in cards]
        rows = {n: row for n, row in zip(cards, rows) if self.takes_part(n, cards[n])}
        self.lowest = min((self.sums[n] for n in rows), default=0)
        for kind in self.rules["tieBreaks"]:
            before = {n: tuple(row) for n, row in rows.items()}
            for n, row in rows.items():
                row.append(self.tie_break(kind, n, cards, [m for m in rows if before[m] == before[n]]))
        order = sorted(rows, key=lambda n: ([-value for value in rows[n]], n))
        return [[1 + sum(rows[m] > rows[n] for m in rows), n] + rows[n] for n in order]

    def opponents(self, card, instead):
        """Pairs of the points of a line and those of its opponent."""
        found = []
        for line in card:
            if line["kind"] == "played":
                found.append((line["points"], self.sums[line["opponent"]]))
            elif line["kind"] not in ("cancelled", "free"):
                found.append((line["points"], instead if line["points"] else 0))
        return found

    def tie_break(self, kind, n, cards, tied):
        card = cards[n]
        own = [points for _, points in self.opponents(card, self.sums[n])]
        discs = sum(line["discs"] for line in card)
        won = [line for line in card if line["kind"] == "played" and line["won"]]
        return {
            "opponents": lambda: sum(points for _, points in self.opponents(card, self.lowest)),
            "buchholzCut": lambda: sum(own) - min(own, default=0),
            "sonnebornBerger": lambda: sum(a * b for a, b in self.opponents(card, self.sums[n])),
            "direct": lambda: self.direct(n, cards, tied),
            "wins": lambda: len(won),
            "winsAsSecond": lambda: sum(line["second"] for line in won),
            "bq": lambda: 2 * discs + self.rules["bqFactor"] * sum(own),
            "discs": lambda: discs,
            "lot": lambda: -self.players[n - 1]["lot"],
        }[kind]()

    @staticmethod
    def direct(n, cards, tied):
        met = {m: {line["opponent"] for line in cards[m] if line["kind"] in ("played", "forfeit")} for m in tied}
        if any(set(tied) - {m} - met[m] for m in tied):
            return 0
        return sum(line["points"] for line in cards[n] if line["opponent"] in tied and line["kind"] in ("played", "forfeit"))


def faults(report):
    """What is wrong with a tournament, in words."""
    tournament, noted = Tournament(), {note["v"]: note["rows"] for note in report["standings"]}
    found = []
    for event in report["events"]:
        tournament.follow(event)
        rows = noted.pop(event["v"], None)
        if rows is None:
            continue
        expected = tournament.standings()
        if rows != expected:
            found.append(f"the standing after event {event['v']}, expected and told:")
            found += [f"  {a} {'' if a == b else b}" for a, b in itertools.zip_longest(expected, rows)]
    return tournament.broken + found + [f"a standing after event {v}, which is not there" for v in noted]


def main():
    wrong = count = standings = 0
    with open(sys.argv[1], encoding="utf-8") as reports:
        for count, line in enumerate(reports, 1):
            report = json.loads(line)
            standings += len(report["standings"])
            found = faults(report)
            wrong += bool(found)
            if found and wrong <= 3:
                print(f"tournament {count}, {report['events'][0]['body']}:", *found, sep="\n  ")
    print(f"{count} tournaments, {standings} standings; {wrong} tournaments are not by the rules")
    return wrong > 0 or count == 0 or standings < count


if __name__ == "__main__":
    sys.exit(main())
