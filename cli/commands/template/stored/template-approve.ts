import type { Command } from 'commander';
import { whoOf } from '../../../../shared/adapters/tables/trail-table.ts';
import { replayCounts } from '../../../../shared/manage/replay/draft-replay.ts';
import { approveDraft, draftHash } from '../../../../shared/manage/templates/drafts/approval.ts';
import { planPublish } from '../../../../shared/manage/templates/drafts/publish-drafts.ts';
import { inAccount } from '../../../connection/session.ts';
import { confirmed, print } from '../../../terminal/dialog.ts';
import { accountOption, subcommand } from '../../../terminal/options.ts';
import { diffTemplates } from '../compare/diff-templates.ts';
import { diffText } from '../compare/diff-text.ts';

interface ApproveOptions {
  hash?: string;
  yes?: boolean;
  json?: boolean;
}

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
  const { hash, yes = false, json = false }: ApproveOptions = command.optsWithGlobals();
  if (hash !== undefined && !/^[0-9a-f]{64}$/.test(hash)) {
    command.error('error: --hash must be 64 hexadecimal digits');
  }
  return inAccount(command, 'Reading the draft', async (session) => {
    const { ports, accountId, deployment, ...terminal } = session;
    const plan = await planPublish(ports, accountId, [id], { force: true });
    const [stored] = plan.drafts;
    if (!stored) throw new Error('A plan of one draft has no draft');
    const { draft } = stored;
    const diffs = await diffTemplates(ports, accountId, plan.prepared);
    terminal.pause();
    if (!json) print(diffText(diffs, () => `draft ${draft.revision}`));
    const question = `Approve draft ${draft.revision} of ${id}?`;
    if (!(await confirmed(terminal, command, { yes, question, what: 'approve this' }))) {
      return { json: { id, approved: false }, text: 'Nothing was approved.', exitCode: 1 };
    }
    terminal.progress('Making kept mails again');
    const { senders } = deployment;
    const who = await whoOf(ports.trail, { accountId });
    const approved = await approveDraft(ports, accountId, id, {
      by: { id: who.id, name: who.name ?? '' },
      hash: hash ?? draftHash(stored),
      replay: () => replayCounts(ports, accountId, id, { withinMs: replayMs, senders }),
    });
    const given = approved.draft.approvals ?? [];
    const replay = given.at(-1)?.replay ?? null;
    return {
      json: { id, draft: draft.revision, hash: draftHash(approved), approved: true, replay },
      text: [`Draft ${draft.revision} of ${id} is approved.`, ...replayLine(replay)].join('\n'),
    };
  });
}

function replayLine(replay: { mails: number; same: number; fail: number } | null): string[] {
  if (!replay || replay.mails === 0) return [];
  const { mails, same, fail } = replay;
  return [`Of ${mails} kept mails ${mails - same - fail} differ and ${fail} would fail.`];
}
