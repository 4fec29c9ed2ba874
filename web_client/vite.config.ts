/// <reference types="vitest/config" />
import preact from '@preact/preset-vite';
import { defineConfig } from 'vite';

// `SANQI_SERVER` names a running game server for `npm run dev`; a build needs none, because the client speaks only to
// the origin that it came from.
const server = process.env.SANQI_SERVER ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [preact()],
  build: {
    target: 'es2022',
    // The server answers with hashes of names, so the folder must hold nothing but files of this build.
    emptyOutDir: true,
    manifest: true,
    // Inlined data: URLs would need a wider Content-Security-Policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What nearly every page loads travels in one file: each crumb of its own would cost a request.
          groups: [
            {
              name: 'base',
              test: /node_modules|preload-helper|board\/svg|games\/(grid|point_board|stones|wood|mini)\b|xiangqi\/position/,
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
