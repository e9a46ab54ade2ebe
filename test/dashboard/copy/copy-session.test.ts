import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { mustachio } from '../../../cli/commands/template/import/languages/mustachio.ts';
import type { MarkedMail } from '../../../dashboard/src/copy/copy-runs.ts';
import { openCopySession } from '../../../dashboard/src/copy/copy-session.ts';
import { converted } from '../../cli/commands/template/import/conversion.ts';
import { expect, test } from '../../jest.ts';
import { decode } from './decode.ts';
import { type Data, draftOf, marked } from './marked.ts';

/** The browser's text for a segment: each run of white space becomes one space. */
const fold = (html: string) => decode(html).replace(/[\t\n\f\r ]+/g, ' ');

function shownAt({ runs, html, token }: MarkedMail, run: number, segment: number): string {
  const next = runs[run]?.segments[segment + 1] ? `${run}.${segment + 1}` : `${run}.end`;
  const [, after = ''] = html.split(`<!--${token} ${run}.${segment}-->`);
  return after.split(`<!--${token} ${next}-->`)[0] ?? '';
}

const root = fileURLToPath(new URL('../../..', import.meta.url));
const postmark = 'test/cli/commands/template/import/fixtures/postmark-templates';
const corpus = [
  postmark,
  'templates',
  'dashboard/src/pages/templates/starters',
  'docs/examples',
  'test/shared/engine/render/emails',
].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.html'))
    .map((file) => join(folder, file)),
);

/** The test data beside a template. */
function dataFor(path: string): Data {
  for (const file of ['test-data.json', path.replace(/.*\//, '').replace('.html', '.json')]) {
    try {
      return JSON.parse(readFileSync(join(root, path, '..', file), 'utf8'));
    } catch {}
  }
  return {};
}

/** A template from a file. Its partials are not loaded. */
function sourceAt(path: string): string {
  const html = readFileSync(join(root, path), 'utf8');
  return path.startsWith(postmark)
    ? converted(mustachio, html)
    : html.replace(/\{\{> *\w+\}\}/g, '');
}

const edit = 'A <b> & {{c}}!';

test.each(corpus)(
  'in %s an edit changes exactly the text that it is of, and the mail shows it',
  (path) => {
    const source = sourceAt(path);
    const data = dataFor(path);
    const mail = marked(source, data);
    for (const [run, { segments }] of mail.runs.entries()) {
      for (const [index, segment] of segments.entries()) {
        if (segment.kind !== 'text') continue;
        const draft = draftOf(source);
        const session = openCopySession(draft, mail, run, decode);
        const before = fold(source.slice(segment.start, segment.end));
        const after = before.replace(/\S?( ?)$/, `${edit}$1`);

        expect(session?.type([{ segment: index, before, after }])).toBe(true);
        const now = draft.now();
        const end = now.length - (source.length - segment.end);
        expect([now.slice(0, segment.start), now.slice(end)]).toEqual([
          source.slice(0, segment.start),
          source.slice(segment.end),
        ]);
        const again = marked(now, data);
        const shown = again.runs[run]?.segments.findIndex(({ start }) => start === segment.start);
        expect(fold(shownAt(again, run, shown ?? -1))).toBe(after);
        expect(session?.cancel()).toBe(true);
        expect(draft.now()).toBe(source);
      }
    }
  },
);

test('most of the mails have texts to edit', () => {
  const counts = corpus.map((path) => {
    return marked(sourceAt(path), dataFor(path)).runs.filter(({ isEditable }) => isEditable).length;
  });
  expect(counts.filter((count) => count > 0).length).toBeGreaterThan(15);
});

const source = '<h1>One {{a}}</h1><p>Two</p>';
const typed = [{ segment: 0, before: 'One ', after: 'First ' }];

test.each([
  ['before', '<i>new</i>', ''],
  ['after', '', '<i>new</i>'],
])('a text is found again if the source has changed %s it', (_where, before, after) => {
  const draft = draftOf(`${before}${source}${after}`);
  const session = openCopySession(draft, marked(source), 0, decode);

  expect(session?.type(typed)).toBe(true);
  expect(draft.now()).toBe(`${before}<h1>First {{a}}</h1><p>Two</p>${after}`);
});

test('a text that has changed in the source cannot be edited', () => {
  const draft = draftOf(source.replace('One', 'Once'));

  expect(openCopySession(draft, marked(source), 0, decode)).toBe(null);
});

test('an edit stops without a change if the source changes by other means', () => {
  const draft = draftOf(source);
  const session = openCopySession(draft, marked(source), 0, decode);
  draft.dispatch({ changes: { html: `${source}!` } });

  expect([session?.type(typed), session?.cancel()]).toEqual([false, false]);
  expect(draft.now()).toBe(`${source}!`);
});
