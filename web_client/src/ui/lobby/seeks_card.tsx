import { useState } from 'preact/hooks';
import type { GameName, Seek } from '../../protocol/types';
import { timeName } from '../../state/time_control';
import { challenges, type Challenge } from '../../state/lobby';
import { useHeldOff } from '../core/held_off';
import { Avatar } from '../parts/avatar';
import { ProgramMark } from '../parts/program_mark';
import { gameOptions, Segment } from '../parts/segment';
import { useWords } from '../services/services';
import type { LobbyModel } from './lobby_model';

/** Who waits for an opponent, and for which game. */
export function SeeksCard({ model }: { model: LobbyModel }) {
  const { t } = useWords();
  const [only, setOnly] = useState<GameName | 'all'>('all');
  const all = challenges(model.lobby.value);
  const open = all.filter((opening) => only === 'all' || opening.game === only);
  return (
    <section class="card seeks" aria-labelledby="seeks-title">
      <div class="seeks-head">
        <h2 id="seeks-title">{t('lobby.seeks')}</h2>
        <span class="muted">
          {all.length > 0 ? t('lobby.seeks.count', { n: all.length }) : t('lobby.seeks.none')}
        </span>
        <span class="space" />
        {all.length > 0 && (
          <Segment
            label={t('lobby.filter')}
            options={[['all', t('lobby.all')] as const, ...gameOptions(t)]}
            value={only}
            onChange={setOnly}
          />
        )}
      </div>
      <ul class="rows">
        {open.map((opening, place) => (
          <ChallengeRow key={opening.id} challenge={opening} place={place} model={model} />
        ))}
      </ul>
    </section>
  );
}

/** Which side a seek leaves to its opponent, and which ratings it accepts. */
function SeekWish({ seek: { game, side, minRating, maxRating } }: { seek: Seek }) {
  const { t } = useWords();
  const left = side === 'first' ? 'second' : side === 'second' ? 'first' : null;
  const range = minRating || maxRating ? `${minRating ?? ''}–${maxRating ?? ''}` : null;
  const yours = left && t('label.of', { label: t('side.label'), text: t(`side.${game}.${left}`) });
  const wish = [yours, range].filter(Boolean).join(' · ');
  return wish === '' ? null : <small class="dim"> {wish}</small>;
}

interface RowProps {
  readonly challenge: Challenge;
  /** In a list. */
  readonly place?: number;
  readonly model: LobbyModel;
}

/** A row that has just moved takes no press for a moment: it may be another one than was aimed at. */
export function ChallengeRow({ challenge, place, model }: RowProps) {
  const { t, ruleNames } = useWords();
  const { game, rule, opening } = challenge;
  const row = useHeldOff<HTMLLIElement>(place);
  return (
    <li class="seek" ref={row}>
      <Avatar name={challenge.name} size={28} />
      <span class="grow">
        <b>{challenge.name}</b>
        <ProgramMark program={challenge.program} /> <span class="dim">{challenge.rating ?? ''}</span>
        {challenge.seek && <SeekWish seek={challenge.seek} />}
      </span>
      <span class="grow">{[t(`game.${game}`), ...ruleNames(game, rule, opening)].join(' · ')}</span>
      <b class="num">{timeName(challenge.time)}</b>
      <span class="muted rated">{t(challenge.rated ? 'lobby.rated' : 'lobby.casual')}</span>
      {model.isOwn(challenge) ? (
        <span class="chip">{t('lobby.yourSeek')}</span>
      ) : challenge.rated && challenge.program ? (
        // It waits for another program.
        <span />
      ) : (
        <button
          class="button small"
          aria-label={`${t('lobby.join')} ${challenge.name} ${t(`game.${game}`)}`}
          disabled={model.busy.value}
          onClick={() => void model.accept(challenge)}
        >
          {t('lobby.join')}
        </button>
      )}
    </li>
  );
}
