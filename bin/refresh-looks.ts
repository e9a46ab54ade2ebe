/** `npm run looks:refresh -- FOLDER`: writes what mail clients support, from a checkout of caniemail. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import rulesFile from '../shared/engine/looks/data/rules.json' with { type: 'json' };
import { type FeatureSupport, hitsOf, lookClients } from '../shared/engine/looks/rules.ts';

export interface Support {
  source: string;
  licence: string;
  commit: string;
  date: string;
  features: Record<string, FeatureSupport>;
}

/** A name with what it opens, a version with its value, or the end of what was opened. Few files are valid YAML. */
const entry = /"?([\w.-]+)"?\s*:\s*(?:(\{)|"([^"]*)")|\}/g;

/** Every feature of a checkout, with the value of each platform's last version. */
export function readFeatures(folder: string): Support['features'] {
  const files = readdirSync(join(folder, '_features')).filter((name) => /^[^_].*\.md$/.test(name));
  return Object.fromEntries(
    files.sort().map((file) => {
      const text = readFileSync(join(folder, '_features', file), 'utf8');
      const tested = /^last_test_date:\s*"?([\d-]+)/m.exec(text)?.[1] ?? '';
      return [file.replace(/\.md$/, ''), { tested, support: readStats(text) }];
    }),
  );
}

/** The versions are in the order of their release: the last value is the newest. */
function readStats(text: string): Record<string, string> {
  const support: Record<string, string> = {};
  const names: string[] = [];
  const [, stats = ''] = text.split(/^stats:/m);
  for (const [, name = '', opens, value] of `stats:${stats}`.matchAll(entry)) {
    if (opens) names.push(name);
    else if (value !== undefined) support[names.slice(1).join('.')] = value.trim();
    else names.pop();
    if (names.length === 0) break;
  }
  return support;
}

/** Only the features that rules name, on the platforms of our clients. */
export function supportOf(features: Support['features']): Support['features'] {
  const named = new Set(rulesFile.rules.flatMap(({ feature }) => feature ?? []));
  const platforms = lookClients.flatMap((client) => client.platforms);
  return Object.fromEntries(
    [...named].sort().map((id) => {
      const { tested, support } = features[id] ?? { tested: '', support: {} };
      const known = platforms.flatMap((platform) => {
        const value = support[platform];
        return value === undefined ? [] : [[platform, value] as const];
      });
      return [id, { tested, support: Object.fromEntries(known) }];
    }),
  );
}

/** The features that neither a rule nor `ignored` names. */
export function notJudged(features: Support['features']): string[] {
  const judged = new Set([...rulesFile.rules.map(({ feature }) => feature), ...rulesFile.ignored]);
  return Object.keys(features).filter((id) => !judged.has(id));
}

/** A line for each rule and client that the new values make begin or cease to match. */
export function changesOf(before: Support['features'], after: Support['features']): string[] {
  return rulesFile.rules.flatMap((rule) => {
    const [old, now] = [hitsOf(rule, before), hitsOf(rule, after)];
    return [
      ...now.filter((client) => !old.includes(client)).map((id) => `${rule.id} now hits ${id}`),
      ...old.filter((client) => !now.includes(client)).map((id) => `${rule.id} spares ${id} now`),
    ];
  });
}

const supportPath = join(import.meta.dirname, '../shared/engine/looks/data/support.json');

function main(folder: string | undefined): void {
  if (folder === undefined) throw new Error('Name the folder: npm run looks:refresh -- FOLDER');
  const git = (...words: string[]) =>
    execFileSync('git', ['-C', folder, ...words], { encoding: 'utf8' }).trim();
  const before: Support = JSON.parse(readFileSync(supportPath, 'utf8'));
  const all = readFeatures(folder);
  const features = supportOf(all);
  for (const line of changesOf(before.features, features)) console.log(line);
  const [commit = '', date = ''] = git('log', '-1', '--format=%H %cs').split(' ');
  writeFileSync(supportPath, `${JSON.stringify({ ...before, commit, date, features }, null, 1)}\n`);
  const unknown = notJudged(all);
  for (const id of unknown) console.log(`not judged: ${id}`);
  if (unknown.length > 0) process.exitCode = 1;
}

if (import.meta.main) main(process.argv[2]);
