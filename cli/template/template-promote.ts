import type { Command } from 'commander';
import { ManageError } from '../../shared/manage/manage-error.ts';
import { atDesk, type Desk, print } from '../connection/session.ts';
import { agreed, talkAt } from '../deploy/talk.ts';
import {
  type Promotion,
  type PromotionTarget,
  planPromotion,
  runPromotion,
} from '../operate/move/promote-templates.ts';
import { mappingProblem, type SenderMapping } from '../operate/move/sender-map.ts';
import { example } from '../terminal/options.ts';
import type { Result } from '../terminal/result.ts';
import { diffText } from './diff-text.ts';
import { checkSides, type Side, type SideOptions, sideOf } from './promotion-side.ts';
import { pushTable } from './push-table.ts';

interface PromoteOptions {
  from?: string;
  fromStack?: string;
  fromRegion?: string;
  fromProfile?: string;
  fromAccount?: string;
  to?: string;
  toStack?: string;
  toRegion?: string;
  toProfile?: string;
  toAccount?: string;
  sender: SenderMapping[];
  dryRun?: boolean;
  yes?: boolean;
  json?: boolean;
}

/** `template promote`: from one environment or account to another, with the flow. */
export function addPromote(template: Command): void {
  const command = template
    .command('promote')
    .description(
      'take templates with their flows from one environment, stack or account to another',
    )
    .argument('[templates...]', 'their ids; default: all templates of the account');
  for (const side of ['from', 'to']) {
    command
      .option(`--${side} <environment>`, `an environment of settings.json`)
      .option(`--${side}-stack <name>`, 'a stack, where there is no settings file')
      .option(`--${side}-region <region>`, "that stack's region; default: the AWS profile's")
      .option(`--${side}-profile <profile>`, 'the AWS profile with which it is reached')
      .option(`--${side}-account <id>`, 'the account there; may be left out where there is one');
  }
  command
    .option(
      '--sender <old=new>',
      'write another sender into the flows: an address, or a domain; may be given again',
      (text: string, before: SenderMapping[]) => [...before, readMapping(text, command)],
      [],
    )
    .option('--dry-run', 'check and compare, but save nothing')
    .option('--yes', 'do not ask')
    .addHelpText(
      ...example(
        'template promote welcome --from staging --to production --sender staging.acme.example=acme.example',
      ),
    )
    .action((ids: string[], _: object, self: Command) => promote(ids, self));
}

function promote(ids: readonly string[], command: Command): Promise<void> {
  const options: PromoteOptions = command.optsWithGlobals();
  const [fromOptions, toOptions] = sidesOf(options);
  checkSides(fromOptions, toOptions, command);
  return atDesk(command, async (desk) => {
    desk.progress('Reading the templates');
    const globals = command.optsWithGlobals();
    const from = await sideOf(fromOptions, globals);
    const target = await sideOf(toOptions, globals);
    if (isSame(from, target)) {
      throw new ManageError(
        `${from.name} is both sides: name two environments, or two accounts with --from-account and --to-account`,
      );
    }
    const to = { ...target, senders: sendersOf(target) };
    const promotion = await planPromotion(from, to, { ids, mappings: options.sender });
    return carryOut(promotion, { from, to, options, desk, command });
  });
}

async function carryOut(
  promotion: Promotion,
  {
    from,
    to,
    options,
    desk,
    command,
  }: {
    from: Side;
    to: Side & PromotionTarget;
    options: PromoteOptions;
    desk: Desk;
    command: Command;
  },
): Promise<Result> {
  const { diffs } = promotion;
  const { dryRun = false, json = false, yes = false } = options;
  const text = diffText(diffs, () => from.name);
  if (diffs.every(({ state }) => state === 'unchanged'))
    return answer(promotion, { dryRun, note: `${to.name} has all of it already.` });
  if (dryRun) {
    return {
      ...answer(promotion, { dryRun, note: 'Nothing was saved: this was a dry run.' }),
      text,
    };
  }
  desk.pause();
  if (!json) print(text);
  if (!yes && !(await isAgreed(`Save them in ${to.name}?`, desk, command))) {
    return { json: { templates: [], dryRun, diffs }, text: 'Nothing was promoted.', exitCode: 1 };
  }
  const templates = await runPromotion(to, promotion, desk.progress);
  return { json: { templates, dryRun, diffs }, text: `\n${pushTable(templates)}` };
}

function answer({ diffs }: Promotion, { dryRun, note }: { dryRun: boolean; note: string }): Result {
  const templates = diffs.map(({ id, revision, state, changes }) => ({
    ...{ id, revision, changed: state !== 'unchanged', state, changes },
  }));
  return { json: { templates, dryRun, diffs }, text: '', note };
}

function isAgreed(question: string, desk: Desk, command: Command): Promise<boolean> {
  const talk = talkAt(desk);
  if (talk.interactive) return agreed(talk, question);
  return command.error('error: there is no terminal to ask at: --yes promotes this');
}

/** No two deployments have one base address. */
function isSame({ deployment, accountId }: Side, other: Side): boolean {
  return deployment.baseUrl === other.deployment.baseUrl && accountId === other.accountId;
}

function sendersOf({ deployment, name }: Side): readonly string[] {
  if (deployment.senders !== null) return deployment.senders;
  throw new ManageError(
    `The stack of ${name} does not say what it may send from: deploy it again with this version`,
  );
}

function sidesOf(options: PromoteOptions): [SideOptions, SideOptions] {
  const from = {
    environment: options.from,
    stack: options.fromStack,
    region: options.fromRegion,
    profile: options.fromProfile,
    account: options.fromAccount,
  };
  const to = {
    environment: options.to,
    stack: options.toStack,
    region: options.toRegion,
    profile: options.toProfile,
    account: options.toAccount,
  };
  return [from, to];
}

function readMapping(text: string, command: Command): SenderMapping {
  const at = text.indexOf('=');
  const mapping = { old: text.slice(0, at).trim(), next: text.slice(at + 1).trim() };
  if (at < 1 || mapping.next === '') {
    command.error(`error: --sender is OLD=NEW, found ${JSON.stringify(text)}`);
  }
  const problem = mappingProblem(mapping);
  if (problem) command.error(`error: --sender: ${problem}`);
  return mapping;
}
