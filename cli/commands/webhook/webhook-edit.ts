import type { Command } from 'commander';
import { editWebhook } from '../../../shared/manage/webhooks/webhooks.ts';
import { inAccount } from '../../connection/session.ts';
import { accountOption, collect, subcommand } from '../../terminal/options.ts';
import { fields } from '../../terminal/result.ts';
import { postSettings } from './webhook-add.ts';
import { knownSentence, webhookFields, webhookJson } from './webhook-text.ts';

interface EditOptions {
  url?: string;
  type?: string[];
  allTypes?: true;
  test?: boolean;
}

/** `webhook edit`: the id and the secret stay. */
export function addEdit(webhook: Command): void {
  subcommand(webhook, 'edit', {
    about: 'change the address or the events of a webhook; its id and its secret stay',
    example: 'webhook edit wh_0a1B2c3D4e5F6g7H --url https://example.com/hooks/mail',
  })
    .argument('<webhook>', "the webhook's id")
    .option('--url <url>', 'the new address')
    .option(
      '--type <type>',
      'only events of this type instead of the present ones; repeatable',
      collect,
    )
    .option('--all-types', 'events of all types')
    .option('--test', 'also the events of test keys')
    .option('--no-test', 'no events of test keys')
    .option(...accountOption)
    .action((id: string, { url, type, allTypes, test }: EditOptions, command: Command) => {
      const types = allTypes ? null : type;
      if (allTypes && type) command.error('error: --type and --all-types exclude each other');
      if (url === undefined && types === undefined && test === undefined) {
        command.error('error: name a change: --url, --type, --all-types, --test or --no-test');
      }
      return inAccount(command, 'Changing the webhook', async (session) => {
        const ports = { ...session.ports, post: postSettings(session.deployment) };
        const edited = await editWebhook(ports, session.accountId, id, { url, types, test });
        return {
          json: webhookJson(edited),
          text: `${fields(webhookFields(edited))}\n\n${knownSentence}`,
        };
      });
    });
}
