import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Verdict } from '../../../harness/verdict.ts';
import { checkSource } from './check-source.ts';

/** Checks whether each HTML file in a folder and its subfolders is accepted, and renders as in mustache.js. */
export async function checkFolder(folder: string): Promise<Verdict> {
  const lines: string[] = [];
  let held = 0;
  const files = await htmlFilesIn(folder);
  if (files.length === 0) return { text: `There is no HTML file in ${folder}\n`, held: false };
  for (const file of files) {
    const faults = checkSource(await readFile(join(folder, file), 'utf8'));
    if (faults.length === 0) held++;
    else lines.push(...faults.map((fault) => `${file}: ${fault}`));
  }
  const summary = `${held} of ${files.length} HTML files are saved, and render as in mustache.js`;
  return { text: [...lines, summary, ''].join('\n'), held: held === files.length };
}

async function htmlFilesIn(folder: string): Promise<string[]> {
  const all = await readdir(folder, { recursive: true }).catch(() => []);
  return all.filter((name) => /\.html?$/i.test(name)).toSorted();
}
