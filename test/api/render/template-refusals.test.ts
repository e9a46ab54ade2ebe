import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, test } from '../../jest.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { openAccount } from '../harness/account.ts';
import { refusal } from '../harness/call.ts';
import { command } from '../harness/cli.ts';
import { flowOf, provider, regex, required, template } from '../harness/flow.ts';
import { type Files, writeTemplates } from '../harness/template-folder.ts';

type Case = { files: Files; file: string; place?: [line: number, column: number]; says: RegExp };

const kilobytes = (count: number) => 'x'.repeat(count * 1024 + 1);
const inHtml = (html: string, place: [number, number], says: RegExp): Case => ({
  files: { 'body.html': html },
  file: 'body.html',
  place,
  says,
});
const inFlow = (flow: object, says: RegExp): Case => ({
  files: { 'body.html': '<p>', 'flow.json': flow },
  file: 'flow.json',
  says,
});
const tooLarge = (file: string, content: string, says: RegExp): Case => ({
  files: { 'body.html': '<p>', [file]: content },
  file,
  says,
});

const inTemplate = (fields: object, says: RegExp): Case => ({
  files: { 'template.json': { name: 'X', ...fields }, 'body.html': '<p>' },
  file: 'template.json',
  says,
});

const loop = flowOf(required('a'), regex({ field: 'a', pattern: 'x' }), template);

const cases: Record<string, Case> = {
  partial: inHtml('<p>\n{{> header}}', [2, 1], /^There is no partial "header": correct its name, /),
  'in-script': inHtml('<script>{{x}}', [1, 9], /^\{\{x\}\} is in a <script>/),
  'large-when-stored': tooLarge(
    'body.html',
    randomBytes(380 * 1024).toString('base64'),
    /compresses to \d+ KB, and at most 380 KB can be stored/,
  ),
  'long-subject': inTemplate({ subject: kilobytes(4) }, /subject is larger than 4 KB/),
  'long-name': inTemplate({ name: 'x'.repeat(201) }, /name must not have more than 200 characters/),
  circle: inFlow(
    { ...loop, edges: [...loop.edges, { from: 'regex-a', to: 'required' }] },
    /"required" → "regex-a" → "required" form a cycle/,
  ),
  'bad-sender': inFlow(
    flowOf(template, provider({ from: 'hello' })),
    /"send": from must be an address .* it has no @/,
  ),
};

/** A push names the problems of templates once it can read every file. */
const unreadable: Record<string, Case> = {
  'large-html': tooLarge('body.html', kilobytes(512), /larger than 512 KB/),
  'no-html': {
    files: { 'template.json': { id: 'no-html', name: 'X' } },
    file: 'body.html',
    says: /is missing: write the template's HTML into it/,
  },
};

const fieldsIn = ({ 'template.json': fields }: Files) => (typeof fields === 'object' ? fields : {});

const account = await openAccount();

const folder = temporaryFolder();
const write = (parent: string, written: Record<string, Case>) => {
  const entries = Object.entries(written).map(([id, { files }]) => [
    id,
    { ...files, 'template.json': { id, name: id, subject: 'Hello', ...fieldsIn(files) } },
  ]);
  return writeTemplates(join(folder, parent), Object.fromEntries(entries));
};
await write('templates', cases);
await write('unreadable', unreadable);
const sound = { 'template.json': { id: 'sound', name: 'Sound' }, 'body.html': '<p>' };
await writeTemplates(join(folder, 'templates'), { sound });
const push = (parent: string, ...more: string[]) =>
  command(folder, ['template', 'push', parent, '--account', account.accountId, ...more]);
const pushed = await push('templates');
const notRead = await push('unreadable');

describe('a template that is refused when it is saved', () => {
  test.each(Object.entries({ ...cases, ...unreadable }))(
    'a template that a save refuses names the place and the fix: %s',
    (id, { file, place, says }) => {
      type Answer = { details: { file: string; message: string }[] };
      const details = [pushed, notRead].flatMap(({ answer }) => (answer as Answer).details);

      const ofThis = details.filter((detail) => detail.file.endsWith(`/${id}/${file}`));

      expect(ofThis).toContainEqual(
        expect.objectContaining({
          message: expect.stringMatching(says),
          ...(place && { line: place[0], column: place[1] }),
        }),
      );
    },
  );

  test('one refused template refuses the whole push, with exit code 1, and a dry run too', async () => {
    const dryRun = await push('templates', '--dry-run');

    expect(pushed).toEqual({
      exitCode: 1,
      answer: {
        error: expect.stringMatching(/^Nothing was saved: \d+ problems in the templates$/),
        details: expect.any(Array),
      },
    });
    expect(dryRun).toEqual(pushed);
  });

  test('a refused push saves none of its sound templates', async () => {
    const answers = await Promise.all(
      ['sound', 'partial', 'circle'].map((template_id) => account.render({ template_id })),
    );

    expect(answers).toEqual(answers.map(() => refusal(404, 'Template not found')));
  });
});
