import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type HttpProxy, type Plugin } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The local run that the page asks while it is being written. */
const localRun = process.env.DASHBOARD_URL ?? 'http://127.0.0.1:3001';

/**
 * `npx vite build dashboard` makes the page; `npx vite dashboard` serves it while it is being written, before
 * a local run whose address `DASHBOARD_URL` names.
 */
export default defineConfig({
  root: here('.'),
  plugins: [besideThePage('openapi.json', '../docs/openapi.json')],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    // For older ones light-dark() would be rewritten to something that Mantine's switch never reaches.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // A data: address for a script or a font would need a hole in the page's CSP.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: ['index.html', 'preview.html'].map(here),
      // The kit's marks for React servers mean nothing here.
      onLog: (level, log, handle) => {
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') handle(level, log);
      },
    },
  },
  server: {
    proxy: Object.fromEntries(
      ['/manage', '/config.json'].map((path) => [
        path,
        { target: localRun, changeOrigin: true, configure: speakForOwnPage },
      ]),
    ),
  },
});

/** Puts a file of the project beside the page, under a name that stays. */
function besideThePage(fileName: string, path: string): Plugin {
  const read = () => readFileSync(here(path), 'utf8');
  return {
    name: 'beside-the-page',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName, source: read() });
    },
    configureServer(server) {
      server.middlewares.use(`/${fileName}`, (_, answer) => {
        answer.setHeader('content-type', 'application/json').end(read());
      });
    },
  };
}

/**
 * The local run refuses what pages of other addresses send, and this server's is another one. Only what
 * its own page sends is passed on as the local run's own: of any other page the origin stays as it is.
 */
function speakForOwnPage(proxy: HttpProxy.ProxyServer): void {
  proxy.on('proxyReq', (outgoing, { headers: { origin, host } }) => {
    if (origin === `http://${host}`) outgoing.setHeader('origin', localRun);
  });
}
