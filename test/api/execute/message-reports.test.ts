import * as payloads from '../../functions/events/payloads.ts';
import { expect, test } from '../../jest.ts';
import { until } from '../../patience.ts';
import { openAccount } from '../harness/account.ts';
import { dataFolder, deployment } from '../harness/deployment.ts';
import { flowOf, provider, template } from '../harness/flow.ts';
import { messageTo } from '../harness/messages.ts';
import { startReports } from '../harness/reports.ts';
import { executeDraft } from '../harness/trial.ts';

const account = await openAccount();
const { report, deadLetters, tagsOf } = await startReports({ deployment, data: dataFolder });
const draft = { html: '<p>Hi</p>', flow: flowOf(template, provider()) };

const seconds = (second: number) => `2030-01-01T10:00:0${second}.000Z`;

async function sent(name: string, more: Record<`_${string}`, string> = {}) {
  const _to = `${name}@reports.example`;
  await executeDraft(account, draft, { _to, ...more });
  const { record } = await messageTo(account, _to);
  const of = (id: string, second: number) => ({
    id: `${record.messageId}-${id}`,
    at: seconds(second),
    tags: tagsOf(record),
    sesMessageId: record.sesMessageId ?? '',
    destination: [_to],
  });
  const bounce = (second: number, type: payloads.Bounce['type'] = 'Permanent', to = _to) => {
    const recipients = [{ emailAddress: to, diagnosticCode: `smtp; 550 in second ${second}` }];
    return payloads.bounce({ type, recipients }, of(`bounce-${second}`, second));
  };
  return {
    _to,
    record,
    of,
    bounce,
    delivery: (second: number) => payloads.delivery([_to], of(`delivery-${second}`, second)),
    complaint: (second: number) =>
      payloads.complaint('abuse', null, of(`complaint-${second}`, second), [_to]),
    rejection: (second: number) => payloads.reject(of(`reject-${second}`, second)),
    isDelivered: () =>
      until(async () => {
        const { recipients } = (await messageTo(account, _to)).record;
        return recipients.every(({ state }) => state === 'DELIVERED');
      }),
    shown: async () => {
      const { record: now, explanation } = await messageTo(account, _to);
      return {
        state: explanation.state,
        sendState: now.state,
        recipients: now.recipients.map(({ address, state, at, reason }) => ({
          ...{ address, state, at, reason },
        })),
      };
    },
  };
}

type Mail = Awaited<ReturnType<typeof sent>>;

const ended = ({ _to }: Mail, state: string, second: number, reason: string | null = null) => ({
  ...{ state, sendState: 'SENT' },
  recipients: [{ address: _to, state, at: seconds(second), reason }],
});

test.each<[string, (mail: Mail) => object, string, string | null]>([
  ['a passing bounce', (mail) => mail.bounce(1, 'Transient'), 'BOUNCED', 'smtp; 550 in second 1'],
  ['a rejection', ({ rejection }) => rejection(1), 'REJECTED', 'Bad content'],
  ['a complaint', ({ complaint }) => complaint(1), 'COMPLAINED', null],
])('a later report outranks a delivery: %s', async (what, event, state, reason) => {
  const mail = await sent(what.replaceAll(' ', '-'));
  await mail.isDelivered();

  const outcome = await report(event(mail));

  expect(outcome).toBe('applied');
  // A rejection has only the time of SES's event, in whole seconds.
  expect(await mail.shown()).toEqual(ended(mail, state, 1, reason));
});

const unknownId = '01J4ZC7Q3N8D2V5K6M9R0T1W2X';

test.each<[string, (mail: Mail) => object]>([
  ['a bounce without its recipients', ({ bounce }) => withDetail(bounce(1), { bounce: {} })],
  ['a message that nobody recorded', ({ bounce }) => withTags(bounce(1))],
])('an event that cannot be applied becomes a dead letter: %s', async (what, eventOf) => {
  const mail = await sent(what.replaceAll(' ', '-'));
  const poison = eventOf(mail);

  const [buried, applied] = await Promise.all([report(poison), report(mail.complaint(2))]);

  expect([buried, applied]).toEqual(['dead letter', 'applied']);
  expect(deadLetters()).toContainEqual(poison);
  expect(await mail.shown()).toEqual(ended(mail, 'COMPLAINED', 2));
});

test.each<[string, object]>([
  ['of an opened mail', { 'detail-type': 'Email Opened' }],
  ['of another service', { source: 'aws.s3' }],
  ['of another configuration set', { detail: { mail: { tags: {} } } }],
])('an event that no rule matches reaches no function: %s', async (what, change) => {
  const mail = await sent(what.replaceAll(' ', '-'));

  const outcome = await report({ ...mail.bounce(1), ...change });

  expect(outcome).toBe('nobody wants it');
});

type Event = ReturnType<Mail['bounce'] | Mail['delivery']>;

function withDetail(event: Event, detail: object) {
  return { ...event, detail: { ...event.detail, ...detail } };
}

function withTags(event: Event) {
  const tags = tagsOf({ accountId: account.accountId, messageId: unknownId });
  const mail = { ...event.detail.mail, tags };
  return { ...event, detail: { ...event.detail, mail } };
}
