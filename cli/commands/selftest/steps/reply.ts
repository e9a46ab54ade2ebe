import { broken, ok, skipped } from '../../../../shared/manage/doctor/check.ts';
import { showMessage } from '../../../../shared/manage/messages/messages.ts';
import { inShort } from '../context/http.ts';
import { execute, readyToMail, sentId, simulator } from '../context/mail.ts';
import type { SelftestStep } from '../context/step.ts';

export const reply: SelftestStep = {
  code: 'reply',
  asks: 'Whether a mail to the address of a thread comes back through SES and is recorded as a reply',
  async run(context) {
    const { deployment, waits, progress } = context.options;
    if (deployment.replies === undefined) return skipped('The settings have no "replies"');
    const { account, templateId } = await readyToMail(context);
    const thread = { _replyTo: 'thread' };
    const to = simulator('success');
    const first = await execute(context, account, templateId, { to, fields: thread });
    const id = sentId(first);
    if (id === null) return broken(`A mail with a thread got ${inShort(first)}`);
    const { accountId } = account;
    // SES's id is findable a second after SES accepted the mail.
    const record = await context.until(waits.reportMs, async () => {
      const shown = await showMessage(context.ports, accountId, id).catch(() => null);
      return shown?.record ?? null;
    });
    if (!record?.replyTo) return broken('The message has no address for replies');
    const second = await execute(context, account, templateId, { to: record.replyTo });
    if (sentId(second) === null) return broken(`A mail to the thread got ${inShort(second)}`);
    progress('Waiting for the reply');
    const replies = await context.until(waits.reportMs, async () => {
      const shown = await showMessage(context.ports, accountId, record.messageId);
      return shown.replies.length > 0 ? shown.replies : null;
    });
    return replies === null
      ? broken(`No reply to ${record.messageId} is recorded: look at replies-dns of doctor`)
      : ok('A mail to the address of a thread was recorded as a reply');
  },
};
