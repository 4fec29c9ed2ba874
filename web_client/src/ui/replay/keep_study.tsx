import type { GameView } from '../../games/kit/game';
import type { GameRecord } from '../../protocol/records';
import { createStudy, type ChapterSource } from '../../protocol/studies';
import type { StudyNode } from '../../protocol/study_messages';
import { leadOn } from '../core/lead_on';
import { useSubmit } from '../core/use_submit';
import { RoomIcon } from '../parts/room_icon';
import { useServices } from '../services/services';
import type { Replay } from './replay_model';
import type { Variations } from './variations';

/** Code points of a name, at most. */
const LONGEST_NAME = 100;

/**
 * A game and what was tried beside it as one tree: parents first, the game before what was tried.
 * @param times of the game's moves, as far as they are known
 */
export function nodesOf(
  moves: readonly string[],
  variations: Variations,
  times: readonly number[] = [],
): readonly StudyNode[] {
  const nodes: StudyNode[] = [{ id: 0 }];
  const known = new Map<string, number>();
  const add = (parent: number, move: string, spent = 0): number => {
    const key = `${parent} ${move}`;
    const id = known.get(key) ?? nodes.length;
    if (id === nodes.length) nodes.push({ id, parent, move, ...(spent > 0 && { spent }) });
    known.set(key, id);
    return id;
  };
  const line = [0];
  for (const [ply, move] of moves.entries()) line.push(add(line.at(-1) ?? 0, move, times[ply]));
  const open = [...variations].map(([ply, next]) => ({ at: line[ply] ?? 0, next }));
  // It grows on the way.
  for (const { at, next } of open)
    for (const one of next) open.push({ at: add(at, one.move), next: one.next });
  return nodes;
}

const results = { first: '1-0', second: '0-1', draw: '1/2-1/2' } as const;

/** What is known of a game beside its moves, by the names of PGN. */
export function tagsOf(
  { players, event, at, state, tags }: GameRecord,
  { playerTags }: Pick<GameView, 'playerTags'>,
): Readonly<Record<string, string>> {
  const [first, second] = playerTags;
  const known = {
    [first]: players[0].name,
    [second]: players[1].name,
    Event: event,
    Date: at && new Date(at).toISOString().slice(0, 10).replaceAll('-', '.'),
    Result: state.result && results[state.result],
    Termination: state.reason,
    ...tags,
  };
  return Object.fromEntries(
    Object.entries(known).filter(
      (tag): tag is [string, string] => typeof tag[1] === 'string' && tag[1] !== '',
    ),
  );
}

/** A game of the server with nothing beside it is best known there: with its tags and times. */
function sourceOf(replay: Replay): ChapterSource {
  const { record, moves, variations, flipped } = replay;
  const { game, rule, size, startPos, gameId } = record;
  const tried = variations.value;
  if (gameId !== '' && [...tried.values()].every((tree) => tree.length === 0)) return { gameId };
  const nodes = nodesOf(moves, tried, record.spent);
  const content = {
    game,
    rule,
    ...(size !== undefined && { size }),
    ...(startPos !== '' && { startPos }),
    orientation: flipped.value ? 'second' : 'first',
    tags: tagsOf(record, replay.game),
    nodes,
    nextId: nodes.length,
  };
  return { record: JSON.stringify(content), format: 'study' };
}

/** Makes a study of the game, or of what is on the board, with all that was tried; and goes there. */
export function KeepStudy({ replay }: { replay: Replay }) {
  const { account, navigation, preferences, toasts } = useServices();
  const { t } = preferences;
  const { game, players } = replay.record;
  const { busy, submit } = useSubmit(async () => {
    const names = players.map((player) => player.name).filter(Boolean);
    const name = Array.from(names.join(' – ') || t(`game.${game}`))
      .slice(0, LONGEST_NAME)
      .join('');
    const lead = leadOn(navigation);
    try {
      const chapter = { name, ...sourceOf(replay) };
      const { id } = await createStudy(account.token, { name, visibility: 'private', chapter });
      lead({ page: 'study', id });
    } catch (error) {
      toasts.showError(error);
    }
  });
  return (
    <button class="button small" aria-busy={busy} onClick={() => void submit()}>
      <RoomIcon name="book" size={15} /> {t('replay.keep')}
    </button>
  );
}
