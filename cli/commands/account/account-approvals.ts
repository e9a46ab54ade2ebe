import { type Command, Option } from 'commander';
import { changeAccount } from '../../../shared/manage/accounts.ts';
import { approvalsOf } from '../../../shared/manage/templates/drafts/approval.ts';
import { inAccount } from '../../connection/session.ts';
import { accountSubcommand } from '../../terminal/options.ts';

interface ApprovalOptions {
  require?: '0' | '1';
  trustCli?: boolean;
}

/** `account approvals`: shows or changes whether a second person approves what is served. */
export function addApprovals(account: Command): void {
  accountSubcommand(account, 'approvals', {
    about: 'show or change whether another person has to approve a draft before it is published',
    example: 'account approvals acc_0a1B2c3D4e5F6g7H --require 1',
  })
    .addOption(
      new Option('--require <number>', 'how many other persons have to approve it').choices([
        '0',
        '1',
      ]),
    )
    .option('--trust-cli', 'let template push, promote and publish serve a change without one')
    .option('--no-trust-cli', 'ask for the approval there too')
    .action((_id: string | undefined, wanted: ApprovalOptions, command: Command) =>
      inAccount(command, 'Reading the account', async ({ ports, accountId }) => {
        const before = await approvalsOf(ports, accountId);
        const { require: number, trustCli = before.trustCli } = wanted;
        const required = number === undefined ? before.required : Number(number);
        const approvals = { required, trustCli };
        await changeAccount(ports, accountId, { approvals });
        return { json: { accountId, approvals }, text: sentenceOf(accountId, approvals) };
      }),
    );
}

function sentenceOf(
  accountId: string,
  { required, trustCli }: { required: number; trustCli: boolean },
) {
  if (required === 0) return `${accountId} serves changes without an approval.`;
  const cli = trustCli ? ' The CLI may push and promote without one.' : '';
  return `${accountId} serves a change only after a person other than its author approved it.${cli}`;
}
