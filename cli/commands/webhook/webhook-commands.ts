import type { Command } from 'commander';
import { listWebhookFailures } from '../../../shared/manage/webhooks/webhook-failures.ts';
import {
  deleteWebhook,
  listWebhooks,
  pauseWebhook,
  resumeWebhook,
  rotateWebhook,
  showWebhook,
} from '../../../shared/manage/webhooks/webhooks.ts';
import { inAccount } from '../../connection/session.ts';
import { localTime } from '../../terminal/local-time.ts';
import { accountOption, nextCommand, pageLimit, subcommand } from '../../terminal/options.ts';
import { fields } from '../../terminal/result.ts';
import { addAdd, addTest } from './webhook-add.ts';
import { addEdit } from './webhook-edit.ts';
import { addResend } from './webhook-resend.ts';
import {
  failureTable,
  knownSentence,
  webhookFields,
  webhookJson,
  webhookTable,
} from './webhook-text.ts';

export function addWebhookCommands(program: Command): void {
  const webhook = program
    .command('webhook')
    .description('manage webhooks: addresses that get signed events about mails');
  addAdd(webhook);
  addList(webhook);
  addShow(webhook);
  addTest(webhook);
  addEdit(webhook);
  addRotate(webhook);
  addPause(webhook);
  addResume(webhook);
  addDelete(webhook);
  addFailures(webhook);
  addResend(webhook);
}

const example = 'wh_0a1B2c3D4e5F6g7H';

function commandOfOne(webhook: Command, name: string, about: string): Command {
  return subcommand(webhook, name, { about, example: `webhook ${name} ${example}` })
    .argument('<webhook>', "the webhook's id")
    .option(...accountOption);
}

function addList(webhook: Command): void {
  subcommand(webhook, 'list', {
    about: 'list the webhooks of an account',
    example: 'webhook list --account acc_0a1B2c3D4e5F6g7H',
  })
    .option(...accountOption)
    .action((_: object, command: Command) =>
      inAccount(command, 'Reading the webhooks', async ({ ports, accountId }) => {
        const webhooks = await listWebhooks(ports, accountId);
        return { json: { webhooks: webhooks.map(webhookJson) }, text: webhookTable(webhooks) };
      }),
    );
}

const shownFailures = 20;

function addShow(webhook: Command): void {
  commandOfOne(
    webhook,
    'show',
    'show a webhook, its state, and the newest events that it did not accept',
  ).action((id: string, _: object, command: Command) =>
    inAccount(command, 'Reading the webhook', async ({ ports, accountId }) => {
      const found = await showWebhook(ports, accountId, id);
      const of = { webhookId: id };
      const notAccepted = await listWebhookFailures(ports, accountId, of, shownFailures);
      const text = fields(webhookFields(found));
      return {
        json: { ...webhookJson(found), notAccepted },
        text: notAccepted.length > 0 ? `${text}\n\n${failureTable(notAccepted)}` : text,
      };
    }),
  );
}

function addRotate(webhook: Command): void {
  commandOfOne(
    webhook,
    'rotate',
    'give a webhook a new secret, which is shown once; the old one also signs for 24 hours more',
  ).action((id: string, _: object, command: Command) =>
    inAccount(command, 'Making a secret', async ({ ports, accountId }) => {
      const rotated = await rotateWebhook(ports, accountId, id);
      const { secret, oldUntil } = rotated;
      const sentences = [
        'The secret is shown only this once: store it now.',
        `The old secret also signs until ${localTime(oldUntil)}.`,
        knownSentence,
      ];
      return {
        json: { ...webhookJson(rotated), secret, oldUntil },
        text: `${fields([['webhook', id] as const, ['secret', secret] as const])}\n\n${sentences.join('\n')}`,
      };
    }),
  );
}

function addPause(webhook: Command): void {
  commandOfOne(
    webhook,
    'pause',
    'stop sending events to a webhook; those that wait for it are dropped',
  ).action((id: string, _: object, command: Command) =>
    inAccount(command, 'Pausing the webhook', async ({ ports, accountId }) => {
      const paused = await pauseWebhook(ports, accountId, id);
      return { json: webhookJson(paused), text: `Webhook ${id} is paused. ${knownSentence}` };
    }),
  );
}

function addResume(webhook: Command): void {
  commandOfOne(
    webhook,
    'resume',
    'send events to a paused webhook again; it does not get those that it missed',
  ).action((id: string, _: object, command: Command) =>
    inAccount(command, 'Resuming the webhook', async ({ ports, accountId }) => {
      const resumed = await resumeWebhook(ports, accountId, id);
      return {
        json: webhookJson(resumed),
        text: `Webhook ${id} is active. ${knownSentence}`,
        note: `It gets new events. What it missed is not sent by itself; this sends the events of the last four days:\n${nextCommand(command, `webhook resend --since 4d --webhook ${id}`)}`,
      };
    }),
  );
}

function addDelete(webhook: Command): void {
  commandOfOne(webhook, 'delete', 'delete a webhook; events that wait for it are dropped').action(
    (id: string, _: object, command: Command) =>
      inAccount(command, 'Deleting the webhook', async ({ ports, accountId }) => {
        const deleted = await deleteWebhook(ports, accountId, id);
        return { json: webhookJson(deleted), text: `Webhook ${id} is deleted. ${knownSentence}` };
      }),
  );
}

function addFailures(webhook: Command): void {
  subcommand(webhook, 'failures', {
    about:
      'list the events that webhooks have not accepted so far, of the last 7 days, those of the newest messages first',
    example: `webhook failures ${example}`,
  })
    .argument('[webhook]', "only those of this webhook: the webhook's id")
    .option('--limit <number>', 'how many to list, 1 to 100; default: 100')
    .option(...accountOption)
    .action((webhookId: string | undefined, options: { limit?: string }, command: Command) => {
      const limit = pageLimit(options.limit, command) ?? 100;
      return inAccount(command, 'Reading the failures', async ({ ports, accountId }) => {
        const failures = await listWebhookFailures(ports, accountId, { webhookId }, limit);
        return { json: { failures }, text: failureTable(failures) };
      });
    });
}
