import { expect, test } from '../../../../jest.ts';
import { pulledPerTest } from '../command-line-per-test.ts';

const at = pulledPerTest();

test('a push warns of what mail clients break in the templates that it saves, and saves them all the same', async () => {
  await at.edit('welcome', '<p>Hi</p>\n<form><input></form>');

  const dry = await at.template('push', 'templates', '--dry-run');
  const pushed = await at.template('push', 'templates', '--clients', 'yahoo');
  const again = await at.template('push', 'templates');

  const warning =
    'templates/welcome/body.html:2:1 warning client-breaks: Yahoo Mail: forms are removed or cannot be sent: link to a page that has the form\n';
  expect(dry.stderr).toContain(
    'welcome/body.html:2:1 warning client-breaks: Outlook (Windows), Yahoo Mail: ',
  );
  expect(pushed).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('changed') });
  expect(pushed.stderr.trimStart()).toBe(warning);
  expect(again.stderr).toBe('');
});

test('at most twenty warnings are printed, all are in --json, and --quiet-looks leaves them out', async () => {
  const forms = '<form></form>\n'.repeat(33);
  await at.edit('welcome', forms);

  const printed = await at.template('push', 'templates', '--dry-run');
  const json = await at.template('push', 'templates', '--dry-run', '--json');
  const quiet = await at.template('push', 'templates', '--quiet-looks');

  const lines = printed.stderr.trim().split('\n');
  expect(lines).toHaveLength(21);
  expect(lines.at(-1)).toBe('and 13 more: postrider template lint templates');
  const { warnings } = JSON.parse(json.stdout);
  expect(warnings).toHaveLength(33);
  expect(warnings[0]).toMatchObject({ code: 'client-breaks', feature: 'html-form', line: 1 });
  expect(quiet.stderr).toBe('');
});
