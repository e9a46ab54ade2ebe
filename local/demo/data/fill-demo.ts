import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withSender } from '../../../cli/folders/flow-sender.ts';
import { alone } from '../../../shared/adapters/tables/change.ts';
import { keepCopy } from '../../../shared/adapters/tables/copies-table.ts';
import { beginMessage } from '../../../shared/adapters/tables/messages-table-writes.ts';
import { suppress } from '../../../shared/adapters/tables/suppression-table.ts';
import { readHeadOrTombstone } from '../../../shared/adapters/tables/templates-table.ts';
import { cancelScheduled } from '../../../shared/execute/cancel-scheduled.ts';
import { messageDays } from '../../../shared/manage/messages/message-days.ts';
import { inParallel } from '../../../shared/manage/parallel.ts';
import type { ManagePorts } from '../../../shared/manage/ports.ts';
import { addSuppression } from '../../../shared/manage/suppression.ts';
import { saveDrafts } from '../../../shared/manage/templates/drafts/save-drafts.ts';
import { prepareSources } from '../../../shared/manage/templates/prepare-sources.ts';
import { pushTemplates } from '../../../shared/manage/templates/push-templates.ts';
import type { TemplateSource } from '../../../shared/manage/templates/template-source.ts';
import { demoAuthor } from '../demo-templates.ts';
import { fillKeys } from './fill-keys.ts';
import { fillWebhooks } from './fill-webhooks.ts';
import { MailsInMemory } from './mails-in-memory.ts';
import { dayMs, demoDays, planMails } from './plan.ts';
import { keptDays, sendMails } from './send-mails.ts';
import { suppressedByHand } from './shop.ts';
import { shopTemplates } from './shop-templates.ts';

/**
 * Fills the demo account, which was created `demoDays` days ago, with what a shop has after that time. A second call
 * completes an interrupted one. `nowMs`: the end of the last day. `logs`: the folder of the functions' logs.
 */
export async function fillDemo(
  ports: ManagePorts,
  accountId: string,
  { senders, nowMs, logs }: { senders: readonly string[]; nowMs: number; logs: string },
): Promise<void> {
  const ago = (days: number): ManagePorts => ({
    ...ports,
    now: () => new Date(nowMs - days * dayMs),
  });
  await fillTemplates(ago, accountId, senders);
  const keys = await fillKeys(ago, accountId);
  const mails = new MailsInMemory();
  for (const [address, reason] of suppressedByHand) {
    const added = await addSuppression(ago(demoDays - 1), accountId, { address, reason });
    mails.suppressed.set(address, added.suppression);
  }
  await sendMails(planMails(nowMs, demoDays), accountId, keys, mails, ports);
  await write(ports, accountId, mails);
  await fillWebhooks(ago, accountId, [...mails.records.values()], nowMs);
  await writeFile(join(logs, 'demo-data.log'), `${mails.logLines.join('\n')}\n`);
  await messageDays({ ...ports, retentionDays: keptDays }, accountId, demoDays + 1);
}

async function write(ports: ManagePorts, accountId: string, mails: MailsInMemory): Promise<void> {
  const { messages } = ports;
  const records = [...mails.records.values()];
  await inParallel(records, (record) => beginMessage(messages, record), 16);
  await inParallel(mails.copies, ({ record, copy, expiresAt }) =>
    keepCopy(messages, record, copy, expiresAt),
  );
  await inParallel([...mails.suppressed.values()], (one) =>
    suppress(messages, accountId, one, alone),
  );
  for (const { messageId, createdAt } of mails.cancelled) {
    const at = new Date(Date.parse(createdAt) + dayMs / 24).toISOString();
    await cancelScheduled({ accountId, messageId }, at, { messages, forget: null });
  }
}

const [ada, grace] = ['ada@northwind.example', 'grace@northwind.example'];

/** A later save: who made it, why, and the sentence that it added to the mail. */
type Change = readonly [by: string, note: string, sentence: string];

const changes: readonly [days: number, change: Change, ids: readonly string[]][] = [
  [
    41,
    [grace, 'The new address of the shop', 'We have moved to Harbour Street 4 in Lisbon.'],
    ['invoice', 'credit-note'],
  ],
  [
    23,
    [ada, 'Asks for answers', 'You can answer this mail.'],
    ['order-shipped', 'weekly-digest', 'back-in-stock'],
  ],
  [
    9,
    [grace, 'Says when it arrives', 'Parcels arrive within two working days.'],
    ['order-shipped', 'order-confirmation'],
  ],
  [
    1,
    [ada, 'Friendlier', 'Thank you for your patience.'],
    ['password-reset', 'ticket-answered', 'mention'],
  ],
];

const drafts: readonly [id: string, change: Change][] = [
  ['weekly-digest', [ada, 'Waiting for legal', 'This week: winter jackets, and a repair service.']],
  ['invoice', [grace, 'With the new tax number', 'Our tax number is PT 509 442 013.']],
  ['price-drop', [ada, 'Says how long', 'The price holds until Sunday.']],
  ['survey', ['alan@northwind.example', 'Shorter', 'Ten questions, three minutes.']],
];

async function fillTemplates(
  ago: (days: number) => ManagePorts,
  accountId: string,
  senders: readonly string[],
): Promise<void> {
  const sources = shopTemplates(senders).map((one) => ({
    ...one,
    flow: withSender(one.flow, senders),
  }));
  const current = new Map(sources.map((source) => [source.templateId, source]));
  const changed = (id: string, [, , sentence]: Change): TemplateSource[] => {
    const source = current.get(id);
    if (source === undefined) throw new Error(`The demo data have no template ${id}`);
    const html = source.html?.replace('{{> button}}', `<p>${sentence}</p>\n{{> button}}`);
    const next = { ...source, html };
    current.set(id, next);
    return [next];
  };
  const prepared = async (
    ports: ManagePorts,
    revision: number,
    some: readonly TemplateSource[],
  ) => {
    const missing = await inParallel(some, async (source) => {
      const head = await readHeadOrTombstone(ports.templates, accountId, source.templateId);
      return (head?.draft?.revision ?? head?.revision ?? 0) < revision ? [source] : [];
    });
    const { prepared: ready, problems } = await prepareSources(ports, accountId, missing.flat());
    if (problems[0]) throw new Error(`A template of the demo data: ${problems[0].message}`);
    return ready;
  };
  const first = ago(demoDays - 1);
  const author = demoAuthor;
  await pushTemplates(first, accountId, await prepared(first, 1, sources), { author });
  const numbers = new Map<string, number>();
  const nextOf = (id: string) => numbers.set(id, (numbers.get(id) ?? 1) + 1).get(id) ?? 2;
  for (const [days, change, ids] of changes) {
    const [by, note] = change;
    for (const id of ids) {
      const ready = await prepared(ago(days), nextOf(id), changed(id, change));
      await pushTemplates(ago(days), accountId, ready, { author: { by, how: 'dashboard', note } });
    }
  }
  for (const [id, change] of drafts) {
    const [by, note] = change;
    const ready = await prepared(ago(2), nextOf(id), changed(id, change));
    const from = { author: { by, how: 'dashboard', note }, check: () => undefined };
    await saveDrafts(ago(2), accountId, ready, from);
  }
}
