import type { GameView, Position } from '../../games/kit/game';
import { notationTag } from '../boards/move_names';
import { singleClick } from '../core/in_flight';
import { IconButton } from '../parts/icon_button';
import { useServices } from '../services/services';
import { lineNames, numbered } from './line_names';
import type { Replay } from './replay_model';
import type { Variation } from './variations';

/** Where a tree grows: after `moves` from a ply of the game. */
interface TreeRoot {
  readonly replay: Replay;
  readonly game: GameView;
  readonly ply: number;
  readonly moves: readonly string[];
  readonly position: Position;
}

/** Each variation on a line of its own; what branches off from it is set in below. */
export function VariationTree({ tree, place }: { tree: readonly Variation[]; place: TreeRoot }) {
  return (
    <ul class="variation-tree">
      {tree.map((variation) => (
        <Line key={variation.move} variation={variation} place={place} />
      ))}
    </ul>
  );
}

interface Branch {
  readonly tree: readonly Variation[];
  readonly place: TreeRoot;
}

/** A variation with what was tried first after it, and the branches that leave it. */
function unrolled(
  variation: Variation,
  place: TreeRoot,
): { moves: readonly string[]; branches: readonly Branch[] } {
  const moves: string[] = [];
  const branches: Branch[] = [];
  let position = place.position;
  let current: Variation | undefined = variation;
  while (current) {
    moves.push(current.move);
    position = place.game.after(position, current.move);
    const [first, ...others]: readonly Variation[] = current.next;
    if (others.length > 0)
      branches.push({ tree: others, place: { ...place, moves: [...place.moves, ...moves], position } });
    current = first;
  }
  return { moves, branches };
}

/** One variation in a line, each move a button; the last button forgets it with all its branches. */
function Line({ variation, place }: { variation: Variation; place: TreeRoot }) {
  const { preferences } = useServices();
  const { t } = preferences;
  const { notation, language } = preferences.settings.value;
  const { replay, game, ply, position } = place;
  const { moves, branches } = unrolled(variation, place);
  const from = ply + place.moves.length;
  const names = numbered(lineNames(game, position, moves, notation, language), from);
  const upTo = (index: number) => [...place.moves, ...moves.slice(0, index + 1)];
  const shown = replay.ply.value === ply ? replay.variation.value.join() : null;
  return (
    <li>
      <span class="line-moves" lang={notationTag(notation, language)}>
        {names.map((name, index) => (
          <button
            key={index}
            aria-current={shown === upTo(index).join() ? 'step' : undefined}
            onClick={() => replay.showLine(ply, upTo(index))}
          >
            {name}
          </button>
        ))}
      </span>
      <IconButton
        icon="close"
        class="small"
        size={14}
        label={t('variation.forget')}
        onClick={singleClick(() => replay.removeLine(ply, upTo(0)))}
      />
      {branches.map((branch) => (
        <VariationTree key={branch.place.moves.length} {...branch} />
      ))}
    </li>
  );
}
