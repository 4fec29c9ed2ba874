import type { Tournament } from '../../protocol/tournaments';
import { useServices } from '../services/services';

/** Points are halves at most: `2½`. */
export const pointsText = (points: number): string =>
  points % 1 === 0.5 ? `${Math.floor(points) || ''}½` : String(points);

/** Who leads; before the first round, who is there. */
export function Standings({ tournament }: { tournament: Tournament }) {
  const { t, named } = useServices().preferences;
  const { standings, players, tieBreaks, me } = tournament;
  return (
    <section class="card list-card table-card" aria-label={t('tournament.players', { n: players.length })}>
      <table class="leaders">
        <thead>
          <tr>
            <th scope="col">{t('leaderboard.rank')}</th>
            <th scope="col">{t('leaderboard.player')}</th>
            <th scope="col">{t('tournament.points')}</th>
            {tieBreaks.map((tie) => (
              <th key={tie} scope="col">
                {named('tournament.tie', tie, tie)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {standings.map((standing) => {
            const player = players[standing.player - 1];
            if (!player) return null;
            return (
              <tr key={standing.player} class={standing.player === me ? 'mine' : ''}>
                <td>{standing.rank}</td>
                <td class="player-name">
                  {player.name}
                  {player.rating !== undefined && <span class="dim"> {player.rating}</span>}{' '}
                  <span class="muted">{named('tournament.attendance', player.attendance, '')}</span>
                </td>
                <td>{pointsText(standing.points)}</td>
                {standing.tieBreaks.map((value, i) => (
                  <td key={i}>{pointsText(value)}</td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
