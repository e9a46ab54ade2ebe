/** `npm run looks:refresh -- FOLDER`: writes what mail clients support, from a checkout of caniemail. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import rulesFile from '../shared/engine/looks/data/rules.json' with { type: 'json' };
import {
  type FeatureSupport,
  hitsOf,
  lookClients,
  lookFeatures,
} from '../shared/engine/looks/rules.ts';

type Features = Readonly<Record<string, FeatureSupport>>;

/** A name with what it opens, a version with its value, or the end of what was opened. Few files are valid YAML. */
const entry = /"?([\w.-]+)"?\s*:\s*(?:(\{)|"([^"]*)")|\}/g;

/** Every feature of a checkout, with the value of each platform's last version. */
export function readFeatures(folder: string): Features {
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

const platforms = lookClients.flatMap((client) => client.platforms);

/** The content of `support.json`: only the features that rules name, on the platforms of our clients. */
export function supportFileOf(features: Features, commit: string, date: string): string {
  const named = new Set(rulesFile.rules.flatMap(({ feature }) => feature ?? []));
  const rows = [...named].sort().map((id) => {
    const { tested = '', support = {} } = features[id] ?? {};
    return [id, { tested, values: platforms.map((platform) => support[platform] ?? '').join('|') }];
  });
  const { source, licence } = rulesFile.data;
  const file = { source, licence, commit, date, platforms, features: Object.fromEntries(rows) };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** The features that neither a rule nor `ignored` names. */
export function notJudged(features: Features): string[] {
  const judged = new Set([...rulesFile.rules.map(({ feature }) => feature), ...rulesFile.ignored]);
  return Object.keys(features).filter((id) => !judged.has(id));
}

/** A line for each rule and client that the new values make begin or cease to match. */
export function changesOf(before: Features, after: Features): string[] {
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
  const features = readFeatures(folder);
  for (const line of changesOf(lookFeatures, features)) console.log(line);
  const git = ['-C', folder, 'log', '-1', '--format=%H %cs'];
  const [commit = '', date = ''] = execFileSync('git', git, { encoding: 'utf8' }).trim().split(' ');
  writeFileSync(supportPath, supportFileOf(features, commit, date));
  const unknown = notJudged(features);
  for (const id of unknown) console.log(`not judged: ${id}`);
  if (unknown.length > 0) process.exitCode = 1;
}

if (import.meta.main) main(process.argv[2]);
