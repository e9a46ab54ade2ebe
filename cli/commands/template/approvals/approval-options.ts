import type { Command } from 'commander';
import type { ManagePorts } from '../../../../shared/manage/ports.ts';
import {
  approvalsOf,
  type NeededApprovals,
} from '../../../../shared/manage/templates/drafts/approval.ts';

const maxCharacters = 200;

export const overrideOption = [
  '--override <reason>',
  `serve it without the approval that the account requires, and record why: one line of at most ${maxCharacters} characters`,
] as const;

/** What a push or a publish refuses if the account requires an approval and has none. */
export const needsApproval =
  'The account needs an approval before it serves a change: push with --draft and let somebody else approve it, or give --override "REASON"';

/** The approvals that a command needs: none with a reason, or if the account trusts the CLI. */
export async function neededApprovals(
  ports: Pick<ManagePorts, 'accounts'>,
  accountId: string,
  override: string | undefined,
): Promise<NeededApprovals> {
  const approvals = await approvalsOf(ports, accountId);
  const isFree = approvals.trustCli || override !== undefined;
  return isFree ? { ...approvals, required: 0, override } : approvals;
}

/** The given reason; wrong usage if it is empty, too long, or not on one line. */
export function readOverride(text: string | undefined, command: Command): string | undefined {
  if (text === undefined) return undefined;
  const reason = text.trim();
  if (reason !== '' && [...reason].length <= maxCharacters && !/\p{Cc}/u.test(reason))
    return reason;
  return command.error(`error: --override must be one line of 1 to ${maxCharacters} characters`);
}
