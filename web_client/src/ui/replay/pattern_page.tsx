import pagesStyle from '../../style/pages.css?inline';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { GameView, SetUp } from '../../games/kit/game';
import { libraryWords } from '../../i18n/areas/library_words';
import { peopleWords } from '../../i18n/areas/people_words';
import { together } from '../../i18n/together';
import { searchPattern, type FoundPatterns } from '../../protocol/collections';
import { SIDES } from '../../protocol/types';
import { BoardSkeleton } from '../boards/board_placeholder';
import { BoardView } from '../boards/board_view';
import { useBoardSettings } from '../boards/use_board_settings';
import { useGame } from '../boards/use_game';
import { layout } from '../core/layout';
import { adoptStyles } from '../core/style';
import { usePages, type Pages } from '../core/use_pages';
import { useScrollRestoration } from '../core/use_scroll_restoration';
import { useTitle } from '../core/use_title';
import { ListEnd } from '../parts/list_end';
import { RouteLink } from '../parts/route_link';
import { Segment } from '../parts/segment';
import { Select } from '../parts/select';
import { LibraryRow } from '../people/library_row';
import { needed } from '../services/reload';
import { useServices } from '../services/services';
import { lineFromQuery, queryOf } from './analysed_line';
import {
  askedIn,
  asksNothing,
  bare,
  countedPieces,
  patternGame,
  patternKeys,
  queryOfPattern,
  rangeName,
  rangeOf,
  rangesTo,
  readPattern,
  scopesOf,
  withRange,
  writePattern,
  type AskedPattern,
} from './pattern';
import { routeOf } from './position_games';
import { Palette } from './set_up_board';
import { SetUpModel } from './set_up_model';

adoptStyles(pagesStyle);

const words = together(peopleWords, libraryWords);

export { words, PatternPage as view };

/** Games of an answer, at most. */
const PAGE = '20';

/** Looks for games on whose boards some pieces stood, or so many of a kind. The address says what was asked last:
 *  Back brings it back, with what was found. */
function PatternPage() {
  const { account, navigation, preferences } = useServices();
  const { t } = preferences;
  useTitle(t('library.search'));
  const [given] = useState(() => navigation.query(patternKeys));
  const { collection = '' } = given;
  const line = useMemo(() => lineFromQuery(given, preferences.settings.value.game), [given]);
  const { pos = '', ...kind } = queryOf(line);
  const beside = { ...kind, ...(collection && { collection }) };
  const [asked, setAsked] = useState(() => askedIn(given));
  const user = account.user.value?.id ?? null;
  // Who asks matters but for games that all may see: a search costs seconds, and the server takes one at a time.
  const whoAsks = asked.whose === 'server' ? '' : user;
  const question = asksNothing(asked) || whoAsks === null ? null : JSON.stringify([asked, beside, whoAsks]);
  const found = usePages<FoundPatterns>(question, async (cursor) => {
    const scope = asked.whose === 'collection' ? { collection } : asked.whose;
    const query = { ...kind, ...queryOfPattern(asked), limit: PAGE, ...(cursor !== null && { cursor }) };
    const page = await searchPattern(account.token, scope, query);
    return { items: [page], cursor: page.cursor };
  });
  /** What was asked already is asked again only where it has failed. */
  const look = (one: AskedPattern): void => {
    if (JSON.stringify(one) !== JSON.stringify(asked)) {
      navigation.setQuery({ ...beside, ...one });
      setAsked(one);
    } else if (found.failure !== null) void found.more();
  };
  const game = useGame(line);
  const [tools, setTools] = useState<SetUp | null>(null);
  useEffect(() => {
    if (game) needed(game.setUp(), setTools);
  }, [game]);
  // Only with its board the page is as tall as when it was left.
  useScrollRestoration(tools !== null);
  const isBusy = question !== null && found.loading;
  const parts = { pos, asked, collection, isBusy };
  return (
    <main class="room replay" data-layout={layout.value} aria-busy={!tools || undefined}>
      <h1 class="hidden">{t('library.search')}</h1>
      {game && tools ? (
        <PatternBoard {...parts} game={game} tools={tools} beside={beside} onAsk={look} />
      ) : (
        <BoardSkeleton />
      )}
      {/* Not before the panel above it: it would move. */}
      {tools && question !== null && <FoundGames found={found} collection={collection} />}
    </main>
  );
}

interface BoardProps {
  readonly game: GameView;
  readonly tools: SetUp;
  /** What stands on the board at first, where nothing was asked. */
  readonly pos: string;
  readonly asked: AskedPattern;
  /** Whose games are looked through at first, by its id; empty: none. */
  readonly collection: string;
  readonly isBusy: boolean;
  /** Which board it is, as addresses say it. */
  readonly beside: Readonly<Record<string, string>>;
  readonly onAsk: (asked: AskedPattern) => void;
}

/** A board on which a pattern is put together, and what else is asked beside it. */
function PatternBoard({ game, tools, pos, asked, collection, isBusy, beside, onAsk }: BoardProps) {
  const { t } = useServices().preferences;
  const model = useMemo(() => {
    const start = readPattern(game, tools, asked.find, pos);
    return new SetUpModel(patternGame(game, t), tools, start);
  }, [game]);
  const settings = useBoardSettings(() => ({ animate: false }));
  const [form, setForm] = useState(asked);
  const [isNothing, setNothing] = useState(false);
  const ask = (): void => {
    const wanted = { ...form, find: writePattern(tools, model.position.value) };
    setNothing(asksNothing(wanted));
    if (!asksNothing(wanted)) onAsk(wanted);
  };
  return (
    <>
      <section class="room-board" aria-label={t('settings.board')}>
        <BoardView
          game={model.editor}
          state={model.state}
          settings={settings}
          onMove={(square) => model.applyMove(square)}
        />
      </section>
      <aside class="replay-panel card set-up pattern">
        <h2>{t('library.search')}</h2>
        <p class="muted">{t('library.search.hint')}</p>
        <Palette model={model} bare={[bare, t('library.search.bare')]} />
        <div class="row">
          <button class="button small" onClick={() => model.clear()}>
            {t('setup.clear')}
          </button>
        </div>
        <Fields game={game} tools={tools} collection={collection} form={form} onChange={setForm} />
        {isNothing && (
          <p class="bad" role="alert">
            {t('library.search.none')}
          </p>
        )}
        <div class="row">
          <button class="button primary" aria-busy={isBusy} onClick={ask}>
            {t('games.find')}
          </button>
          <RouteLink class="button" to={{ page: 'analysis', query: new URLSearchParams(beside).toString() }}>
            {t('board.title')}
          </RouteLink>
        </div>
      </aside>
    </>
  );
}

interface FieldsProps extends Pick<BoardProps, 'game' | 'tools' | 'collection'> {
  readonly form: AskedPattern;
  readonly onChange: (form: AskedPattern) => void;
}

/** Whose turn it is, how many pieces there are of each kind, unless all are alike, and whose games it is about. */
function Fields({ game, tools, collection, form, onChange }: FieldsProps) {
  const { settings, t } = useServices().preferences;
  const { language } = settings.value;
  const { material, turn, whose } = form;
  const [isOpen] = useState(material !== '');
  const counted = countedPieces(game, tools);
  const any = t('games.result.any');
  return (
    <>
      <div class="field">
        <span>{t('setup.turn')}</span>
        <Segment<AskedPattern['turn']>
          label={t('setup.turn')}
          options={[['', any], ...SIDES.map((side) => [side, t(`side.${game.id}.${side}`)] as const)]}
          value={turn}
          onChange={(one) => onChange({ ...form, turn: one })}
        />
      </div>
      {counted.length > 0 && (
        <details open={isOpen}>
          <summary>{t('library.search.material')}</summary>
          <div class="filter-fields">
            {counted.map((piece) => (
              <Select
                key={piece.letter}
                label={game.words.piece(piece, language)}
                value={rangeOf(material, piece.letter)}
                options={rangesTo(piece.most)}
                nameOf={(range) => rangeName(range) || any}
                onChange={(range) =>
                  onChange({ ...form, material: withRange(material, piece.letter, range) })
                }
              />
            ))}
          </div>
        </details>
      )}
      <Segment<AskedPattern['whose']>
        label={t('library.scope')}
        options={scopesOf(collection).map((one) => [one, t(`library.scope.${one}`)] as const)}
        value={whose}
        onChange={(one) => onChange({ ...form, whose: one })}
      />
    </>
  );
}

interface FoundProps {
  readonly found: Pages<FoundPatterns>;
  readonly collection: string;
}

/** The games that were found, and how many were looked at for them; each row leads to where it was so. */
function FoundGames({ found, collection }: FoundProps) {
  const { t } = useServices().preferences;
  const { items, cursor, loading } = found;
  const games = items.flatMap((page) => page.games);
  const looked = items.reduce((sum, page) => sum + page.looked, 0);
  const said = cursor === null ? 'library.search.all' : 'library.search.part';
  return (
    <div class="replay-more">
      <section class="card list-card" aria-label={t('nav.games')} aria-busy={loading}>
        <p class="empty" role="status">
          {loading ? t('app.loading') : items.length > 0 && t(said, { n: games.length, looked })}
        </p>
        <ul class="rows">
          {games.map((game) => (
            <LibraryRow
              key={game.id ?? game.number}
              game={game}
              to={routeOf(game, collection)}
              ply={game.ply}
            />
          ))}
        </ul>
        <ListEnd {...found} label={t('library.further')} />
      </section>
    </div>
  );
}
