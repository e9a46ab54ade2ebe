import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { changesOf, notJudged, readFeatures, supportFileOf } from '../../bin/refresh-looks.ts';
import { lookFeatures } from '../../shared/engine/looks/rules.ts';
import { expect, test } from '../jest.ts';
import { temporaryFolder } from '../temporary-folder.ts';

/** A checkout of caniemail with one feature, which is no valid YAML, as a few of its files are not. */
function checkout(name: string, stats: string): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, '_features'));
  const text = `---\ntitle: "x"\nlast_test_date: "2026-01-02"\nstats: {\n${stats}\n}\nnotes_by_num: {\n  "1": "y"\n}\n---\n`;
  writeFileSync(join(folder, '_features', `${name}.md`), text);
  writeFileSync(join(folder, '_features', '_template.md'), text);
  return folder;
}

test('the newest value of a platform is the last one of its list', () => {
  const folder = checkout(
    'css-position',
    'gmail: {\n\tios: {\n\t\t"12.4": "n",\n"13": "y #1",\n},\n},\noutlook: {\n macos: {"2016":"y", "16.80":"a"}, windows: {}}',
  );

  const features = readFeatures(folder);

  expect(features).toEqual({
    'css-position': {
      tested: '2026-01-02',
      support: { 'gmail.ios': 'y #1', 'outlook.macos': 'a' },
    },
  });
  const { commit, features: written } = JSON.parse(supportFileOf(features, 'abc', '2026-01-02'));
  expect(commit).toBe('abc');
  expect(written['css-position'].values).toMatch(/^\|y #1\|.*\|a\|/);
});

test('a refresh names the rules that begin or cease to hit a client, and features that are not judged', () => {
  const given = lookFeatures['css-position'] ?? { tested: '', support: {} };
  const after = {
    'css-position': { ...given, support: { ...given.support, 'apple-mail.ios': 'n' } },
  };

  expect(changesOf({ 'css-position': given }, after)).toEqual(['css-position now hits apple-mail']);
  expect(changesOf(after, { 'css-position': given })).toEqual([
    'css-position spares apple-mail now',
  ]);
  expect(notJudged(readFeatures(checkout('css-new-thing', '')))).toEqual(['css-new-thing']);
});

test('the values that are in the project are of features that rules name, with a date each', () => {
  const path = join(import.meta.dirname, '../../shared/engine/looks/data/support.json');
  const file = JSON.parse(readFileSync(path, 'utf8'));

  expect(notJudged(lookFeatures)).toEqual([]);
  expect(Object.values(lookFeatures).filter(({ tested }) => !/^20\d\d-/.test(tested))).toEqual([]);
  expect(readFileSync(path, 'utf8')).toBe(supportFileOf(lookFeatures, file.commit, file.date));
});
