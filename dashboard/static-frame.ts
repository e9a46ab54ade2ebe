import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';

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
      async handler(html, { filename }) {
        if (filename !== here('index.html')) return html;
        frame ??= drawn(here('src/shell/static-frame.tsx'));
        const drawnFrame = await frame;
        const script = `<script src="${address}"></script>`;
        // Below the frame, the page's whole stylesheet does not hold it back.
        const sheets = /\s*<link rel="stylesheet"[^>]*>/g;
        return html
          .replaceAll(sheets, '')
          .replace('</title>', `</title>${script}`)
          .replace(
            '<div id="root"></div>',
            () => `<div id="root">${drawnFrame}</div>${script}${html.match(sheets) ?? ''}`,
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
