import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, test } from '../../jest.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { openAccount } from '../harness/account.ts';
import { refusal } from '../harness/call.ts';
import { command } from '../harness/cli.ts';
import {
  callback,
  flowOf,
  inputs,
  type Node,
  provider,
  regex,
  required,
  template,
} from '../harness/flow.ts';
import { type Files, writeTemplates } from '../harness/template-folder.ts';

/** One template for each thing that is refused when it is saved: its files, and what is said. */
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

const another = (node: Node): Node => ({ ...node, id: 'another' });
const manyNodes = Array.from({ length: 100 }, (_, at) => ({ ...required('a'), id: `check-${at}` }));
const circle = [required('a'), regex({ field: 'a', pattern: 'x' })];
const loop = flowOf(...circle, template);

const cases: Record<string, Case> = {
  partial: inHtml(
    '<p>\n{{> header}}',
    [2, 1],
    /^There is no partial "header": correct its name, or push it/,
  ),
  delimiters: inHtml('{{=<% %>=}}', [1, 1], /^The delimiters cannot be changed: write every tag/),
  'section-default': inHtml(
    'a {{#b|c}}',
    [1, 3],
    /^A section cannot have a default: write \{\{#b\}\}/,
  ),
  'unclosed-tag': inHtml('a\nb {{name', [2, 3], /^This tag is not closed: write \{\{name\}\}/),
  'in-script': inHtml('<script>{{x}}', [1, 9], /^\{\{x\}\} is in a <script>/),
  'in-handler': inHtml('\n<a onclick="{{x}}">', [2, 13], /is in an event handler/),
  'without-quotes': inHtml('<td width={{x}}>', [1, 11], /write width="\{\{x\}\}"/),
  'as-attribute': inHtml('<td {{x}}>', [1, 5], /where a tag has the name of an attribute/),
  'as-tag': inHtml('<{{x}}>', [1, 2], /is in the name of a tag/),
  'bad-default': inHtml(
    '<a href="{{x|data:a}}">',
    [1, 10],
    /^The default of \{\{x\}\} begins with/,
  ),
  'nested-tag': inHtml('{{a|{{b}}}}', [1, 1], /^This default is not closed/),
  'unclosed-section': inHtml(
    '{{#a}}x',
    [1, 1],
    /^The section "a" is not closed: write \{\{\/a\}\}/,
  ),
  'unopened-section': inHtml('x{{/a}}', [1, 2], /^No section "a" is open here: write \{\{#a\}\}/),
  'no-name': inHtml('{{}}', [1, 1], /names no variable/),
  'white-space': inHtml('{{first name}}', [1, 1], /white space: write only the name of a variable/),
  'three-braces': inHtml('{{{a}}', [1, 1], /closes with three: write \{\{\{a\}\}\}/),
  'too-deep': inHtml('{{#a}}'.repeat(33) + '{{/a}}'.repeat(33), [1, 193], /deeper than 32/),
  'large-html': tooLarge('body.html', kilobytes(512), /larger than 512 KB/),
  'large-text': tooLarge('body.txt', kilobytes(256), /larger than 256 KB/),
  'large-data': tooLarge('test-data.json', `{"a":"${kilobytes(64)}"}`, /larger than 64 KB/),
  'large-when-stored': tooLarge(
    'body.html',
    randomBytes(380 * 1024).toString('base64'),
    /compresses to \d+ KB, and at most 380 KB can be stored/,
  ),
  'long-subject': inTemplate({ subject: kilobytes(4) }, /subject is larger than 4 KB/),
  'subject-syntax': inTemplate({ subject: 'Hi {{name' }, /not closed: write \{\{name\}\}/),
  'long-name': inTemplate({ name: 'x'.repeat(201) }, /name must not have more than 200 characters/),
  'no-name-given': inTemplate({ name: ' ' }, /name must not be empty/),
  'bad-id': inTemplate({ id: 'a/b' }, /id must be 1 to 64 letters, digits, hyphens or underscores/),
  'long-id': inTemplate({ id: 'x'.repeat(65) }, /id must be 1 to 64 letters/),
  'no-id': inTemplate({ id: undefined }, /lacks id/),
  'unknown-part': inTemplate({ html: '<p>' }, /has the unknown field "html"/),
  'no-html': {
    files: { 'template.json': { id: 'no-html', name: 'X' } },
    file: 'body.html',
    says: /is missing: write the template's HTML into it/,
  },
  'two-flows': {
    files: {
      'template.json': { id: 'two-flows', name: 'X', flow: flowOf(template) },
      'body.html': '<p>',
      'flow.json': flowOf(template),
    },
    file: 'flow.json',
    says: /template.json both have a flow: keep one of the two/,
  },
  'no-template-node': inFlow(flowOf(callback), /has no template node/),
  'two-templates': inFlow(flowOf(another(template), template), /"mail" is a second template/),
  'two-outputs': inFlow(
    {
      nodes: [template, callback, provider()],
      edges: [
        { from: 'mail', to: 'back' },
        { from: 'mail', to: 'send' },
      ],
    },
    /"send" is a second output beside "back"/,
  ),
  circle: inFlow(
    { ...loop, edges: [...loop.edges, { from: 'regex-a', to: 'required' }] },
    /"required" → "regex-a" → "required" form a cycle/,
  ),
  'loose-node': inFlow(
    { ...flowOf(template, callback), nodes: [template, callback, required('a')] },
    /"required" does not lead to "back"/,
  ),
  'loose-without-output': inFlow(
    { nodes: [template, required('a')], edges: [] },
    /"required" does not lead to "mail"/,
  ),
  'dangling-edge': inFlow(
    { nodes: [template], edges: [{ from: 'mail', to: 'x' }] },
    /leads to a node that does not exist/,
  ),
  'unknown-type': inFlow(
    flowOf({ id: 'x', type: 'webhook' }, template),
    /"x": type must be one of/,
  ),
  'unknown-kind': inFlow(
    flowOf({ ...required('a'), kind: 'captcha' }, template),
    /"required": kind must be one of/,
  ),
  'unknown-field': inFlow(
    flowOf(template, { ...provider(), replyto: 'x' }),
    /"send" has no field "replyto"/,
  ),
  'bad-pattern': inFlow(
    flowOf(regex({ field: 'a', pattern: '(' }), template),
    /"regex-a": pattern does not compile/,
  ),
  'look-ahead': inFlow(
    flowOf(regex({ field: 'a', pattern: '(?=a)' }), template),
    /RE2 syntax has no look-around/,
  ),
  'long-pattern': inFlow(
    flowOf(regex({ field: 'a', pattern: 'x'.repeat(257) }), template),
    /"regex-a": pattern must not have more than 256 characters/,
  ),
  'costly-pattern': inFlow(
    flowOf(regex({ field: 'a', pattern: '(a?){1000}'.repeat(9) }), template),
    /"regex-a": the patterns of the flow up to this one take 36,\d+ steps/,
  ),
  'many-nodes': inFlow(flowOf(...manyNodes, template), /must not have more than 100 items/),
  'bad-sender': inFlow(
    flowOf(template, provider({ from: 'hello' })),
    /"send": from must be an address .* it has no @/,
  ),
  'reserved-input': inFlow(flowOf(inputs({ name: '_to' }), template), /must not begin with _/),
};

/** What a case has in template.json itself. */
const fieldsIn = ({ 'template.json': fields }: Files) => (typeof fields === 'object' ? fields : {});

const account = await openAccount();

const folder = temporaryFolder();
const entries = Object.entries(cases).map(([id, { files }]) => [
  id,
  { ...files, 'template.json': { id, name: id, subject: 'Hello', ...fieldsIn(files) } },
]);
await writeTemplates(join(folder, 'templates'), Object.fromEntries(entries));
const sound = { 'template.json': { id: 'sound', name: 'Sound' }, 'body.html': '<p>' };
await writeTemplates(join(folder, 'templates'), { sound });
const words = ['template', 'push', 'templates', '--account', account.accountId];
const pushed = await command(folder, words);

describe('a template that is refused when it is saved', () => {
  test.each(Object.entries(cases))(
    'a template that a save refuses names the place and the fix: %s',
    (id, { file, place, says }) => {
      const { details } = pushed.answer as { details: { file: string; message: string }[] };

      const ofThis = details.filter((detail) => detail.file === `templates/${id}/${file}`);

      expect(ofThis).toContainEqual(
        expect.objectContaining({
          message: expect.stringMatching(says),
          ...(place && { line: place[0], column: place[1] }),
        }),
      );
    },
  );

  test('one refused template refuses the whole push, with exit code 1', () => {
    const { exitCode, answer } = pushed;

    expect(exitCode).toBe(1);
    expect(answer).toEqual({
      error: expect.stringMatching(/^Nothing was saved: \d+ problems in the templates$/),
      details: expect.any(Array),
    });
  });

  test('a dry run names a refused template as well', async () => {
    const words = ['template', 'push', 'templates', '--account', account.accountId, '--dry-run'];

    const { exitCode, answer } = await command(folder, words);

    expect({ exitCode, answer }).toEqual({ exitCode: pushed.exitCode, answer: pushed.answer });
  });

  test('a refused push saves none of its sound templates', async () => {
    const answers = await Promise.all(
      ['sound', 'partial', 'circle'].map((template_id) => account.render({ template_id })),
    );

    expect(answers).toEqual(answers.map(() => refusal(404, 'Template not found')));
  });
});

describe('a flow', () => {
  test('a refused flow has the file, line and column of each problem', () => {
    const { details } = pushed.answer as { details: { file: string }[] };

    // That there are two flows is about the file, not about a place in it.
    const inFlows = details.filter(({ file }) => /^(?!.*two-flows).*flow\.json$/.test(file));

    expect(inFlows.length).toBeGreaterThan(10);
    expect(inFlows).toEqual(
      inFlows.map(() =>
        expect.objectContaining({ line: expect.any(Number), column: expect.any(Number) }),
      ),
    );
  });
});
