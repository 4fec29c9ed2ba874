import { cards } from '../../games/cards';
import type { Key } from '../../i18n/keys';
import { liveGames } from '../../state/lobby';
import { speedOf, timeName } from '../../state/time_control';
import { Icon, type IconName } from '../parts/icon';
import { lazy, nothing } from '../core/lazy';
import { MiniBoardView } from '../boards/mini_board_view';
import { Segment, Switch } from '../parts/segment';
import { RouteLink } from '../parts/route_link';
import { useServices, useWords } from '../services/services';
import { CodeField } from './code_field';
import type { LobbyModel } from './lobby_model';
import { ResumeBanner } from './resume_banner';
import { RuleFields } from './rule_fields';
import { clockName, presets } from './clocks';
import type { Setup } from './setup';
import { StartButton } from './start_button';
import { gameNames, type GameName, type Side } from '../../protocol/types';
import { levels, type Against } from '../services/settings';

/** Other clocks than the presets, which alone searches use: fetched when they are wanted. */
export const ClockPicker = lazy(() => import('./clock_picker'), PickerPlaceholder);
const RangePicker = lazy(() => import('./range_picker'), PickerPlaceholder);
const FriendNote = lazy(
  () => import('./friend_note'),
  () => <p class="play-note" />,
);
const SearchNotes = lazy(() => import('./search_notes'), nothing);

interface Props {
  readonly model: LobbyModel;
  readonly setup: Setup;
}

/** As large as what comes in its place. */
function PickerPlaceholder() {
  return <span class="picker-holder" />;
}

/** One form: which game, against whom, at which clock. Every choice is remembered, and one button starts. */
export function PlayCard({ model, setup }: Props) {
  const { t } = useWords();
  const { players } = model.lobby.value;
  const against = setup.against.value;
  return (
    <section class="card play" aria-labelledby="play-title">
      <div class="play-head">
        <h1 id="play-title">{t('nav.play')}</h1>
        <span class="space" />
        <ResumeBanner />
        <span class="online muted">
          <span class="dot" /> {t('lobby.online', { players })}
        </span>
      </div>
      <Games model={model} setup={setup} />
      <div class="play-row">
        <Segment<Against>
          label={t('lobby.against')}
          options={[
            ['anyone', <Opponent icon="people" text={t('lobby.anyone')} />],
            ['computer', <Opponent icon="cpu" text={t('lobby.computer')} />],
            ['friend', <Opponent icon="share" text={t('lobby.friend')} />],
          ]}
          value={against}
          onChange={(chosen) => setup.chooseOpponent(chosen)}
        />
        <span class="space" />
        <SidePicker setup={setup} />
      </div>
      <RuleFields setup={setup} />
      {against === 'computer' ? <Levels setup={setup} /> : <Clocks setup={setup} />}
      <div class="play-row">
        {against === 'computer' ? (
          <p class="muted">{t(`level.${setup.level.value}` as Key)}</p>
        ) : (
          <RatedChoice setup={setup} />
        )}
        <span class="space" />
        {against === 'anyone' ? (
          <RangePicker setup={setup} />
        ) : (
          <ClockPicker
            id="own-clock"
            value={setup.time.value}
            without={against === 'friend' ? presets : []}
            onChange={(time) => setup.chooseClock(time)}
          />
        )}
      </div>
      {against === 'friend' && <FriendNote />}
      {(model.search.value ?? model.endedSearch.value) && <SearchNotes model={model} setup={setup} />}
      <div class="go">
        <StartButton model={model} setup={setup} />
        <CodeField />
      </div>
    </section>
  );
}

const Opponent = ({ icon, text }: { icon: IconName; text: string }) => (
  <span class="row">
    <Icon name={icon} size={17} /> {text}
  </span>
);

function Games({ model, setup }: Props) {
  const { t } = useWords();
  return (
    <div class="tiles" role="radiogroup" aria-label={t('lobby.game')}>
      {gameNames.map((game) => (
        <GameTile key={game} game={game} model={model} setup={setup} />
      ))}
    </div>
  );
}

function GameTile({ game, model, setup }: Props & { game: GameName }) {
  const { t, settings } = useServices().preferences;
  const on = setup.game.value === game;
  return (
    <label class={`tile ${on ? 'on' : ''}`}>
      <input type="radio" name="game" class="hidden" checked={on} onChange={() => setup.chooseGame(game)} />
      <span class="tile-art">
        <MiniBoardView game={game} position={cards[game].sample} />
      </span>
      <span class="tile-name">
        <b>{t(`game.${game}`)}</b>{' '}
        {settings.value.language === 'en' && (
          <i class="cut" lang="zh-Hant">
            {cards[game].nativeName}
          </i>
        )}
        <span class="space" />
        <PlayerCount model={model} game={game} />
      </span>
      {on && (
        <span class="tick">
          <Icon name="check" size={16} />
        </span>
      )}
    </label>
  );
}

function PlayerCount({ model, game }: { model: LobbyModel; game: GameName }) {
  const { t } = useWords();
  const rooms = liveGames(model.lobby.value).filter((one) => one.game === game).length;
  const told = t('lobby.playing', { n: 2 * rooms });
  return (
    <small class="muted" title={told}>
      <span class={`dot ${rooms > 0 ? '' : 'off'}`} /> <span aria-hidden="true">{2 * rooms}</span>
      <span class="hidden">{told}</span>
    </small>
  );
}

/** For points or not, or not to be chosen; guests are told what it takes. */
export function RatedChoice({ setup }: { setup: Setup }) {
  const { account, preferences } = useServices();
  const { t } = preferences;
  const user = account.user.value;
  if (user?.guest !== false)
    return (
      <RouteLink class="muted rated-choice" to={{ page: 'account' }}>
        {t('refusal.account')}
      </RouteLink>
    );
  return (
    <div class="rated-choice">
      <Switch
        label={t('lobby.ratedOnly')}
        value={setup.isRated(user)}
        disabled={!setup.mayBeRated}
        onChange={(rated) => setup.chooseRated(rated)}
      />
    </div>
  );
}

export function SidePicker({ setup }: { setup: Setup }) {
  const { t } = useWords();
  const game = setup.game.value;
  return (
    <Segment<Side | 'random'>
      label={t('side.label')}
      options={[
        ['first', t(`side.${game}.first`)],
        ['random', t('side.random')],
        ['second', t(`side.${game}.second`)],
      ]}
      value={setup.side.value}
      onChange={(side) => setup.chooseSide(side)}
    />
  );
}

function Clocks({ setup }: { setup: Setup }) {
  const { t } = useWords();
  return (
    <div class="clocks" role="radiogroup" aria-label={t('time.label')}>
      {presets.map((time) => (
        <Tile
          key={timeName(time)}
          group="clock"
          name={timeName(time)}
          about={t(`speed.${speedOf(time)}`)}
          on={clockName(setup.time.value) === clockName(time)}
          onChoose={() => setup.chooseClock(time)}
        />
      ))}
    </div>
  );
}

function Levels({ setup }: { setup: Setup }) {
  const { t } = useWords();
  return (
    <div class="clocks" role="radiogroup" aria-label={t('lobby.computer')}>
      {levels.map((n) => (
        <Tile
          key={n}
          group="level"
          name={String(n)}
          label={t('lobby.level', { n })}
          about={t(`level.${n}`).replace(/[:：].*/, '')}
          on={n === setup.level.value}
          onChoose={() => setup.chooseLevel(n)}
        />
      ))}
    </div>
  );
}

interface TileProps {
  readonly group: string;
  readonly name: string;
  /** Instead of what is seen. */
  readonly label?: string;
  readonly about: string;
  readonly on: boolean;
  readonly onChoose: () => void;
}

function Tile({ group, name, label, about, on, onChoose }: TileProps) {
  return (
    <label class={`clock-tile ${on ? 'on' : ''}`}>
      <input type="radio" name={group} class="hidden" checked={on} aria-label={label} onChange={onChoose} />
      <b>{name}</b>
      <span>{about}</span>
    </label>
  );
}
