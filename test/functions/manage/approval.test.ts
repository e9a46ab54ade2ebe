import { addUser } from '../../../cli/upkeep/users.ts';
import { writeAccount } from '../../../shared/adapters/tables/accounts-table.ts';
import { alone } from '../../../shared/adapters/tables/change.ts';
import { keepCopy } from '../../../shared/adapters/tables/copies-table.ts';
import { beginMessage } from '../../../shared/adapters/tables/messages-table-writes.ts';
import { newMessageId } from '../../../shared/message/message-id.ts';
import { oneOf, randomFrom } from '../../../trials/harness/random.ts';
import { flowOf, provider, template } from '../../api/harness/flow.ts';
import { beforeEach, describe, expect, test } from '../../jest.ts';
import { messageRecord } from '../../shared/manage/message-records.ts';
import {
  type Answer,
  type Asking,
  accountId,
  ask,
  dashboard,
  problem,
  startDashboardForFile,
  tagOf,
} from './dashboard.ts';

await startDashboardForFile();

const people = ['ann', 'ben', 'cem'] as const;
type Name = (typeof people)[number];

const path = '/templates/welcome/draft';
const flow = flowOf(template, provider({ from: 'zoe@example.com' }));
const content = (html: string) => ({ name: 'Welcome', subject: 'Hi', html, keep: '7d', flow });
const as = (name: Name): Asking => ({ authorizer: { claims: { sub: `${accountId}-${name}` } } });
const hashOf = ({ body }: Answer) => (body as { hash: string }).hash;

const draft = (name: Name) => ask('GET', path, as(name));
const save = (
  name: Name,
  html: string,
  headers: Record<string, string> = { 'If-None-Match': '*' },
) => ask('PUT', path, { ...as(name), headers, body: { ...content(html), from: 1 } });
const approve = (name: Name, of: Answer, hash = hashOf(of)) =>
  ask('POST', `${path}/approve`, { ...as(name), headers: tagOf(of), body: { hash } });
const publish = (name: Name, of: Answer, over: number, override?: string) =>
  ask('POST', `${path}/publish`, { ...as(name), headers: tagOf(of), body: { over, override } });
const served = async () =>
  (await ask('GET', '/templates/welcome')).body as { revision: number; html: string };

beforeEach(async () => {
  const users = { ...dashboard.ports, users: dashboard.tables.users };
  for (const name of people) {
    await addUser(users, { sub: `${accountId}-${name}`, accountId, email: `${name}@example.com` });
  }
  await ask('POST', '/templates', { body: { id: 'welcome', ...content('{{name}} one') } });
  const approvals = { required: 1, trustCli: false };
  await writeAccount(dashboard.tables.accounts, accountId, { approvals }, alone);
});

const needsApproval = (detail: string) =>
  problem(409, 'needs_approval', 'Somebody else has to approve it first', { detail });

describe('an account that requires an approval', () => {
  test('a draft is published after another person approved it, and the history names that person', async () => {
    const saved = await save('ann', 'two');
    const early = await publish('ann', saved, 1);
    const own = await approve('ann', saved);
    const approved = await approve('ben', saved);
    const again = await approve('ben', saved);
    const published = await publish('ann', saved, 1);
    const { body } = await ask('GET', '/templates/welcome/revisions');

    expect(saved.body).toMatchObject({
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      approval: { required: 1, given: [], mayApprove: false, why: 'You saved this draft' },
    });
    expect(early).toEqual(needsApproval('Draft 2 is not approved'));
    const title = 'You saved this draft: somebody else has to approve it';
    expect(own).toEqual(problem(409, 'own_draft', title));
    const given = [{ by: 'ben@example.com', at: expect.any(String), replay: expect.any(Object) }];
    expect(approved).toMatchObject({ status: 200, body: { approval: { given } } });
    expect(again).toEqual(approved);
    expect(published).toMatchObject({ status: 200, body: { revision: 2 } });
    expect(body).toMatchObject({
      items: [{ approvedBy: ['ben@example.com'] }, { approvedBy: [] }],
    });
  });

  test('an approval is of one content: another draft, or another hash, is stale', async () => {
    const first = await save('ann', 'two');
    const other = await approve('ben', first, '0'.repeat(64));
    await approve('ben', first);
    const second = await save('ann', 'three', tagOf(first));
    const late = await approve('ben', first);
    const published = await publish('ann', second, 1);
    const malformed = await approve('ben', second, 'abc');
    const unconditional = await ask('POST', `${path}/approve`, { ...as('ben'), body: {} });

    expect([other.status, late.status, published.status]).toEqual([412, 412, 409]);
    expect(second.body).toMatchObject({ approval: { given: [] } });
    expect(malformed.body).toMatchObject({ errors: [{ pointer: '/hash' }] });
    expect(unconditional.status).toBe(428);
  });

  test('no other request serves a change, but what is served already, and what was served before', async () => {
    const headers = { 'If-Match': '"1"' };
    const put = (html: string, more = {}, ifMatch = headers) =>
      ask('PUT', '/templates/welcome', { headers: ifMatch, body: { ...content(html), ...more } });
    const changed = await put('two');
    const created = await ask('POST', '/templates', { body: { id: 'other', ...content('x') } });
    const same = await put('{{name}} one');
    const saved = await save('ann', 'two');
    await publish('ben', saved, 1, 'mails have a wrong price');
    const lines = dashboard.log();
    const restored = await ask('POST', '/templates/welcome/revisions/1/restore', {
      headers: { 'If-Match': '"2"' },
    });

    const renamed = await put(
      '{{name}} one',
      { name: 'Hello', tags: ['new'] },
      { 'If-Match': '"3"' },
    );

    const refused = needsApproval('Save a draft, and let somebody else approve it');
    expect([changed, created]).toEqual([refused, refused]);
    expect(lines.at(-1)).toMatchObject({ status: 200, override: true });
    expect([same, restored, renamed].map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  test('a replay counts how kept mails would change, for who approves', async () => {
    const sent = async (agoMs: number, variables: Record<string, string>) => {
      const { messages } = dashboard.tables;
      const nowMs = Date.now() - agoMs;
      const place = { accountId, messageId: newMessageId(nowMs) };
      const createdAt = new Date(nowMs).toISOString();
      const times = { createdAt, expiresAt: Math.floor(nowMs / 1000) + 1000 };
      await beginMessage(messages, messageRecord({ ...place, ...times, templateId: 'welcome' }));
      await keepCopy(
        messages,
        place,
        { variables, given: undefined, bodies: null },
        times.expiresAt,
      );
      return place.messageId;
    };
    await sent(3000, { name: 'Ada' });
    const failing = await sent(2000, { name: 'Ada' });
    await sent(1000, { name: 'Ada', plan: 'pro' });
    const saved = await save('ann', '{{name}} one{{#plan}}, with {{plan}}{{/plan}}');
    const broken = await save('ann', '{{name}} one{{plan}}', tagOf(saved));
    const replayed = await ask('POST', `${path}/replay`, as('ben'));
    const approved = await approve('ben', broken);

    const counts = { mails: 3, same: 0, text: 1, html: 0, fail: 2 };
    const first = { messageId: failing, sentence: 'Missing required variables: plan' };
    expect(replayed).toMatchObject({ status: 200, body: { ...counts, first } });
    expect(approved.body).toMatchObject({ approval: { given: [{ replay: counts }] } });
  });
});

/** Steps of three people in a random order: after each, what is served was approved by another person, or overridden. */
test('no order of saves, approvals and publishes serves what only its author wanted', async () => {
  const random = randomFrom('approval');
  const savedBy = new Map<string, Name>();
  const allowed = new Set(['{{name}} one']);
  const drafts: Answer[] = [];
  let published = 0;
  const htmlOf = ({ body }: Answer) => (body as { html: string }).html;
  const steps = {
    save: async (name: Name) => {
      const html = `draft ${savedBy.size}`;
      savedBy.set(html, name);
      const there = await draft(name);
      const saved = await save(name, html, there.status === 200 ? tagOf(there) : undefined);
      if (saved.status === 200) drafts.push(saved);
    },
    approve: async (name: Name, seen: Answer) => {
      const { status } = await approve(name, seen);
      if (status === 200 && savedBy.get(htmlOf(seen)) !== name) allowed.add(htmlOf(seen));
    },
    publish: async (name: Name, seen: Answer) => {
      const { status } = await publish(name, seen, (await served()).revision);
      if (status === 200) published += 1;
    },
    override: async (name: Name, seen: Answer) => {
      if (random() < 0.8) return;
      const { status } = await publish(name, seen, (await served()).revision, 'urgent');
      if (status === 200) allowed.add(htmlOf(seen));
    },
  };
  await steps.save('ann');
  const kinds = ['save', 'approve', 'approve', 'publish', 'publish', 'override'] satisfies [
    keyof typeof steps,
    ...(keyof typeof steps)[],
  ];
  for (let step = 0; step < 250; step++) {
    const name = oneOf(random, people);
    const kind = oneOf(random, kinds);
    const [seen, newest = seen] = drafts.slice(-2);
    if (seen && newest) await steps[kind](name, oneOf(random, [seen, newest, newest]));
    expect(allowed).toContain((await served()).html);
  }
  expect(published).toBeGreaterThan(5);
});
