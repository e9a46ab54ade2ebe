import type { Command } from 'commander';
import type { PostSettings } from '../../../shared/adapters/webhook-http.ts';
import { type Delivery, sendTestEvent } from '../../../shared/manage/webhooks/send-event.ts';
import { addWebhook } from '../../../shared/manage/webhooks/webhooks.ts';
import type { Deployment } from '../../connection/deployment.ts';
import { inAccount } from '../../connection/session.ts';
import { accountOption, collect, nextCommand, subcommand } from '../../terminal/options.ts';
import { fields } from '../../terminal/result.ts';
import { deliveryText, knownSentence, typesText } from './webhook-text.ts';

interface AddOptions {
  type?: string[];
  test?: true;
}

/** `webhook add`: only this command and `webhook rotate` print the secret of a webhook. */
export function addAdd(webhook: Command): void {
  subcommand(webhook, 'add', {
    about:
      "send an account's events to an address; its secret is shown once, and a test event is sent",
    example:
      'webhook add https://example.com/hooks --account acc_0a1B2c3D4e5F6g7H --type message.bounced --type message.complained',
  })
    .argument('<url>', 'the address: https, and on the internet; in a local run also this machine')
    .option(
      '--type <type>',
      'only events of this type, such as message.bounced; repeatable; default: all types',
      collect,
    )
    .option('--test', 'also the events of test keys, which it does not get otherwise')
    .option(...accountOption)
    .action((url: string, { type: types, test }: AddOptions, command: Command) =>
      inAccount(command, 'Adding the webhook', async (session) => {
        const { accountId, progress, deployment } = session;
        const { sendsEvents } = deployment;
        const ports = { ...session.ports, sendsEvents, post: postSettings(deployment) };
        const { secret, ...added } = await addWebhook(ports, accountId, { url, types, test });
        const { id } = added;
        progress('Sending a test event');
        const delivery = await sendTestEvent(ports, accountId, id);
        const shown = fields([
          ['webhook', id],
          ['address', added.url],
          ['events', typesText(added)],
          ['secret', secret],
        ]);
        const sentences = [
          'The secret is shown only this once: store it now.',
          testSentence(delivery),
          knownSentence,
        ];
        return {
          json: { id, url: added.url, types: added.types, secret, test: added.test, delivery },
          text: `${shown}\n\n${sentences.join('\n')}`,
          note:
            delivery.error === null
              ? undefined
              : `The receiver may not know the secret yet. When it does, try it with: ${nextCommand(command, `webhook test ${id}`)}`,
        };
      }),
    );
}

/** `webhook test`: sends a test event. Exit code 1 if the receiver does not accept it. */
export function addTest(webhook: Command): void {
  subcommand(webhook, 'test', {
    about: 'send a test event to a webhook; exit code 1 if its receiver does not accept it',
    example: 'webhook test wh_0a1B2c3D4e5F6g7H',
  })
    .argument('<webhook>', "the webhook's id")
    .option(...accountOption)
    .action((id: string, _: object, command: Command) =>
      inAccount(command, 'Sending a test event', async ({ ports, deployment, accountId }) => {
        const sending = { ...ports, post: postSettings(deployment) };
        const delivery = await sendTestEvent(sending, accountId, id);
        return {
          json: delivery,
          text: testSentence(delivery),
          exitCode: delivery.error === null ? 0 : 1,
        };
      }),
    );
}

const testSentence = (delivery: Delivery) => `The test event was ${deliveryText(delivery)}.`;

/** Where the CLI itself may send events. As for the deployment, only a local run may send them to this machine. */
export function postSettings({ endpoints }: Deployment): PostSettings {
  return { loopback: endpoints.dynamodb !== undefined };
}
