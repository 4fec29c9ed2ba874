import type { PlayingGame } from '../../protocol/server_messages';
import { useServices } from '../services/services';
import { RouteLink } from './route_link';

/** The visitor's games that are not over, as of the last welcome; those that wait for the visitor come first. */
export const useUnfinished = (): readonly PlayingGame[] =>
  useServices().account.playing.value.toSorted((a, b) => Number(b.yourTurn) - Number(a.yourTurn));

/** Only computers may be called that. */
const botLevel = (name: string | null): number | null => Number(/^Bot (\d)$/.exec(name ?? '')?.[1]) || null;

/** The way back to the board of one of them. */
export function ResumeLink({ game }: { game: PlayingGame }) {
  const { t } = useServices().preferences;
  const { gameId, opponent, yourTurn } = game;
  const level = botLevel(opponent);
  const name = level === null ? (opponent ?? '') : t('room.computerLevel', { n: level });
  const named = { game: t(`game.${game.game}`), name };
  const key = opponent === null ? 'lobby.resume.nobody' : 'lobby.resume.theirs';
  return (
    <RouteLink
      class={`resume button small ${yourTurn ? 'jade' : ''}`}
      to={{ page: 'room', gameId }}
      title={t('lobby.resumeDo')}
    >
      <span class={`dot ${yourTurn ? '' : 'off'}`} />
      <span class="cut">{t(key, named)}</span>
      {yourTurn && opponent !== null && <b> {t('nav.yourMove')}</b>}
    </RouteLink>
  );
}
