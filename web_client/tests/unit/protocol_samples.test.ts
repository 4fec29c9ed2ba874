import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { applyLobby, emptyLobby } from '../../src/state/lobby';
import { applyRoomEvent, movesOf, roomFromSnapshot } from '../../src/state/room';
import type { Club, ClubLine, ClubPerson, OwnClub } from '../../src/protocol/clubs';
import type { AppealedMeasure, ModerationAct, OwnMeasures, Report } from '../../src/protocol/moderation';
import type { GameRecord } from '../../src/protocol/records';
import type { TournamentLine } from '../../src/protocol/tournaments';
import type {
  Leader,
  PlayedTournament,
  Profile,
  Relations,
  Results,
  SessionInfo,
  SignedIn,
  You,
} from '../../src/protocol/people';
import type {
  GameEvent,
  GameFull,
  LobbyChange,
  LobbySnapshot,
  ServerMessage,
} from '../../src/protocol/server_messages';

// The files that the server's tests read too. Whatever the server says must be something that this client knows.
const folder = new URL('../../../tests/protocol/samples/', import.meta.url);
const load = (name: string): unknown => JSON.parse(readFileSync(new URL(name, folder), 'utf8'));

/** Where a message of the server is heard. A type that is not here does not compile, a sample of none fails. */
const hearers: Record<ServerMessage['t'], string> = {
  welcome: 'protocol/connection.ts',
  pong: 'protocol/connection.ts',
  ack: 'answers a request',
  error: 'state/room_reducer.ts',
  lobby: 'ui/lobby/lobby_model.ts',
  created: 'ui/lobby/lobby_model.ts',
  turn: 'ui/services/socket_client.ts',
  challenges: 'answers a request',
  challenge: 'ui/challenges/challenge_list.ts',
  challengeEnd: 'ui/challenges/challenge_list.ts',
  gameFull: 'state/room_reducer.ts',
  event: 'state/room_reducer.ts',
  mini: 'ui/lobby/lobby_model.ts',
  crowd: 'state/room_reducer.ts',
  gone: 'state/room_reducer.ts',
  chat: 'state/room_reducer.ts',
  reported: 'state/room_reducer.ts',
  chatRemoved: 'state/room_reducer.ts',
  measure: 'ui/room/model/room_model.ts',
  notice: 'ui/frame/notices.ts',
  redirect: 'reserved',
  analysis: 'ui/replay/explorer.ts',
  hint: 'state/room_reducer.ts',
  thought: 'state/room_reducer.ts',
  explored: 'answers a request',
  study: 'state/study.ts',
  studyEdit: 'state/study.ts',
  studyInfo: 'state/study.ts',
  studyCursors: 'state/study.ts',
  bye: 'protocol/connection.ts',
};

interface Sample {
  readonly name: string;
  readonly message: ServerMessage;
}

describe('golden samples', () => {
  it('hold what a replay needs', () => {
    const record = load('http_game.json') as GameRecord;
    const plies = record.state.ply;
    expect(record.positions).toHaveLength(plies + 1);
    expect(record.notations).toHaveLength(plies);
    expect(record.positions[plies]).toBe(record.state.pos);
    expect(movesOf(record.state)).toHaveLength(plies);
  });

  it('hold what is shown of people', () => {
    const people = load('http_people.json') as {
      admission: SignedIn;
      sessions: { sessions: SessionInfo[] };
      profile: Profile;
      you: You;
      relations: Relations;
      results: Results;
      tournaments: { tournaments: PlayedTournament[] };
      leaderboard: { players: Leader[] };
    };
    expect(people.admission.user.guest).toBe(false);
    expect(people.sessions.sessions[0]?.current).toBe(true);
    expect(people.profile.ratings.gomoku?.blitz?.provisional).toBe(false);
    expect(people.you.followsYou).toBe(people.relations.following[0]?.mutual);
    expect(people.results.opponents[0]).toMatchObject({ name: 'Mei', won: 1 });
    expect(people.tournaments.tournaments[0]).toMatchObject({ format: 'roundRobin', rank: 3 });
    expect(people.leaderboard.players[0]?.name).toBe(people.profile.name);
  });

  it('hold what moderators see', () => {
    const told = load('http_moderation.json') as {
      own: OwnMeasures;
      reports: { reports: Report[] };
      appeals: { appeals: AppealedMeasure[] };
      log: { acts: ModerationAct[] };
    };
    expect(told.own.measures[0]?.kind).toBe('mute');
    expect(told.reports.reports[0]?.around[0]?.from).toBe(told.reports.reports[0]?.reporter.name);
    expect(told.appeals.appeals[0]?.own).toBe(true);
    expect(told.log.acts[0]?.do).toBe('mute');
  });

  it('hold what is shown of clubs', () => {
    const told = load('http_clubs.json') as {
      list: { clubs: ClubLine[]; cursor: string | null };
      own: { clubs: OwnClub[] };
      club: Club;
      members: { members: ClubPerson[]; cursor: string | null };
      tournaments: { tournaments: TournamentLine[]; cursor: string | null };
    };
    expect(told.list.clubs[0]?.joining).toBe(told.club.joining);
    expect(told.own.clubs[0]?.role).toBe(told.club.you);
    expect(told.club.requests).toHaveLength(1);
    expect(told.members.members[0]?.name).toBe(told.club.owner);
    expect(told.tournaments.tournaments[0]?.clubId).toBe(told.club.id);
  });

  it.each(Object.entries(hearers))('%s is heard by %s', (type, file) => {
    if (!file.endsWith('.ts')) return;
    const source = readFileSync(new URL(`../../src/${file}`, import.meta.url), 'utf8');
    expect(source).toMatch(new RegExp(`(case|\\.t [!=]==) '${type}'`));
  });

  it.each(load('server_messages.json') as Sample[])('$name is understood', ({ message }) => {
    expect(hearers).toHaveProperty(message.t);
    if (message.t === 'gameFull') checkRoom(message);
    if (message.t === 'event') checkEvent(message);
    if (message.t === 'lobby') checkLobby(message);
  });
});

function checkRoom(message: GameFull): void {
  const room = roomFromSnapshot(message, null, 0);
  expect(room.moves).toHaveLength(message.state.ply);
  expect(room.positions[message.state.ply]).toBe(message.state.pos);
  expect(room.full.players).toHaveLength(2);
}

function checkLobby(message: LobbySnapshot | LobbyChange): void {
  const lobby = applyLobby(emptyLobby, message);
  for (const game of lobby.games) expect(game.players).toHaveLength(2);
  expect(lobby.players).toBe(message.players);
}

function checkEvent(event: GameEvent): void {
  const room = { ...roomFromSnapshot(plainRoom, null, 0), v: event.v - 1 };
  const step = applyRoomEvent(room, event, 0);
  expect(step).toHaveProperty('room.v', event.v);
}

const plainRoom: GameFull = {
  t: 'gameFull',
  gameId: 'g',
  game: 'gomoku',
  rule: 'freestyle',
  you: null,
  players: [
    { name: 'a', online: true },
    { name: 'b', online: true },
  ],
  time: null,
  rated: false,
  startPos: '',
  state: {
    moves: '',
    ply: 0,
    turn: 'first',
    pos: '',
    clock: null,
    status: 'playing',
    result: null,
    reason: null,
  },
  chat: [],
  v: 0,
};
