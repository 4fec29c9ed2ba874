import { createStudy, type ChapterSource } from '../../protocol/studies';
import type { StudyNode } from '../../protocol/study_messages';
import { useSubmit } from '../core/use_submit';
import { RoomIcon } from '../parts/room_icon';
import { useServices } from '../services/services';
import type { Replay } from './replay_model';
import type { Variations } from './variations';

/** Code points of a name, at most. */
const LONGEST_NAME = 100;

/** A game and what was tried beside it as one tree: parents first, the game before what was tried. */
export function nodesOf(moves: readonly string[], variations: Variations): readonly StudyNode[] {
  const nodes: StudyNode[] = [{ id: 0 }];
  const known = new Map<string, number>();
  const add = (parent: number, move: string): number => {
    const key = `${parent} ${move}`;
    const id = known.get(key) ?? nodes.length;
    if (id === nodes.length) nodes.push({ id, parent, move });
    known.set(key, id);
    return id;
  };
  const line = [0];
  for (const move of moves) line.push(add(line.at(-1) ?? 0, move));
  const open = [...variations].map(([ply, next]) => ({ at: line[ply] ?? 0, next }));
  // It grows on the way.
  for (const { at, next } of open)
    for (const one of next) open.push({ at: add(at, one.move), next: one.next });
  return nodes;
}

/** A game of the server with nothing beside it is best known there: with its tags and times. */
function sourceOf({ record, moves, variations, flipped }: Replay): ChapterSource {
  const { game, rule, size, startPos, gameId } = record;
  const tried = variations.value;
  if (gameId !== '' && [...tried.values()].every((tree) => tree.length === 0)) return { gameId };
  const nodes = nodesOf(moves, tried);
  const content = {
    game,
    rule,
    ...(size !== undefined && { size }),
    ...(startPos !== '' && { startPos }),
    orientation: flipped.value ? 'second' : 'first',
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
    try {
      const chapter = { name, ...sourceOf(replay) };
      const { id } = await createStudy(account.token, { name, visibility: 'private', chapter });
      navigation.to({ page: 'study', id });
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
