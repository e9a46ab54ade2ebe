import { readFileSync, writeFileSync } from 'node:fs';
import zones from '../zones.json' with { type: 'json' };

const page = new URL('../CONTRIBUTING.md', import.meta.url);

/** The folders of `zones.json`, with what is in each, as a table in Markdown. A folder without `holds` is part of another row. */
export function foldersTable(): string {
  return tableOf([
    ['folder', 'what is in it'],
    ['---', '---'],
    ...zones.flatMap(({ zone, holds }) => (holds ? [[`\`${zone}/\``, holds]] : [])),
  ]);
}

/** The folders of `zones.json`, with what each may import, as a table in Markdown. */
function importsTable(): string {
  return tableOf([
    ['folder', 'may import'],
    ['---', '---'],
    ...zones.map(({ zone, knows }) => [`\`${zone}/\``, knows.map(codeOf).join(', ') || 'nothing']),
  ]);
}

const codeOf = (path: string) => `\`${path}\``;

const tableOf = (rows: readonly (readonly string[])[]) =>
  rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** The page with both tables, each between its two comments. */
export function withZones(text: string): string {
  const withFolders = between(text, 'folders', foldersTable());
  return between(withFolders, 'imports', importsTable());
}

function between(text: string, name: string, table: string): string {
  const [start, end] = [`<!-- ${name} -->\n`, `<!-- /${name} -->`];
  const [before, rest = ''] = text.split(start);
  return `${before}${start}\n${table}\n\n${rest.slice(rest.indexOf(end))}`;
}

if (import.meta.main) writeFileSync(page, withZones(readFileSync(page, 'utf8')));
