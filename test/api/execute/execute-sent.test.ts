import { describe, expect, test } from '../../jest.ts';
import { openAccount } from '../harness/account.ts';
import { flowOf, provider, sender, template } from '../harness/flow.ts';
import { mailOf } from '../harness/inbox.ts';
import { executeDraft } from '../harness/trial.ts';

const account = await openAccount();

const sending = (fields = {}) => flowOf(template, provider(fields));

const sent = { status: 200, body: { success: true, type: 'sent', messageId: anyText() } };

function anyText() {
  return expect.stringMatching(/^.+$/);
}

/** What arrives where nothing is special. */
const plainMail = {
  from: sender,
  replyTo: [],
  destination: { to: ['ada@good.example'], cc: [], bcc: [] },
  subject: 'Hello',
  body: { html: '<p>Hi</p>', text: 'Hi' },
  attachments: [],
};

const draft = { html: '<p>Hi</p>', flow: sending() };
const _to = 'ada@good.example';

describe('the outcome sent', () => {
  test('the outcome sent has only the message id of SES, and the mail is in the inbox', async () => {
    const answer = await executeDraft(account, draft, { _to });

    expect(answer).toEqual(sent);
    expect(await mailOf(answer)).toEqual(plainMail);
  });

  test('each mail has its own message id, even if the requests are equal', async () => {
    const first = await executeDraft(account, draft, { _to });
    const second = await executeDraft(account, draft, { _to });

    expect([first, second]).toEqual([sent, sent]);
    expect(first).not.toEqual(second);
  });
});

describe('a mail that arrives', () => {
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

  test('a mail has HTML and text, even if the template has only HTML', async () => {
    const html = '<h1>Title</h1><p>One</p>';

    const answer = await executeDraft(account, { ...draft, html }, { _to });

    expect(await mailOf(answer)).toEqual({ ...plainMail, body: { html, text: 'Title\n\nOne' } });
  });

  test('a mail has the subject of _subject if the request has one', async () => {
    const answer = await executeDraft(account, draft, { _to, _subject: '{{x}}\r\nBcc: b@c.de' });

    expect(await mailOf(answer)).toEqual({ ...plainMail, subject: '{{x}} Bcc: b@c.de' });
  });

  test("a mail has the node's reply address, which _replyTo replaces", async () => {
    const flow = sending({ replyTo: 'Team <team@sender.example>' });

    const ofNode = await executeDraft(account, { ...draft, flow }, { _to });
    const empty = await executeDraft(account, { ...draft, flow }, { _to, _replyTo: '' });
    const given = await executeDraft(
      account,
      { ...draft, flow },
      { _to, _replyTo: 'me@b.example' },
    );
    const added = await executeDraft(account, draft, { _to, _replyTo: 'Me <me@b.example>' });

    expect(await Promise.all([ofNode, empty, given, added].map(mailOf))).toEqual([
      { ...plainMail, replyTo: ['Team <team@sender.example>'] },
      { ...plainMail, replyTo: ['Team <team@sender.example>'] },
      { ...plainMail, replyTo: ['me@b.example'] },
      { ...plainMail, replyTo: ['Me <me@b.example>'] },
    ]);
  });

  test('a mail goes to everybody in _cc and _bcc', async () => {
    const answer = await executeDraft(account, draft, {
      ...{
        _to,
        _cc: 'b@good.example, "C, Carl" <c@good.example>',
        _bcc: 'd@good.example,e@x.example',
      },
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

  test('a mail goes only once to an address that is named twice', async () => {
    const request = {
      _to,
      _cc: `b@good.example,ADA <${_to}>`,
      _bcc: 'b@GOOD.example, c@good.example',
    };

    const answer = await executeDraft(account, draft, request);

    expect(await mailOf(answer)).toEqual({
      ...plainMail,
      destination: { to: [_to], cc: ['b@good.example'], bcc: ['c@good.example'] },
    });
  });
});

describe('names and domains in the request to SES', () => {
  /** RFC 2047 §4.1. */
  const word = (text: string) => `=?UTF-8?B?${Buffer.from(text).toString('base64')}?=`;

  const written: [string, string, string][] = [
    ['a plain name stays', 'Ada Lovelace <ada@good.example>', 'Ada Lovelace <ada@good.example>'],
    ['no name', '<ada@good.example>', 'ada@good.example'],
    ['quotes that are not needed go', '"Ada" <ada@good.example>', 'Ada <ada@good.example>'],
    ['quotes that are needed stay', '"L, A" <ada@good.example>', '"L, A" <ada@good.example>'],
    ['quotes are added', 'J. Doe <j@good.example>', '"J. Doe" <j@good.example>'],
    ['quotes within', '"a \\"b\\" c" <a@good.example>', '"a \\"b\\" c" <a@good.example>'],
    ['not ASCII: words', 'Zoë <zoe@good.example>', `${word('Zoë')} <zoe@good.example>`],
    ['like a word', '=?x?= <x@good.example>', `${word('=?x?=')} <x@good.example>`],
    ['A-labels', 'a@München.Example', 'a@xn--mnchen-3ya.example'],
    ['the case of the local part', 'Ada.L+x@GOOD.example', 'Ada.L+x@good.example'],
    ['a quoted local part', '"a b"@good.example', '"a b"@good.example'],
    [
      'white space around',
      '  Ada  < ada@good.example >'.replace(/< (.*) >/, '<$1> '),
      'Ada <ada@good.example>',
    ],
  ];

  test.each(written)("SES gets the recipient's name and domain: %s", async (_, address, asSent) => {
    const flow = sending({ from: address, replyTo: address });

    const answer = await executeDraft(account, { ...draft, flow }, { _to: address });

    expect(await mailOf(answer)).toEqual({
      ...plainMail,
      from: asSent,
      replyTo: [asSent],
      destination: { to: [asSent], cc: [], bcc: [] },
    });
  });
});
