import type { LookView } from '../../../../shared/engine/looks/views/views.ts';
import { escapeHtml } from '../../../../shared/engine/render/program/html-output.ts';

/** The page that shows a mail and its simulations in frames that run no script. */
export function looksPage(name: string, views: readonly LookView[]): string {
  const frames = views.map(({ id, name, rule, source }) => {
    const words = `<p>${escapeHtml(rule)} <a href="${escapeHtml(source)}">Source</a></p>`;
    return frame(id, `${escapeHtml(name)} <small>simulated</small>`, words);
  });
  const original = frame('original', 'As it is written', '<p>What your browser shows.</p>');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
${noScripts}
<meta name="viewport" content="width=device-width">
<title>Looks of ${escapeHtml(name)}</title>
<style>
body { margin: 24px; font: 15px/1.5 system-ui, sans-serif; color: #1c2126; background: #eef0f2; }
main { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 600px), 1fr)); gap: 24px; }
section { display: flex; flex-direction: column; }
h1 { grid-column: 1 / -1; margin: 0; }
h2, p { margin: 0 0 8px; }
small { padding: 2px 6px; border-radius: 4px; font-weight: normal; background: #d5dadf; }
p { flex: 1; }
a { color: #0b4f9e; }
iframe { width: 100%; height: 800px; border: 1px solid #b9c0c7; background: #fff; }
</style>
</head>
<body>
<main>
<h1>Looks of ${escapeHtml(name)}</h1>
${[original, ...frames].join('\n')}
</main>
</body>
</html>
`;
}

export const noScripts = `<meta http-equiv="Content-Security-Policy" content="script-src 'none'">`;

const frame = (id: string, title: string, words: string) =>
  `<section><h2>${title}</h2>${words}<iframe sandbox="" title="${id}" src="${id}.html"></iframe></section>`;
