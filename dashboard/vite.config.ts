import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build, defineConfig, type HttpProxy, type Plugin } from 'vite';
import { cssTarget, staticFrame } from './static-frame.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const localRun = process.env.DASHBOARD_URL ?? 'http://127.0.0.1:3001';

/**
 * One script for each file that two pages share would be some fifty requests for the first page. The source's group
 * comes first; an earlier group with a module that imports it would make each list load the code editor.
 */
const ofSource = /node_modules.(@codemirror|@lezer|codemirror|style-mod|crelt)/;
const apart = [
  // What no list needs.
  { name: 'copy', test: /src.copy./, minShareCount: 1 },
  {
    name: 'popups',
    test: /@floating-ui|utils.Floating|remove-scroll|use-focus-trap|use-long-press|components.(Modal|ModalBase|Popover|ScrollArea|Tooltip|Menu|Combobox|Select)\b|parts.preview/,
  },
  {
    name: 'template',
    // The difference of two drafts is shown in dialogs and on pages of its own.
    test: /src.draft.(?!looks|template-difference|change-words)|jsonc-parser|pages.editor/,
  },
  {
    name: 'forms',
    test: /components.(Textarea|Switch|SimpleGrid|Radio|FileInput|NumberInput)\b/,
  },
  {
    name: 'lists',
    // What no page of a template needs.
    test: /src.parts.(data-table|columns|sorted-rows|message-state|scheduled-actions|suppress)\b/,
  },
];
const notShared = [ofSource, /src.parts.source-|src.draft./, /contracts.overview|api.figures/];
const groups = [
  { name: 'source', test: ofSource },
  { name: 'first', tags: ['$initial' as const], test: /^(?!.*preview\.html)/, minShareCount: 1 },
  {
    name: 'shared',
    test: (id: string) =>
      [...notShared, ...apart.map(({ test }) => test)].every((those) => !those.test(id)),
  },
  ...apart,
].map((group, index) => ({ minShareCount: 3, ...group, priority: 9 - index }));

/** `npx vite dashboard` serves the dashboard in front of the local run; `npx vite build dashboard` builds it. */
export default defineConfig({
  root: here('.'),
  resolve: {
    alias: [
      {
        find: '@codemirror/lang-javascript',
        replacement: here('src/pages/editor/source/no-scripts.ts'),
      },
      {
        find: './TableScrollContainer.mjs',
        replacement: here('src/parts/no-scroll-container.ts'),
      },
    ],
  },
  plugins: [
    besideThePage('openapi.json', '../docs/openapi.json'),
    insideThePage('preview.html', 'src/frame/main.ts'),
    staticFrame(builtScript),
  ],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    cssTarget,
    // A data: URL for a script or a font would need an exception in the page's CSP.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: ['index.html', 'preview.html'].map(here),
      output: { codeSplitting: { groups } },
      // Mantine's `use client` directives mean nothing here.
      onLog: (level, log, handle) => {
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') handle(level, log);
      },
    },
  },
  server: {
    proxy: Object.fromEntries(
      ['/manage', '/config.json'].map((path) => [
        path,
        { target: localRun, changeOrigin: true, configure: replaceOwnOrigin },
      ]),
    ),
  },
});

/** Under a name without a hash. */
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

/** Replaces the page's own script. */
function insideThePage(page: string, entry: string): Plugin {
  return {
    name: 'inside-the-page',
    transformIndexHtml: {
      order: 'pre',
      async handler(html, { filename }) {
        if (filename !== here(page)) return html;
        const script = await builtScript(here(entry));
        return html.replace(/(?<=<script>)[\s\S]*(?=<\/script>)/, () => script);
      },
    },
  };
}

/** One text without imports. */
async function builtScript(entry: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2023',
      rolldownOptions: { input: entry, output: { format: 'iife' } },
    },
  });
  const [{ output }] = [built].flat() as [{ output: readonly { code?: string }[] }];
  const code = output[0]?.code ?? '';
  if (code === '' || /<\/script|<!--/i.test(code)) throw new Error(`${entry} cannot be inlined`);
  return code;
}

// The local run refuses other origins, so requests of Vite's page get its origin. Those of other pages keep theirs.
function replaceOwnOrigin(proxy: HttpProxy.ProxyServer): void {
  proxy.on('proxyReq', (outgoing, { headers: { origin, host } }) => {
    if (origin === `http://${host}`) outgoing.setHeader('origin', localRun);
  });
}
