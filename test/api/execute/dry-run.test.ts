import { expect, test } from '../../jest.ts';
import { openAccount } from '../harness/account.ts';
import { emailDomain, flowOf, provider, required, template } from '../harness/flow.ts';
import { mailsTo } from '../harness/inbox.ts';
import { statesTo } from '../harness/messages.ts';
import { executeDraft } from '../harness/trial.ts';

const account = await openAccount();

const draft = {
  subject: 'Hello {{name}}',
  html: '<p>Hello {{name}}</p>',
  flow: flowOf(emailDomain(), required('name'), template, provider()),
};
const variables = { name: 'Ada & Bob' };

const returned = {
  status: 200,
  body: {
    success: true,
    type: 'callback',
    html: '<p>Hello Ada &amp; Bob</p>',
    text: 'Hello Ada & Bob',
    subject: 'Hello Ada & Bob',
  },
};
const failed = (field: string, error: string) => ({
  status: 200,
  body: { success: false, type: 'validation_failed', error, field },
});

test('a dry run of a flow that sends returns the content, and sends and records nothing', async () => {
  const _to = 'dry@good.example';

  const answer = await executeDraft(account, draft, { variables, _to, _dryRun: true });
  const other = await executeDraft(account, draft, {
    ...{ variables, _to, _subject: 'Other', _dryRun: true },
  });

  expect(answer).toEqual(returned);
  expect(other).toEqual({ ...returned, body: { ...returned.body, subject: 'Other' } });
  expect(await mailsTo(_to)).toEqual([]);
  expect(await statesTo(account, _to)).toEqual([]);
});

test.each<[string, Parameters<typeof executeDraft>[2], ReturnType<typeof failed>]>([
  [
    'a bad copy',
    { variables, _to: 'dry@good.example', _cc: 'x' },
    failed('_cc', 'Address 1 in _cc is not a valid email address: it has no @'),
  ],
  [
    'a domain that takes no mail',
    { variables, _to: 'dry@missing.example' },
    failed('_to', 'The domain of _to does not exist'),
  ],
  [
    'a required field',
    { variables: { name: ' ' }, _to: 'dry@good.example' },
    failed('name', 'Required fields are missing or empty: name'),
  ],
])('a dry run fails as the send would: %s', async (_, request, failure) => {
  const dry = await executeDraft(account, draft, { ...request, _dryRun: true });
  const wet = await executeDraft(account, draft, request);

  expect([dry, wet]).toEqual([failure, failure]);
});

test.each([false, null, ''])('a request with %j is not a dry run', async (_dryRun) => {
  const _to = `wet-${_dryRun}@good.example`;

  const answer = await executeDraft(account, draft, { variables, _to, _dryRun });

  expect(answer).toMatchObject({ status: 200, body: { success: true, type: 'sent' } });
  expect(await mailsTo(_to)).toHaveLength(1);
});
