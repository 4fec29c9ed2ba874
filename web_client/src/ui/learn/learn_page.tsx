import pagesStyle from '../../style/pages.css?inline';
import learnStyle from '../../style/learn.css?inline';
import { useMemo } from 'preact/hooks';
import { learnWords as words } from '../../i18n/areas/learn_words';
import type { GameView } from '../../games/kit/game';
import type { GameName } from '../../protocol/types';
import { RouteLink } from '../parts/route_link';
import { BoardView } from '../boards/board_view';
import { Icon } from '../parts/icon';
import { gameOptions, Segment } from '../parts/segment';
import { useBoardSettings } from '../boards/use_board_settings';
import { useGame } from '../boards/use_game';
import { useTitle } from '../core/use_title';
import { useServices } from '../services/services';
import { Lesson } from './lesson_model';
import { lessons, openingRules, ruleLines, type LessonStep } from './lessons';
import { adoptStyles } from '../core/style';

adoptStyles(pagesStyle, learnStyle);

export { words, LearnPage as view };

/** The rules by doing: a few moves on the board, then all of them in words. `game`: the one that the address
 *  names. */
function LearnPage({ game: named }: { game?: GameName | undefined }) {
  const { navigation, preferences } = useServices();
  const { t } = preferences;
  const name = named ?? preferences.settings.value.game;
  const game = useGame({ game: name });
  useTitle(t('learn.title'));
  return (
    <main class="page">
      <div class="card-head">
        <h1>{t('learn.title')}</h1>
        <Segment<GameName>
          label={t('learn.title')}
          options={gameOptions(t)}
          value={name}
          onChange={(one) => navigation.replace({ page: 'learn', game: one })}
        />
      </div>
      <div class="lesson">
        {game?.id === name ? (
          <>
            {lessons[name] && <LessonView key={name} game={game} steps={lessons[name]} />}
            <Rules game={name} />
          </>
        ) : (
          <div class="lesson-board" />
        )}
      </div>
    </main>
  );
}

/** The board with the step beside it; another game begins anew, at its first step. */
function LessonView({ game, steps }: { game: GameView; steps: readonly LessonStep[] }) {
  const lesson = useMemo(() => new Lesson(game, steps), [game]);
  const settings = useBoardSettings(() => ({ targets: true }));
  return (
    <>
      <div class="lesson-board">
        <BoardView game={game} state={lesson.state} settings={settings} onMove={(move) => lesson.try(move)} />
      </div>
      <StepCard lesson={lesson} />
    </>
  );
}

/** One may go on without having solved a step. */
function StepCard({ lesson }: { lesson: Lesson }) {
  const { t } = useServices().preferences;
  const index = lesson.index.value;
  const { value: tried } = lesson.tried;
  const solved = lesson.solved.value;
  const last = index === lesson.steps.length - 1;
  const verdict = !tried ? 'lesson.try' : solved ? 'lesson.good' : 'lesson.again';
  return (
    <section class="card step">
      <small class="muted">{t('lesson.step', { n: index + 1, all: lesson.steps.length })}</small>
      <p class="step-text">{t(lesson.step.value.text)}</p>
      <p class={`verdict ${solved ? 'good' : tried ? 'bad' : ''}`} role="status">
        {/* Anew for each try: a screen reader says it each time. */}
        <span key={tried}>
          {solved && <Icon name="check" size={16} />} {t(verdict)}
        </span>
      </p>
      <div class="row">
        <button class="button" disabled={index === 0} onClick={() => lesson.go(index - 1)}>
          {t('lesson.back')}
        </button>
        <button class="button" disabled={!solved} onClick={() => lesson.go(index)}>
          {t('lesson.restart')}
        </button>
        {last && solved ? (
          <RouteLink class="button primary" to={{ page: 'lobby' }}>
            {t('lesson.play')}
          </RouteLink>
        ) : (
          <button
            class={`button ${solved ? 'primary' : ''}`}
            disabled={last}
            onClick={() => lesson.go(index + 1)}
          >
            {t('lesson.next')}
          </button>
        )}
      </div>
    </section>
  );
}

/** All rules in words, line by line, then how a game between people may begin. */
function Rules({ game }: { game: GameName }) {
  const { preferences } = useServices();
  const { t, named } = preferences;
  const lines = Array.from({ length: ruleLines[game] ?? 0 }, (_, line) => String(line + 1));
  return (
    <article class="card rules-card">
      <h2>{t('lesson.rules')}</h2>
      <ul>
        {lines.map((line) => (
          <li key={line}>{named(`rules.${game}`, line)}</li>
        ))}
        {openingRules[game]?.map((opening) => (
          <li key={opening}>
            {t('label.of', {
              label: named('rule.opening', opening),
              text: named(`rule.opening.${opening}`, 'about'),
            })}
          </li>
        ))}
      </ul>
    </article>
  );
}
