import { fileURLToPath } from 'node:url';
import { build, type IndexHtmlTransformContext, type Plugin } from 'vite';

// For older browsers Vite would replace light-dark() by rules that ignore Mantine's colour scheme switch.
export const cssTarget = ['chrome123', 'firefox120', 'safari17.5'];

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * Puts the frame with the menu into `index.html`, drawn from the components that the page's script draws it from later,
 * and `arrival.ts` as a file of its own, because the page's CSP forbids inline scripts.
 */
export function staticFrame(builtScript: (entry: string) => Promise<string>): Plugin {
  const arrival = () => builtScript(here('src/shell/arrival.ts'));
  let address = '/arrival.js';
  let frame: Promise<string> | undefined;
  return {
    name: 'static-frame',
    configureServer(server) {
      server.middlewares.use(address, async (_, answer) => {
        answer.setHeader('content-type', 'text/javascript').end(await arrival());
      });
    },
    async generateBundle() {
      const file = this.emitFile({ type: 'asset', name: 'arrival.js', source: await arrival() });
      address = `/${this.getFileName(file)}`;
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html, { filename, bundle = {} }) {
        if (filename !== here('index.html')) return html;
        frame ??= drawn(here('src/shell/static-frame.tsx'));
        const drawnFrame = await frame;
        const prefetched = `<template id="prefetched">${linksOf(bundle, html).join('')}</template>`;
        const script = `<script src="${address}"></script>`;
        // Below the frame, the page's whole stylesheet does not hold it back.
        const sheets = /\s*<link rel="stylesheet"[^>]*>/g;
        return html
          .replaceAll(sheets, '')
          .replace('</title>', `</title>${script}`)
          .replace(
            '<div id="root"></div>',
            () =>
              `<div id="root">${drawnFrame}</div>${script}${html.match(sheets) ?? ''}${prefetched}`,
          );
      },
    },
  };
}

async function drawn(entry: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true },
    build: {
      ...{ ssr: entry, write: false, target: 'es2023', cssTarget },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  const [{ output }] = [built].flat() as [{ output: readonly { code?: string }[] }];
  const code = Buffer.from(output[0]?.code ?? '').toString('base64');
  const module = await import(`data:text/javascript;base64,${code}`);
  return module.staticFrame();
}

/** Scripts that most visits need soon: the palette's, the editor's and the list of messages. */
const soon =
  /src.(shell.palette|draft.template-frame|pages.editor.editor-page|pages.messages.messages-page|parts.popups)\.tsx?$/;

type Bundle = NonNullable<IndexHtmlTransformContext['bundle']>;

/** What the page fetches when it has nothing else to do: these scripts, with what they import and their styles. */
function linksOf(bundle: Bundle, html: string): string[] {
  const found = new Set<string>();
  const add = (name: string) => {
    const chunk = bundle[name];
    if (found.has(name) || chunk?.type !== 'chunk' || html.includes(name)) return;
    found.add(name);
    for (const sheet of chunk.viteMetadata?.importedCss ?? []) found.add(sheet);
    chunk.imports.forEach(add);
  };
  for (const [name, chunk] of Object.entries(bundle)) {
    if (chunk.type === 'chunk' && soon.test(chunk.facadeModuleId ?? '')) add(name);
  }
  return [...found].map((name) => `<link rel="prefetch" href="/${name}">`);
}
