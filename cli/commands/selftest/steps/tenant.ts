import * as z from 'zod/mini';
import { skipped } from '../../../../shared/manage/doctor/check.ts';
import { pauseAccount, resumeAccount } from '../../../upkeep/pause-account.ts';
import { bodyOf } from '../context/http.ts';
import { execute, firstSender, saveMailTemplate, simulator } from '../context/mail.ts';
import { judged, type SelftestStep } from '../context/step.ts';

const outcome = z.object({ type: z.string() });

/** How long SES may take until a new status of a tenant holds, in milliseconds. */
const statusMs = 60_000;

export const tenant: SelftestStep = {
  code: 'tenant',
  asks: 'Whether SES refuses the mails of a paused account, and sends them after it is resumed',
  async run(context) {
    const { ports } = context;
    if (!ports.tenants) return skipped('Accounts are no tenants of SES: "tenants" is not set');
    const from = await firstSender(context);
    // An account of its own: the other steps send from theirs.
    const account = await context.account('free');
    const { accountId } = account;
    const templateId = await saveMailTemplate(ports, accountId, from);
    const becomes = (type: string) =>
      context.until(statusMs, async () => {
        const sent = await execute(context, account, templateId, { to: simulator('success') });
        return bodyOf(sent, outcome)?.type === type || null;
      });
    const problems: string[] = [];
    if (!(await becomes('sent'))) problems.push('The tenant of a new account does not send');
    await pauseAccount(ports, accountId, 'selftest');
    if (!(await becomes('send_failed'))) problems.push('A paused account still sends');
    await resumeAccount(ports, accountId);
    if (!(await becomes('sent'))) problems.push('A resumed account does not send');
    return judged(problems, 'A paused account was refused, and sent after it was resumed');
  },
};
