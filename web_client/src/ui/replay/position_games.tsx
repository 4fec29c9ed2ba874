import style from '../../style/position_games.css?inline';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Position } from '../../games/kit/game';
import { libraryWords as words } from '../../i18n/areas/library_words';
import {
  explorePosition,
  type ExploredGame,
  type ExploredMove,
  type ExploredPosition,
  type Scope,
} from '../../protocol/collections';
import type { Refusal } from '../../protocol/connection';
import type { Route } from '../../state/route';
import { notationTag } from '../boards/move_names';
import { adoptStyles } from '../core/style';
import { useAsync } from '../core/use_async';
import { isolated } from '../parts/isolated';
import { LoadError } from '../parts/load_error';
import { RouteLink } from '../parts/route_link';
import { Segment } from '../parts/segment';
import { useServices } from '../services/services';
import { queryOf } from './analysed_line';
import { lineNames } from './line_names';
import type { Replay } from './replay_model';
import { shortLine } from './short_line';

adoptStyles(style);

export { PositionGames as view, words };

/** Stepping through moves faster than this asks nothing of the server on the way. */
const DEBOUNCE_MS = 300;

interface Props {
  readonly replay: Replay;
  /** Whose games are shown at first, by its id; those of the server without one. */
  readonly collection?: string;
}

/** A scope as a word to choose. */
type Word = 'server' | 'own' | 'collection';

/** `value` once it has stayed the same for a moment. */
function useSettled<T>(value: T): T {
  const [settled, settle] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => settle(value), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/** What games did in `position`. */
interface Known {
  readonly asked: string;
  readonly explored: ExploredPosition;
  readonly position: Position;
}

/** What the games of a scope did in the position that is shown, or, where it `isOld`, in one that was; null until it is
 *  known. */
function useExplored(replay: Replay, scope: Scope) {
  const { account, socket } = useServices();
  const { game, rule, size, startPos } = replay.record;
  const moves = useSettled(replay.line.join());
  const ask = async (): Promise<ExploredPosition> => {
    const line = {
      t: 'explore',
      game,
      rule,
      size,
      pos: startPos || undefined,
      moves: moves.split(','),
    } as const;
    const { pos = '', moves: last } = await shortLine(socket, line);
    return explorePosition(account.token, scope, {
      game,
      rule,
      ...(size !== undefined && { size: String(size) }),
      pos,
      moves: last.join(),
    });
  };
  // Who asks matters: another may be logged in by now.
  const asked = JSON.stringify([scope, game, rule, size, startPos, account.user.value?.id]);
  const { value, error, retry } = useAsync(ask, [asked, moves]);
  // Asked too often: it asks again by itself when the server allows it, and shows no error until then.
  const wait = (error as Partial<Refusal> | null)?.retryMs;
  useEffect(() => {
    if (wait === undefined) return;
    const timer = setTimeout(retry, wait);
    return () => clearTimeout(timer);
  }, [error]);
  // The position before stays in sight until the next one is known: nothing jumps. Not under the name of other games.
  const last = useRef<Known | null>(null);
  const isOld = value === null || moves !== replay.line.join();
  if (value !== null && !isOld) last.current = { asked, explored: value, position: replay.shown };
  const known = last.current?.asked === asked ? last.current : null;
  return { known, isOld, error: wait === undefined ? error : null, retry };
}

/** Beside a board: how games went on from here, and which they were. */
function PositionGames({ replay, collection = '' }: Props) {
  const { t } = useServices().preferences;
  const choices: readonly Word[] = collection === '' ? ['server', 'own'] : ['collection', 'server', 'own'];
  const [word, choose] = useState<Word>(collection === '' ? 'server' : 'collection');
  const { known, isOld, error, retry } = useExplored(replay, word === 'collection' ? { collection } : word);
  return (
    <section class="card position-games" aria-labelledby="position-games" aria-busy={isOld && error === null}>
      <h2 id="position-games">
        {word === 'collection' ? (
          <RouteLink to={{ page: 'collections', id: collection }}>{t('library.positions')}</RouteLink>
        ) : (
          t('replay.explore')
        )}
      </h2>
      <Segment<Word>
        label={t('library.scope')}
        options={choices.map((one) => [one, t(`library.scope.${one}`)])}
        value={word}
        onChange={choose}
      />
      {error !== null && <LoadError error={error} onRetry={retry} />}
      {known && error === null && (
        <Explored
          replay={replay}
          collection={collection}
          {...known}
          // What was played there cannot be played here: the second half of a double click was.
          onMove={(move) => {
            if (!isOld) replay.try(move);
          }}
        />
      )}
      {/* Not before: it would move. */}
      {(known ?? error) !== null && (
        <RouteLink class="button small" to={searchOn(replay, collection)}>
          {t('library.search')}
        </RouteLink>
      )}
    </section>
  );
}

/** To the ply of a game at which it was found, of a collection or of this server. */
export const routeOf = (game: ExploredGame, collection: string): Route =>
  game.id === undefined
    ? { page: 'collections', id: collection, number: game.number, ply: game.ply }
    : { page: 'replay', gameId: game.id, ply: game.ply };

/** Where a pattern is looked for; what is shown, where its text is known, is what it begins with. */
function searchOn({ record, knownPosition }: Replay, collection: string): Route {
  const { game, rule, size } = record;
  const line = {
    game,
    rule,
    moves: [],
    ...(size !== undefined && { size }),
    ...(knownPosition && { pos: knownPosition.pos }),
  };
  const query = { ...queryOf(line), ...(collection && { collection }), find: '' };
  return { page: 'analysis', query: new URLSearchParams(query).toString() };
}

interface ExploredProps extends Required<Props>, Omit<Known, 'asked'> {
  readonly onMove: (move: string) => void;
}

/** Moves with their shares of results, and the last games that came here. */
function Explored({ collection, explored, ...shown }: ExploredProps) {
  const { t } = useServices().preferences;
  const isCut = explored.more;
  if (explored.moves.length === 0 && explored.games.length === 0)
    return <p class="caption">{t(isCut ? 'library.positions.more' : 'library.positions.none')}</p>;
  return (
    <>
      {isCut && <p class="caption">{t('library.positions.more')}</p>}
      <ol class="next-moves">
        {explored.moves.map((next) => (
          <NextMove key={next.move} next={next} {...shown} />
        ))}
      </ol>
      <details>
        <summary>{t('library.positions.last')}</summary>
        <ul>
          {explored.games.map((game) => (
            <li key={game.id ?? game.number}>
              <RouteLink to={routeOf(game, collection)}>
                {game.players.map(({ name }) => isolated(name || '?')).join(' – ')}
              </RouteLink>{' '}
              <span class="caption">{game.date?.slice(0, 4)}</span>
            </li>
          ))}
        </ul>
      </details>
    </>
  );
}

type NextProps = Pick<ExploredProps, 'replay' | 'position' | 'onMove'> & { readonly next: ExploredMove };

/** How it went with one move, which is played by a press. */
function NextMove({ replay, position, next, onMove }: NextProps) {
  const { t, settings } = useServices().preferences;
  const { notation, language } = settings.value;
  const { move, games, first, draws, second, rating, lastYear } = next;
  const [name = move] = lineNames(replay.game, position, [move], notation, language);
  const percent = (part: number): number => Math.round((100 * part) / Math.max(1, first + draws + second));
  const shares = { first: percent(first), draws: percent(draws), second: percent(second) };
  return (
    <li>
      <button onClick={() => onMove(move)}>
        <b lang={notationTag(notation, language)}>{name}</b>
        <span>{games}</span>
        <span class="shares" role="img" aria-label={t('library.positions.shares', shares)}>
          {(['first', 'draws', 'second'] as const).map((part) => (
            <i key={part} class={part} style={{ flexGrow: next[part] }} />
          ))}
        </span>
        <small class="muted">{[rating, lastYear].filter(Boolean).join(' · ')}</small>
      </button>
    </li>
  );
}
