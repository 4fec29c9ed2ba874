import '../../style/pages.css';
import { useEffect } from 'preact/hooks';
import { learn } from '../../i18n/en/learn';
import type { GameName } from '../../protocol/types';
import { samples } from '../lobby/samples';
import { MiniBoardView } from '../parts/mini_board_view';
import { useServices } from '../services';
import { lessons } from './lessons';

export { learn as english };

const games: readonly GameName[] = ['xiangqi', 'gomoku', 'antireversi'];

/** The rules in a minute each. */
export function LearnPage() {
  const { preferences } = useServices();
  const { t } = preferences;
  const { language } = preferences.settings.value;
  useEffect(() => void (document.title = `${t('learn.title')} · Sanqi 三棋`), []);
  return (
    <main class="page">
      <div class="card-head">
        <h1>{t('learn.title')}</h1>
      </div>
      <div class="lessons">
        {games.map((game) => (
          <article key={game} class="card lesson">
            <div class="lesson-board">
              <MiniBoardView game={game} position={samples[game]} />
            </div>
            <h2>{t(`game.${game}`)}</h2>
            <ul>
              {lessons[language === 'zh-Hant' ? 'zh-Hans' : language][game].map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </article>
        ))}
      </div>
    </main>
  );
}
