import { readFileSync, writeFileSync } from 'node:fs';
import zones from '../zones.json' with { type: 'json' };

const page = new URL('../CONTRIBUTING.md', import.meta.url);

/** The zones of `zones.json` as a table in Markdown: what is in a folder, and what it may import. */
export function zonesTable(): string {
  const rows = zones.map(({ zone, holds, knows }) => [
    `\`${zone}/\``,
    holds,
    knows.length === 0 ? 'nothing' : knows.map((each) => `\`${each}\``).join(', '),
  ]);
  const lines = [['folder', 'what is in it', 'what it may import'], ['---', '---', '---'], ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** The page with the table between its two comments. */
export function withZones(text: string): string {
  return text.replace(
    /(<!-- zones -->\n)[\s\S]*?(<!-- \/zones -->)/,
    (_, start: string, end: string) => `${start}\n${zonesTable()}\n\n${end}`,
  );
}

if (import.meta.main) writeFileSync(page, withZones(readFileSync(page, 'utf8')));
