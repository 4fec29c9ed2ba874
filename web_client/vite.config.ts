/// <reference types="vitest/config" />
import preact from '@preact/preset-vite';
import { defineConfig } from 'vite';
import { pageInOneAnswer } from './scripts/page_in_one_answer';
import { plainImports } from './scripts/plain_imports';

// `SANQI_SERVER` names a running game server for `npm run dev`; a build needs none, because the client speaks only to
// the origin that it came from.
const server = process.env.SANQI_SERVER ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [preact(), plainImports(), pageInOneAnswer()],
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
          // Each crumb of a file would cost a request: what nearly every page loads travels in one.
          groups: [
            {
              name: 'base',
              test: /node_modules|preload-helper|src\/main|sound\/sounds|src\/protocol\/(?!people|records|import)|src\/i18n\/(keys|languages|translate)|state\/(names|time_control|identity|route|server_time|settings)|ui\/[a-z]+\.tsx?|ui\/frame\/(?!board_menu|settings_panel)|ui\/pages\/(lost|ask_name)|ui\/parts\/(name_field|avatar|board_holder|failure|to|use_back|game_row|icon|lazy|mini_board_view|piece_mark|player_name|segment|style)|board\/(svg|mini_board|game|position)|games\/minis|games\/(game|rules|index|grid|point_board|placing_words|stones|wood|mini)\b|games\/[a-z]+\/geometry|xiangqi\/position/,
            },
            {
              name: 'room_page',
              test: /ui\/room\/room_page|protocol\/records|state\/(analysis|clock)|board\/place_hand|ui\/parts\/copy/,
            },
          ],
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
    include: ['tests/unit/**/*.test.{ts,tsx}', 'src/**/*.test.{ts,tsx}'],
    coverage: { include: ['src/**'], reporter: ['text-summary', 'html'] },
  },
});
