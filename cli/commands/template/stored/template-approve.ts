import type { Command } from 'commander';
import { whoOf } from '../../../../shared/adapters/tables/trail-table.ts';
import { replayWords } from '../../../../shared/engine/trail-actions.ts';
import { replayCounts } from '../../../../shared/manage/replay/draft-replay.ts';
import { approveDraft, draftHash } from '../../../../shared/manage/templates/drafts/approval.ts';
import { planPublish } from '../../../../shared/manage/templates/drafts/publish-drafts.ts';
import { inAccount } from '../../../connection/session.ts';
import { accountOption, subcommand } from '../../../terminal/options.ts';
import { isConfirmed } from './template-drafts.ts';

/** How long the replay of kept mails may take, in milliseconds. */
const replayMs = 30_000;

export function addApprove(template: Command): void {
  subcommand(template, 'approve', {
    about: 'approve the draft of a template that another person saved, with exactly its content',
    example: 'template approve welcome',
  })
    .argument('<template>', "the template's id")
    .option(...accountOption)
    .option('--hash <hash>', 'the content that you looked at; another one is refused')
    .option('--yes', 'do not ask')
    .action((id: string, _: object, command: Command) => approve(id, command));
}

function approve(id: string, command: Command): Promise<void> {
  const { hash }: { hash?: string } = command.opts();
  if (hash !== undefined && !/^[0-9a-f]{64}$/.test(hash)) {
    command.error('error: --hash must be 64 hexadecimal digits');
  }
  return inAccount(command, 'Reading the draft', async (session) => {
    const { ports, accountId, deployment, progress } = session;
    const plan = await planPublish(ports, accountId, [id], { force: true });
    const [stored] = plan.drafts;
    if (!stored) throw new Error('A plan of one draft has no draft');
    const { revision } = stored.draft;
    if (!(await isConfirmed(session, command, plan, 'Approve'))) {
      return { json: { id, approved: false }, text: 'Nothing was approved.', exitCode: 1 };
    }
    progress('Making kept mails again');
    const { senders } = deployment;
    const who = await whoOf(ports.trail, { accountId });
    const approved = await approveDraft(ports, accountId, id, {
      by: { id: who.id, name: who.name ?? '' },
      hash: hash ?? draftHash(stored),
      replay: () => replayCounts(ports, accountId, id, { withinMs: replayMs, senders }),
    });
    const given = approved.draft.approvals ?? [];
    const replay = given.at(-1)?.replay ?? null;
    const text = `Draft ${revision} of ${id} is approved${replay?.mails ? `: ${replayWords(replay)}` : ''}.`;
    return {
      json: { id, draft: revision, hash: draftHash(approved), approved: true, replay },
      text,
    };
  });
}
