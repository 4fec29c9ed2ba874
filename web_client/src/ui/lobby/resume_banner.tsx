import type { PlayingGame } from '../../protocol/server_messages';
import { To } from '../parts/to';
import { useServices } from '../services';

/** More would push the lobby itself out of sight. */
const SHOWN = 3;

/** The way back into games that are not over; those that wait for the visitor first. */
export function ResumeBanner() {
  const { link } = useServices();
  const games = link.playing.value.toSorted((a, b) => Number(b.yourTurn) - Number(a.yourTurn));
  return (
    <>
      {games.slice(0, SHOWN).map((game) => (
        <ResumeRow key={game.gameId} game={game} />
      ))}
    </>
  );
}

/** Nobody else may be called that. */
const botLevel = (name: string | null): number | null => Number(/^Bot (\d)$/.exec(name ?? '')?.[1]) || null;

function ResumeRow({ game }: { game: PlayingGame }) {
  const { t } = useServices().preferences;
  const { gameId, opponent, yourTurn } = game;
  const level = botLevel(opponent);
  const name = level === null ? (opponent ?? '') : t('room.computerLevel', { n: level });
  const named = { game: t(`game.${game.game}`), name };
  const key =
    opponent === null ? 'lobby.resume.nobody' : yourTurn ? 'lobby.resume.turn' : 'lobby.resume.theirs';
  return (
    <To class="resume card" to={{ page: 'room', gameId }}>
      <span class={`dot ${yourTurn ? '' : 'off'}`} />
      <b>{t(key, named)}</b>
      <span class="space" />
      <span class="button small jade">{t('lobby.resumeDo')}</span>
    </To>
  );
}
