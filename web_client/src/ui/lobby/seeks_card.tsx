import { timeName } from '../../state/clock';
import type { Seek } from '../../protocol/types';
import { Avatar } from '../parts/avatar';
import { useWords } from '../services';
import type { LobbyModel } from './lobby_model';

/** Who waits for an opponent, and for which game. */
export function SeeksCard({ model }: { model: LobbyModel }) {
  const { t } = useWords();
  const { seeks } = model.lobby.value;
  return (
    <section class="card list-card" aria-labelledby="seeks-title">
      <h2 id="seeks-title">
        {t('lobby.seeks')}
        {seeks.length > 0 && <small>{t('lobby.seeks.count', { n: seeks.length })}</small>}
      </h2>
      {seeks.length === 0 && <p class="empty">{t('lobby.seeks.none')}</p>}
      <ul class="rows">
        {seeks.map((seek) => (
          <SeekRow key={seek.seekId} seek={seek} model={model} />
        ))}
      </ul>
    </section>
  );
}

function SeekRow({ seek, model }: { seek: Seek; model: LobbyModel }) {
  const { t, named } = useWords();
  const yours = model.search.value?.seekId === seek.seekId;
  const rule = seek.game === 'gomoku' && seek.rule !== undefined ? ` · ${named('rule', seek.rule)}` : '';
  return (
    <li class="seek">
      <Avatar name={seek.name} size={26} />
      <span class="grow">
        <b>{seek.name}</b> <span class="dim">{seek.rating ?? ''}</span>
      </span>
      <span class="grow">
        {t(`game.${seek.game}`)}
        {rule}
      </span>
      <b class="num">{timeName(seek.time)}</b>
      <span class="muted rated">{t(seek.rated ? 'lobby.rated' : 'lobby.casual')}</span>
      {yours ? (
        <span class="chip">{t('lobby.yourSeek')}</span>
      ) : (
        <button class="button small" disabled={model.busy.value} onClick={() => void model.accept(seek)}>
          {t('lobby.join')}
        </button>
      )}
    </li>
  );
}
