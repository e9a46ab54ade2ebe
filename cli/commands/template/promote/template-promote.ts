import { type Command, Option } from 'commander';
import { ManageError } from '../../../../shared/manage/manage-error.ts';
import { authorOf } from '../../../connection/actor.ts';
import { checkUsage, withTerminal } from '../../../connection/session.ts';
import { confirmed, print } from '../../../terminal/dialog.ts';
import { subcommand } from '../../../terminal/options.ts';
import type { Result } from '../../../terminal/result.ts';
import { neededApprovals, overrideOption, readOverride } from '../approvals/approval-options.ts';
import { diffText } from '../compare/diff-text.ts';
import { pushTable } from '../push/push-folder.ts';
import {
  type Promotion,
  planPromotion,
  runPromotion,
  type SenderMapping,
} from './promote-templates.ts';
import { addSideOptions, type ConnectedSide, findSide, readSide } from './promotion-side.ts';

interface PromoteOptions {
  sender: SenderMapping[];
  override?: string;
  dryRun?: boolean;
  yes?: boolean;
  json?: boolean;
}

export function addPromote(template: Command): void {
  const command = subcommand(template, 'promote', {
    about: 'copy templates with their flows from one environment, stack or account to another',
    example:
      'template promote welcome --from staging --to production --sender staging.acme.example=acme.example',
  }).argument('[templates...]', 'ids of templates; default: all templates of the account');
  addSideOptions(command, 'from');
  addSideOptions(command, 'to');
  command
    .addOption(
      new Option(
        '--sender <old=new>',
        'replace a sender in the flows, an address or a domain; can be repeated',
      )
        .argParser((text, before: SenderMapping[]) => [...before, readMapping(text, command)])
        .default([], 'none'),
    )
    .option(...overrideOption)
    .option('--dry-run', 'check and compare, but save nothing')
    .option('--yes', 'do not ask')
    .action((ids: string[], _: object, self: Command) => promote(ids, self));
}

function promote(ids: readonly string[], command: Command): Promise<void> {
  const options: PromoteOptions = command.optsWithGlobals();
  checkUsage(command.optsWithGlobals(), command);
  const override = readOverride(options.override, command);
  const [fromOptions, toOptions] = [readSide(command, 'from'), readSide(command, 'to')];
  return withTerminal(command, async (terminal) => {
    terminal.progress('Reading the templates');
    const from = await findSide(fromOptions, command);
    const to = await findSide(toOptions, command);
    if (isSame(from, to)) {
      throw new ManageError(
        `Both sides are ${from.name}: name two environments, or two accounts with --from-account and --to-account`,
      );
    }
    const target = { ...to, senders: to.deployment.senders };
    const promotion = await planPromotion(from, target, { ids, mappings: options.sender });
    const { dryRun = false, yes = false, json = false } = options;
    const { diffs } = promotion;
    const text = diffText(diffs, () => from.name);
    if (diffs.every(({ state }) => state === 'unchanged')) {
      return withoutSave(promotion, dryRun, '', `${to.name} has the same content already.`);
    }
    if (dryRun)
      return withoutSave(promotion, dryRun, text, 'Nothing was saved: this was a dry run.');
    terminal.pause();
    if (!json) print(text);
    const question = `Save them in ${to.name}?`;
    if (!(await confirmed(terminal, command, { yes, question, what: 'promote this' }))) {
      return { json: { templates: [], dryRun, diffs }, text: 'Nothing was promoted.', exitCode: 1 };
    }
    const author = { by: await authorOf(to.ports), how: `promote from ${from.place}` };
    const approvals = await neededApprovals(to.ports, to.accountId, override);
    const by = { author, approvals };
    const templates = await runPromotion(target, promotion, by, terminal.progress);
    return { json: { templates, dryRun, diffs }, text: `\n${pushTable(templates)}` };
  });
}

function withoutSave({ diffs }: Promotion, dryRun: boolean, text: string, note: string): Result {
  const templates = diffs.map(({ id, revision, state, changes }) => ({
    ...{ id, revision, changed: state !== 'unchanged', state, changes },
  }));
  return { json: { templates, dryRun, diffs }, text, note };
}

/** Whether both sides are the same account of the same deployment. Two deployments never have the same base URL. */
function isSame({ deployment, accountId }: ConnectedSide, other: ConnectedSide): boolean {
  return deployment.baseUrl === other.deployment.baseUrl && accountId === other.accountId;
}

function readMapping(text: string, command: Command): SenderMapping {
  const at = text.indexOf('=');
  const mapping = { old: text.slice(0, at).trim(), next: text.slice(at + 1).trim() };
  if (at < 1 || mapping.next === '') {
    command.error(`error: --sender must be OLD=NEW, found ${JSON.stringify(text)}`);
  }
  if (mapping.old.includes('@') !== mapping.next.includes('@')) {
    const both = 'must both be addresses, or both be domains';
    command.error(`error: --sender: ${mapping.old} and ${mapping.next} ${both}`);
  }
  return mapping;
}
