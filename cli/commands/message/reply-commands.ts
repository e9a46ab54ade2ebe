import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import * as z from 'zod/mini';
import { readReply } from '../../../shared/adapters/tables/replies-table.ts';
import { ManageError } from '../../../shared/manage/manage-error.ts';
import { isMessageId } from '../../../shared/message/message-id.ts';
import { objectsOf } from '../../connection/connect.ts';
import { inAccount, inSession } from '../../connection/session.ts';
import { writeNewFile } from '../../files/new-file.ts';
import { accountOption, collect, subcommand } from '../../terminal/options.ts';

export function addReplyCommands(message: Command): void {
  addReply(message);
  addReceive(message);
}

const noReplies = 'This deployment receives no replies: set "replies" in its settings and deploy';

function addReply(message: Command): void {
  subcommand(message, 'reply', {
    about: 'write the whole mail of a reply into a file, while S3 keeps it',
    example: 'message reply 01KQHFP6800000000000000001 --eml reply.eml',
  })
    .argument('<reply>', 'the id of the reply, which message show prints')
    .requiredOption('--eml <file>', 'the new file')
    .option(...accountOption)
    .action((id: string, { eml }: { eml: string }, command: Command) =>
      inAccount(command, 'Reading the mail', async ({ ports, accountId, deployment }) => {
        const { replies } = deployment;
        if (replies === undefined) throw new ManageError(noReplies);
        const reply = isMessageId(id) ? await readReply(ports.messages, accountId, id) : null;
        if (reply === null) {
          throw new ManageError(`Account ${accountId} has no reply ${id}`, [], { code: 'unknown' });
        }
        if (reply.mailKey === null) throw new ManageError('This reply has no mail');
        const mail = await objectsOf(deployment, replies.bucket).get(reply.mailKey);
        if (mail === null) {
          throw new ManageError(`The mail was deleted after ${replies.keepMailsDays} days`);
        }
        await writeNewFile(eml, mail);
        return { json: { replyId: id, file: eml, bytes: mail.length }, text: `Wrote ${eml}` };
      }),
    );
}

interface ReceiveOptions {
  to: string[];
  from?: string;
  verdict: string[];
}

const answer = z.object({ messageId: z.optional(z.string()), message: z.optional(z.string()) });

function addReceive(message: Command): void {
  subcommand(message, 'receive', {
    about: 'give the local run a mail as if SES had received it',
    example: 'message receive reply.eml --verdict spam=FAIL',
  })
    .argument('<file>', 'the mail, as a mail program saves it (.eml)')
    .option(
      '--to <address>',
      "a recipient; repeatable; default: those of the mail's To",
      collect,
      [],
    )
    .option('--from <address>', 'the sender; an empty text for a bounce; default: its Return-Path')
    .option(
      '--verdict <what=verdict>',
      'what SES finds, such as spam=FAIL; repeatable',
      collect,
      [],
    )
    .action((file: string, { to, from, verdict }: ReceiveOptions, command: Command) =>
      inSession(command, 'Giving the mail', async ({ deployment }) => {
        const { inboxUrl } = deployment;
        if (inboxUrl === undefined) {
          throw new ManageError('Only a local run with its own inbox takes mails this way');
        }
        const params = new URLSearchParams();
        for (const address of to) params.append('to', address);
        if (from !== undefined) params.set('from', from);
        for (const each of verdict) {
          const [what = '', found = ''] = each.split('=');
          params.set(what, found);
        }
        const body = new Uint8Array(await readMail(file));
        const inbox = new URL(`/receive?${params}`, inboxUrl);
        const response = await fetch(inbox, { method: 'POST', body });
        const told = answer.parse(await response.json());
        if (!response.ok)
          throw new ManageError(told.message ?? `The inbox answered ${response.status}`);
        return { json: { messageId: told.messageId }, text: `Received as ${told.messageId}` };
      }),
    );
}

async function readMail(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (cause) {
    throw new ManageError(`${path} cannot be read`, [], { cause });
  }
}
