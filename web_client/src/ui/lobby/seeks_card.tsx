import { useState } from 'preact/hooks';
import { knownRules } from '../../games/rules';
import type { GameName, Seek } from '../../protocol/types';
import { timeName } from '../../state/time_control';
import { openings, type Opening } from '../../state/lobby';
import { Avatar } from '../parts/avatar';
import { gameOptions, Segment } from '../parts/segment';
import { useWords } from '../services/services';
import type { LobbyModel } from './lobby_model';

/** Who waits for an opponent, and for which game. */
export function SeeksCard({ model }: { model: LobbyModel }) {
  const { t } = useWords();
  const [only, setOnly] = useState<GameName | 'all'>('all');
  const all = openings(model.lobby.value);
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
        {open.map((opening) => (
          <OpeningRow key={opening.id} opening={opening} model={model} />
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
  const wish = [left && t(`side.${game}.${left}`), range].filter(Boolean).join(' · ');
  return wish === '' ? null : <small class="dim"> {wish}</small>;
}

function OpeningRow({ opening, model }: { opening: Opening; model: LobbyModel }) {
  const { t, named } = useWords();
  const rule =
    knownRules[opening.game].length > 1 && opening.rule !== undefined
      ? ` · ${named(`rule.${opening.game}.${opening.rule}`, 'name', opening.rule)}`
      : '';
  const procedure = opening.procedure ? ` · ${named('rule.opening', opening.procedure)}` : '';
  return (
    <li class="seek">
      <Avatar name={opening.name} size={28} />
      <span class="grow">
        <b>{opening.name}</b> <span class="dim">{opening.rating ?? ''}</span>
        {opening.seek && <SeekWish seek={opening.seek} />}
      </span>
      <span class="grow">
        {t(`game.${opening.game}`)}
        {rule}
        {procedure}
      </span>
      <b class="num">{timeName(opening.time)}</b>
      <span class="muted rated">{t(opening.rated ? 'lobby.rated' : 'lobby.casual')}</span>
      {model.isOwn(opening) ? (
        <span class="chip">{t('lobby.yourSeek')}</span>
      ) : (
        <button
          class="button small"
          aria-label={`${t('lobby.join')} ${opening.name} ${t(`game.${opening.game}`)}`}
          disabled={model.busy.value}
          onClick={() => void model.accept(opening)}
        >
          {t('lobby.join')}
        </button>
      )}
    </li>
  );
}
