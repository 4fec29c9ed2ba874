/// <reference types="vitest/config" />
import preact from '@preact/preset-vite';
import { defineConfig } from 'vite';
import { bundles } from './scripts/bundles';
import { jsxAsCalls } from './scripts/jsx_as_calls';
import { minifyAgain } from './scripts/minify_again';
import { pageInOneAnswer } from './scripts/page_in_one_answer';
import { plainImports } from './scripts/plain_imports';
import { replaceWhole } from './scripts/replace_whole';
import { serviceWorker } from './scripts/service_worker';
import { shortKeys } from './scripts/short_keys';
import { shortProperties } from './scripts/short_properties';
import { traditionalFiles } from './scripts/traditional_files';

// `SANQI_SERVER` names a running game server for `npm run dev`; a build needs none, because the client speaks only to
// the origin that it came from.
const server = process.env.SANQI_SERVER ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [
    preact(),
    jsxAsCalls(),
    traditionalFiles(),
    shortKeys(import.meta.dirname),
    plainImports(),
    shortProperties(import.meta.dirname),
    minifyAgain(),
    pageInOneAnswer(),
    serviceWorker(import.meta.dirname),
    replaceWhole(import.meta.dirname),
  ],
  // Leaves out what @preact/signals has for its debugging tools.
  define: { 'window.__PREACT_SIGNALS_DEVTOOLS__': 'false' },
  build: {
    target: 'es2022',
    // The server answers with hashes of names, so the folder must hold nothing but files of this build.
    emptyOutDir: true,
    manifest: true,
    // Inlined data: URLs would need a wider Content-Security-Policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false, resolveDependencies: () => [] },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: bundles(import.meta.dirname, {
            main: 'src/main.tsx',
            lobby: 'src/ui/lobby/lobby_page.tsx',
            onLobby: [
              'lobby/watch_page',
              'lobby/clock_picker',
              'lobby/range_picker',
              'lobby/friend_note',
              'lobby/opening_note',
              'lobby/search_notes',
              'lobby/live_card',
              'lobby/quiet_lobby',
              'boards/thumbnail',
              'challenges/challenge_dialog',
              'study/study_print',
            ].map((part) => `src/ui/${part}.tsx`),
            // The last is of replays and lessons, which have the file of rooms in common.
            room: ['room/room_page.tsx', 'boards/use_board_settings.ts'].map((part) => `src/ui/${part}`),
            games: 'src/games/index.ts',
            together: {
              // Of pages without boards, and of the lessons, which need nothing else of those.
              pages: ['src/style/pages.css'],
              // What a replay has in common with files that come later: it waits for none of those.
              replay_shared: ['state/analysis', 'ui/core/copy', 'ui/parts/evaluation_text', 'ui/parts/score']
                .map((part) => `src/${part}.ts`)
                .concat('src/ui/parts/load_error.tsx'),
              // Of people and of studies.
              forms: [
                'ui/parts/named_form.tsx',
                'ui/parts/sure_button.tsx',
                'ui/parts/list_end.tsx',
                'i18n/areas/list_words.ts',
                'ui/core/lead_on.ts',
                'i18n/together.ts',
              ].map((part) => `src/${part}`),
              replay_page: ['src/ui/replay/replay_page.tsx'],
              beside_replay: ['analysis_page', 'pattern_page', 'replay_more', 'position_games'].map(
                (part) => `src/ui/replay/${part}.tsx`,
              ),
              room_parts: [
                'room/chat/chat',
                'room/result/result_bar',
                'room/result/result_plate',
                'room/status/offer_bar',
                'room/status/gone_bar',
                'room/status/opening_bar',
                'room/cards/invite_card',
                'room/cards/host_tools',
                'room/cards/bot_thought',
                'room/cards/text_board',
                'room/players/disc_bar',
                'room/actions/place_buttons',
                'room/actions/move_question',
                'room/cards/room_menu',
                'parts/keys_panel',
                'room/stack',
                // Who comes by a code sees an invitation next.
                'pages/code_page',
                'frame/settings_panel',
                'frame/board_menu',
              ]
                .map((part) => `src/ui/${part}.tsx`)
                .concat(
                  [
                    'ui/room/announce/announcer',
                    'board/drawing/user_shapes',
                    'games/kit/set_up',
                    'games/xiangqi/set_up',
                    'ui/boards/explain',
                    'ui/boards/board_texture',
                  ].map((part) => `src/${part}.ts`),
                ),
              // Each is small, and has much of the other.
              stones: ['gomoku', 'antireversi'].map((game) => `src/games/${game}/${game}.ts`),
              // Each is small and comes later.
              later: [
                'games/xiangqi/pictograms',
                'i18n/areas/refusal_words',
                'sound/voices',
                'games/openings',
                'ui/services/notification',
              ]
                .map((part) => `src/${part}.ts`)
                .concat('src/style/forced_colors.css'),
              // Both explain openings.
              learn_page: ['learn/learn_page', 'lobby/opening_note'].map((part) => `src/ui/${part}.tsx`),
              lobby_parts: [
                'clock_picker',
                'range_picker',
                'friend_note',
                'search_notes',
                'live_card',
                'quiet_lobby',
                'watch_page',
              ]
                .map((part) => `src/ui/lobby/${part}.tsx`)
                .concat('src/ui/boards/thumbnail.tsx', 'src/ui/challenges/challenge_dialog.tsx'),
              study_page: ['src/ui/study/study_page.tsx'],
              // Collections and tournaments list games or players, too.
              people: [
                'clubs/clubs_page',
                'collections/collections_page',
                'collections/game_page',
                'tournaments/tournaments_page',
                'tournaments/evening',
                'tournaments/join_page',
                'tournaments/next_table',
                'people/account_page',
                'people/games_page',
                'people/leaderboard_page',
                'people/player_page',
                'study/made_of_file',
              ]
                .map((part) => `src/ui/${part}.tsx`)
                .concat('src/ui/for_accounts.ts', 'src/ui/services/push.ts'),
              // Of few visitors, and each is small.
              seldom: [
                'tournaments/hall_page',
                'tournaments/print_sheet',
                'moderation/moderation_page',
                'study/study_print',
              ].map((part) => `src/ui/${part}.tsx`),
            },
          }),
        },
      },
    },
  },
  server: {
    proxy: {
      '/api': server,
      '/ws': { target: server.replace(/^http/, 'ws'), ws: true },
    },
  },
  test: {
    environment: 'node',
    environmentOptions: { happyDOM: { settings: { navigation: { disableChildPageNavigation: true } } } },
    setupFiles: ['tests/unit/no_network.ts'],
    // One context of VM for a file, all in as few processes as there are processors: a process each takes twice as long.
    pool: 'vmForks',
    maxWorkers: '100%',
    // What such a context requires is CommonJS.
    execArgv: ['--no-experimental-require-module'],
    // For what hangs: events end the waits, and a machine may be busy.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    include: ['tests/{unit,guide}/**/*.test.{ts,tsx}'],
    coverage: { include: ['src/**'], reporter: ['text-summary', 'html'] },
  },
});
