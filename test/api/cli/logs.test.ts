import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '../../jest.ts';
import { openAccount } from '../harness/account.ts';
import { callRaw } from '../harness/call.ts';
import { dataFolder } from '../harness/deployment.ts';
import { emailDomain, flowOf, provider, template } from '../harness/flow.ts';

const account = await openAccount();
await account.save(
  { id: 'logged', html: '<p>{{value}}</p>' },
  { id: 'sending', html: '<p>{{value}}</p>', flow: flowOf(emailDomain(), template, provider()) },
);
const { key } = account;

/** Words that occur nowhere else, so that the logs can be searched for them. */
const value = 'VALUE-OF-A-VARIABLE';
const name = 'NAME-OF-A-VARIABLE';
const address = 'address-in-a-request';
const subject = 'SUBJECT-IN-A-REQUEST';
const typo = 'pr_TypoInASecretThatSomebodySentUs0000000';

const logs = () => readdirSync(join(dataFolder, 'logs')).filter((file) => file.endsWith('.log'));
const textOf = (file: string) => readFileSync(join(dataFolder, 'logs', file), 'utf8');

const bodies: [string, object][] = [
  ['/v1/render', { template_id: 'logged', variables: { value } }],
  ['/v1/render', { template_id: 'logged', variables: { value: [value], [name]: value } }],
  ['/v1/render', { template_id: 'logged', variables: { [name]: value } }],
  ['/v1/render', { template_id: value, variables: {} }],
  ['/v1/execute', { templateId: 'logged', variables: { value }, _subject: subject }],
  ['/v1/execute', { templateId: 'sending', variables: { value }, _to: `${address}@good.example` }],
  ['/v1/execute', { templateId: 'sending', variables: { value }, _to: address, _cc: address }],
  ['/v1/execute', { templateId: 'sending', variables: {}, _to: `${address}@servfail.example` }],
  ['/v1/execute', { templateId: 'logged', variables: {}, [`_${value}`]: address }],
  ['/v1/verify', { email: `${address}@good.example` }],
  ['/v1/verify', { email: `${address}@servfail.example` }],
  ['/v1/verify', { email: `${address}@@` }],
];

describe('the log of a function', () => {
  test('the log of a function has the request id of each answer in exactly one line, with its status', async () => {
    const answers = await Promise.all(bodies.map(([path, body]) => callRaw(path, { key, body })));

    const lines = logs()
      .flatMap((file) => textOf(file).split('\n'))
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line));
    const found = answers.map(({ headers }) =>
      lines.filter(({ requestId }) => requestId === headers['x-request-id']),
    );
    expect(found).toEqual(
      answers.map(({ status }, at) => [
        expect.objectContaining({
          ...{ status, accountId: account.accountId, keyId: account.keyId },
          endpoint: bodies[at]?.[0].replace('/v1/', ''),
        }),
      ]),
    );
  });

  test('the log of a function has no secret, no address and no value of a variable in it', async () => {
    await Promise.all([
      ...bodies.map(([path, body]) => callRaw(path, { key, body })),
      ...[typo, 'x'].map((wrong) => callRaw('/v1/render', { key: wrong, body: {} })),
      callRaw('/v1/render', { key, raw: `{"variables": {"value": "${value}", "${address}` }),
      callRaw(`/v1/${value}?email=${address}`, { key }),
    ]);

    const text = logs().map(textOf).join('\n');
    const leaks = [key, typo, value, name, address, subject].filter((word) => text.includes(word));
    expect(text.length).toBeGreaterThan(1000);
    expect(leaks).toEqual([]);
    expect(text.match(/pr_[0-9A-Za-z]{36}/g)).toBeNull();
    expect(text.match(/[\w.+-]+@[\w-]+\.example/g)).toBeNull();
  });

  test('the log of a function has the cause of an answer with 500', async () => {
    const body = { email: `${address}@servfail.example` };
    const { headers } = await callRaw('/v1/verify', { key, body });

    const line = textOf('Verify.log')
      .split('\n')
      .find((each) => each.includes(String(headers['x-request-id'])));

    expect(JSON.parse(line ?? '{}')).toMatchObject({
      level: 'error',
      status: 500,
      causes: [expect.stringContaining('Domain lookup failed')],
    });
  });
});
