import { expect, test } from '../../jest.ts';
import { openAccount } from '../harness/account.ts';
import { flowOf, provider, sender, template } from '../harness/flow.ts';
import { mailOf } from '../harness/inbox.ts';
import { executeDraft } from '../harness/trial.ts';

const account = await openAccount();

const sending = (fields = {}) => flowOf(template, provider(fields));
const draft = { html: '<h1>Title</h1><p>Hi</p>', flow: sending() };
const _to = 'ada@good.example';

const sent = {
  status: 200,
  body: { success: true, type: 'sent', messageId: expect.stringMatching(/^.+$/) },
};

const plainMail = {
  from: sender,
  replyTo: [],
  destination: { to: [_to], cc: [], bcc: [] },
  subject: 'Hello',
  body: { html: draft.html, text: 'Title\n\nHi' },
  attachments: [],
};

test('the outcome sent has only the message id of SES, another for each mail, and the mail is in the inbox with HTML and text', async () => {
  const first = await executeDraft(account, draft, { _to });
  const second = await executeDraft(account, draft, { _to });

  expect([first, second]).toEqual([sent, sent]);
  expect(first).not.toEqual(second);
  expect(await mailOf(first)).toEqual(plainMail);
});

test('a mail arrives with its subject, HTML and text to the byte, in UTF-8', async () => {
  const html = '<!doctype html>\r\n<p>{{name}} – 名前\t😀 &nbsp;</p>\n\n<p>.\n.</p>';
  const text = '{{name}}\r\n.\n\n\t名前 😀  \n';
  const written = { subject: '{{name}}: 名前 😀 =?UTF-8?Q?x?=', html, text, flow: sending() };

  const answer = await executeDraft(account, written, { variables: { name: '<Zoë>' }, _to });

  expect(await mailOf(answer)).toEqual({
    ...plainMail,
    subject: '<Zoë>: 名前 😀 =?UTF-8?Q?x?=',
    body: {
      html: html.replace('{{name}}', '&lt;Zoë&gt;'),
      text: text.replace('{{name}}', '<Zoë>'),
    },
  });
});

test('a mail has the subject of _subject if the request has one', async () => {
  const answer = await executeDraft(account, draft, { _to, _subject: '{{x}}\r\nBcc: b@c.de' });

  expect(await mailOf(answer)).toEqual({ ...plainMail, subject: '{{x}} Bcc: b@c.de' });
});

test("a mail has the node's reply address, which _replyTo replaces", async () => {
  const withReplyTo = { ...draft, flow: sending({ replyTo: 'Team <team@sender.example>' }) };

  const answers = [
    await executeDraft(account, withReplyTo, { _to, _replyTo: '' }),
    await executeDraft(account, withReplyTo, { _to, _replyTo: 'me@b.example' }),
    await executeDraft(account, draft, { _to, _replyTo: 'Me <me@b.example>' }),
  ];

  const mails = await Promise.all(answers.map(mailOf));
  expect(mails.map(({ replyTo }) => replyTo)).toEqual([
    ['Team <team@sender.example>'],
    ['me@b.example'],
    ['Me <me@b.example>'],
  ]);
});

test('a mail goes to everybody in _cc and _bcc, and once to an address that is named twice', async () => {
  const answer = await executeDraft(account, draft, {
    _to,
    _cc: `b@good.example, "C, Carl" <c@good.example>,ADA <${_to}>`,
    _bcc: 'd@good.example,b@GOOD.example,e@x.example',
  });

  expect(await mailOf(answer)).toEqual({
    ...plainMail,
    destination: {
      to: [_to],
      cc: ['b@good.example', '"C, Carl" <c@good.example>'],
      bcc: ['d@good.example', 'e@x.example'],
    },
  });
});

/** RFC 2047 §4.1. */
const word = (text: string) => `=?UTF-8?B?${Buffer.from(text).toString('base64')}?=`;

test.each([
  ['quotes are added', 'J. Doe <j@good.example>', '"J. Doe" <j@good.example>'],
  ['not ASCII: words', 'Zoë <zoe@good.example>', `${word('Zoë')} <zoe@good.example>`],
  ['A-labels', 'Ada.L+x@München.Example', 'Ada.L+x@xn--mnchen-3ya.example'],
])("SES gets the recipient's name and domain: %s", async (_, address, asSent) => {
  const flow = sending({ from: address, replyTo: address });

  const answer = await executeDraft(account, { ...draft, flow }, { _to: address });

  expect(await mailOf(answer)).toEqual({
    ...plainMail,
    ...{ from: asSent, replyTo: [asSent], destination: { to: [asSent], cc: [], bcc: [] } },
  });
});
