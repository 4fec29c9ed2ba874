import { useEffect, useState } from 'preact/hooks';
import { liveGames } from '../../state/lobby';
import { speedOf, timeName } from '../../state/time_control';
import { MiniBoardView } from '../parts/mini_board_view';
import { To } from '../parts/to';
import { Segment, Switch } from '../parts/segment';
import { useServices, useWords } from '../services';
import type { LobbyModel, Search } from './lobby_model';
import { samples } from './samples';
import { openingsOf, presets, rulesOf, sizesOf, type Setup } from './setup';
import { cards } from '../../games/cards';
import { gameNames, type GameName, type TimeControl } from '../../protocol/types';

/** Beside the English names: what their players call them. */
interface Props {
  readonly model: LobbyModel;
  readonly setup: Setup;
}

/** Which game, and at which clock against whoever comes. */
export function OpponentCard({ model, setup }: Props) {
  const { t } = useWords();
  const { players, rooms } = model.lobby.value;
  return (
    <section class="card opponent" aria-labelledby="opponent-title">
      <div class="card-head">
        <div>
          <h1 id="opponent-title">{t('lobby.title')}</h1>
          <p class="muted">{t('lobby.intro')}</p>
        </div>
        <span class="chip">
          <span class="dot" />
          {t('lobby.online', { players, rooms })}
        </span>
      </div>
      <GameChoice model={model} setup={setup} />
      <RuleChoice setup={setup} />
      <div class="clocks">
        {presets.map((time) => (
          <ClockTile key={timeName(time)} time={time} model={model} setup={setup} />
        ))}
      </div>
      <SearchEnded model={model} />
      <RatedChoice setup={setup} />
    </section>
  );
}

/** A search ends with its line: whoever waits in another tab must not wait for nothing. */
function SearchEnded({ model }: { model: LobbyModel }) {
  const { t } = useWords();
  const ended = model.ended.value;
  if (!ended) return null;
  const { named, time } = ended;
  return (
    <p class="search-ended" role="alert">
      {t('lobby.searchEnded', { game: t(`game.${named.game}`), time: timeName(time) })}
      <span class="space" />
      <button class="button small primary" onClick={() => void model.seek(named, time)}>
        {t('lobby.searchAgain')}
      </button>
      <button class="button small" onClick={() => model.forgetSearch()}>
        {t('settings.close')}
      </button>
    </p>
  );
}

function GameChoice({ model, setup }: Props) {
  const { preferences } = useServices();
  const { t } = preferences;
  const { language } = preferences.settings.value;
  const choose = (game: GameName): void => {
    setup.choose(game);
    preferences.change({ game });
  };
  return (
    <div class="games" role="radiogroup" aria-label={t('lobby.title')}>
      {gameNames.map((game) => (
        <label key={game} class={`game ${setup.game.value === game ? 'on' : ''}`}>
          <input
            type="radio"
            name="game"
            class="hidden"
            checked={setup.game.value === game}
            onChange={() => choose(game)}
          />
          <span class="game-board">
            <MiniBoardView game={game} position={samples[game]} />
          </span>
          <span class="game-words">
            <b>{t(`game.${game}`)}</b>
            {language === 'en' && <i lang="zh-Hant">{cards[game].nativeName}</i>}
            <span class="muted">{t(`game.${game}.about`)}</span>
            <Playing model={model} game={game} />
          </span>
        </label>
      ))}
    </div>
  );
}

function Playing({ model, game }: { model: LobbyModel; game: GameName }) {
  const { t } = useWords();
  const rooms = liveGames(model.lobby.value).filter((one) => one.game === game).length;
  return (
    <small class="muted">
      <span class={`dot ${rooms > 0 ? '' : 'off'}`} />
      {t('lobby.playing', { n: 2 * rooms })}
    </small>
  );
}

function RuleChoice({ setup }: { setup: Setup }) {
  const { link, preferences } = useServices();
  const { t, named } = preferences;
  const rules = rulesOf(setup.game.value, link.games.value);
  const chosen = setup.rule.value ?? rules[0];
  if (rules.length < 2 || chosen === undefined) return null;
  return (
    <div class="rules">
      <Segment
        label={t('rule.label')}
        options={rules.map((rule) => [rule, named('rule', rule)] as const)}
        value={chosen}
        onChange={(rule) => setup.obey(rule)}
      />
      <OpeningChoice setup={setup} rule={chosen} />
      <p class="muted">
        {named(`rule.${chosen}`, 'about')}{' '}
        {setup.opening.value !== null && <b>{named(`rule.opening.${setup.opening.value}`, 'about')}</b>}
      </p>
    </div>
  );
}

/** How the first stones are placed, and on how many lines. */
function OpeningChoice({ setup, rule }: { setup: Setup; rule: string }) {
  const { link, preferences } = useServices();
  const { t, named } = preferences;
  const openings = openingsOf(setup.game.value, rule, link.games.value);
  const sizes = sizesOf(setup.game.value, link.games.value);
  return (
    <>
      {openings.length > 0 && (
        <label class="row">
          {t('rule.opening')}
          <select
            class="input small"
            value={setup.opening.value ?? ''}
            onChange={(event) => setup.open(event.currentTarget.value || null)}
          >
            <option value="">{t('rule.opening.none')}</option>
            {openings.map((opening) => (
              <option key={opening} value={opening}>
                {named('rule.opening', opening)}
              </option>
            ))}
          </select>
        </label>
      )}
      {sizes.length > 1 && (
        <label class="row">
          {t('rule.size')}
          <select
            class="input small"
            value={setup.size.value ?? sizes[0]}
            onChange={(event) => setup.resize(Number(event.currentTarget.value))}
          >
            {sizes.map((size) => (
              <option key={size} value={size}>
                {size}
              </option>
            ))}
          </select>
        </label>
      )}
    </>
  );
}

/** For points or not; guests are told what it takes. */
function RatedChoice({ setup }: { setup: Setup }) {
  const { link, preferences } = useServices();
  const { t } = preferences;
  if (link.user.value?.guest !== false)
    return (
      <p class="muted rated-choice">
        <To to={{ page: 'account' }}>{t('lobby.ratedOnly.guest')}</To>
      </p>
    );
  return (
    <div class="rated-choice">
      <Switch
        label={t('lobby.ratedOnly')}
        value={setup.rated.value}
        onChange={(rated) => setup.rate(rated)}
      />
    </div>
  );
}

function ClockTile({ time, model, setup }: Props & { time: TimeControl }) {
  const { link, preferences } = useServices();
  const { t } = preferences;
  const search = model.search.value;
  const on = search?.time === time;
  return (
    <button
      class={`clock-tile ${on ? 'on' : ''}`}
      disabled={link.status.value !== 'open'}
      title={on ? t('lobby.cancelSearch') : undefined}
      onClick={() => void model.seek(setup.sought(link.games.value, link.user.value), time)}
    >
      <b>{timeName(time)}</b>
      <span>{on ? <Elapsed search={search} /> : t(`time.${speedOf(time)}`)}</span>
    </button>
  );
}

function Elapsed({ search }: { search: Search }) {
  const { t } = useWords();
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((n) => n + 1), 1_000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.floor((performance.now() - search.since) / 1_000);
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return <>{t('lobby.searching', { time })}</>;
}
