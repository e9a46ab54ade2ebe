import {
  chmodSync,
  lstatSync,
  readFileSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '../../../jest.ts';
import { allowed, creation, deploying, noChange, stackOf } from './deploying.ts';

const at = deploying();

const original = '{\n  "senders": ["hello@example.com"]\n}\n';
const withNew = '{\n  "senders": [\n    "hello@example.com",\n    "new@example.com"\n  ]\n}\n';

const settings = () => readFileSync(at.settings, 'utf8');

test.each<[string, Parameters<typeof at.run>[0], string[] | undefined]>([
  ['a dry run', { dryRun: true }, undefined],
  ['a no', {}, ['n']],
  ['nobody to ask', {}, undefined],
])('a new sender is planned, but not in the settings, after %s', async (_, options, typed) => {
  writeFileSync(at.settings, original);

  const { prepared } = await at.run({ sender: 'new@example.com', ...options }, creation, {
    typed,
  });

  expect(JSON.parse(prepared[0]?.settings ?? '')).toEqual({
    senders: ['hello@example.com', 'new@example.com'],
  });
  expect(settings()).toBe(original);
});

test.each([
  ['a preflight that fails', 'ExpiredToken', 'The AWS session has expired'],
  [
    'a change that CloudFormation refuses',
    null,
    'CloudFormation refused this change of postrider: Template format error: no',
  ],
])('a new sender is not stored after %s', async (_, error, sentence) => {
  writeFileSync(at.settings, original);
  if (error) at.aws.caller = { error };
  const refused = { ...noChange, reason: 'Template format error: no' };

  const run = await at.run({ sender: 'new@example.com', yes: true }, refused);

  expect(run.error).toContain(sentence);
  expect(settings()).toBe(original);
});

test('a new sender that is not an address is refused before any question, also in a dry run', async () => {
  const { error, prepared } = await at.run({ sender: 'hello@', dryRun: true }, creation);

  expect(error).toBe(
    'The sender "hello@" must be an e-mail address or a domain, like hello@example.com or example.com',
  );
  expect(prepared).toEqual([]);
});

test('a new sender is stored once the deployment is confirmed, even if that fails', async () => {
  writeFileSync(at.settings, original);
  at.aws.ends = 'ROLLBACK_COMPLETE';

  const { error } = await at.run({ sender: 'new@example.com', yes: true }, creation);

  expect(error).toBe('The deployment of postrider failed and was rolled back');
  expect(settings()).toBe(withNew);
});

test('a settings file that was edited meanwhile stops the deployment before it begins', async () => {
  writeFileSync(at.settings, original);
  const edited = '{\n  "senders": ["hello@example.com"],\n  "tracing": true\n}\n';

  const { error } = await at.run({ sender: 'new@example.com', yes: true }, creation, {
    meanwhile: () => writeFileSync(at.settings, edited),
  });

  expect(error).toBe(
    `${at.settings} was edited while this ran, so nothing was deployed: run deploy again`,
  );
  expect(settings()).toBe(edited);
  expect(at.aws.writes).toEqual(['DeleteChangeSet', 'DeleteStack']);
});

test('a new sender is written through a link, and the file keeps its mode', async () => {
  const target = join(at.folder, 'shared.json');
  writeFileSync(target, original);
  chmodSync(target, 0o600);
  unlinkSync(at.settings);
  symlinkSync(target, at.settings);

  await at.run({ sender: 'new@example.com', yes: true }, creation);

  expect(readFileSync(target, 'utf8')).toBe(withNew);
  expect(lstatSync(at.settings).isSymbolicLink()).toBe(true);
  expect(lstatSync(target).mode & 0o777).toBe(0o600);
  unlinkSync(at.settings);
});

test('a new sender is stored even if the stack already has it', async () => {
  writeFileSync(at.settings, original);
  at.aws.stack = stackOf('UPDATE_COMPLETE', allowed());

  await at.run({ sender: 'new@example.com', yes: true }, noChange);

  expect(settings()).toBe(withNew);
});
