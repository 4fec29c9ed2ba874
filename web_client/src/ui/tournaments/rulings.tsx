import { useState } from 'preact/hooks';
import type { Ruling, Tournament } from '../../protocol/tournaments';
import { ListEnd } from '../parts/list_end';
import { Select } from '../parts/select';
import { SureButton } from '../parts/sure_button';
import { useServices } from '../services/services';
import { NoteField } from './note_field';
import { useAct } from './use_act';

/** The server tells no more. */
const MOST = 50;

/** What the director has decided, the last first. */
export function Rulings({ tournament }: { tournament: Tournament }) {
  const { t } = useServices().preferences;
  const { rulings, players } = tournament;
  if (rulings.length === 0) return null;
  const text = ({ kind, round = 0, table = 0, player = 0, was = '' }: Ruling): string =>
    t(`tournament.ruling.${kind}`, { round, table, was, name: players[player - 1]?.name ?? '' });
  return (
    <section class="card list-card" aria-labelledby="rulings">
      <h2 id="rulings">{t('tournament.rulings')}</h2>
      <ul class="rows">
        {[...rulings].reverse().map((ruling) => (
          <li key={`${ruling.at} ${text(ruling)}`} class="game-row tournament-rest ruling">
            <span>{text(ruling)}</span>
            <span class="muted">{ruling.note}</span>
          </li>
        ))}
      </ul>
      <ListEnd cut={rulings.length === MOST} n={MOST} />
    </section>
  );
}

interface Props {
  readonly tournament: Tournament;
  readonly onDone: () => void;
}

/** Withdraws a player, or adds an account: in a place of its own or in that of a player. */
export function PlayerForm({ tournament, onDone }: Props) {
  const { t } = useServices().preferences;
  const act = useAct(tournament.id, onDone);
  const [name, setName] = useState('');
  const [player, setPlayer] = useState('0');
  const [note, setNote] = useState('');
  const places = ['', ...tournament.players].map((_, i) => String(i));
  const nameOf = (one: string): string => tournament.players[Number(one) - 1]?.name ?? '–';
  const send = (event: Event): void => {
    event.preventDefault();
    const person = { name, note };
    if (player === '0') void act('players', person);
    else void act('substitute', { ...person, player: Number(player) });
  };
  return (
    <details>
      <summary>{t('tournament.change')}</summary>
      <form class="stack" onSubmit={send}>
        <Select
          label={t('tournament.substitute')}
          value={player}
          options={places}
          nameOf={nameOf}
          onChange={setPlayer}
        />
        {player !== '0' && (
          <SureButton
            key={player}
            label={t('tournament.withdraw')}
            question={t('tournament.withdraw.sure', { name: nameOf(player) })}
            onSure={() => act('withdraw', { player: Number(player) })}
          />
        )}
        <label class="field">
          {t('form.name')}
          <input
            class="input"
            value={name}
            required
            onInput={(event) => setName(event.currentTarget.value)}
          />
        </label>
        <NoteField value={note} onChange={setNote} />
        <button class="button small">{t('tournament.add')}</button>
      </form>
    </details>
  );
}

/** Annuls the round that is shown, which is the last. One for each round: a reason is not that of the next one. */
export function AnnulForm({ tournament, onDone }: Props) {
  const { t } = useServices().preferences;
  const act = useAct(tournament.id, onDone);
  const [note, setNote] = useState('');
  const round = tournament.round?.number;
  const send = (event: Event): void => {
    event.preventDefault();
    void act('annul', { round, note });
  };
  return (
    <details>
      <summary>{t('tournament.annul')}</summary>
      <form class="stack" onSubmit={send}>
        <NoteField value={note} onChange={setNote} />
        <button class="button small">{t('tournament.annul')}</button>
      </form>
    </details>
  );
}
