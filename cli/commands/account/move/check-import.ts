import { readAccount } from '../../../../shared/adapters/tables/accounts-table.ts';
import {
  readHeadOrTombstone,
  readRevision,
} from '../../../../shared/adapters/tables/templates-table.ts';
import { isId } from '../../../../shared/id.ts';
import type { ShownHook } from '../../../../shared/keys/hook.ts';
import type { RestoredAccount } from '../../../../shared/manage/accounts.ts';
import { addressProblem } from '../../../../shared/manage/address.ts';
import {
  checkKeyOptions,
  readKeyOptions,
  type WrittenKeyOptions,
  writtenKeyOptions,
} from '../../../../shared/manage/key-options.ts';
import { ManageError, type ManageProblem } from '../../../../shared/manage/manage-error.ts';
import { nameProblem } from '../../../../shared/manage/name.ts';
import type { ManagePorts } from '../../../../shared/manage/ports.ts';
import { prepareTemplate } from '../../../../shared/manage/templates/prepare-template.ts';
import { changesBetween } from '../../../../shared/manage/templates/template-source.ts';
import {
  type CheckedOptions,
  checkWebhookOptions,
} from '../../../../shared/manage/webhooks/webhook-options.ts';
import { isForgottenEntry } from '../../../../shared/message/suppression.ts';
import { checkAddresses } from '../../../terminal/address-list.ts';
import type { LineOf } from './export-format.ts';
import { type PartialRevisions, sourceOfLine, takenByLine } from './exported-partials.ts';
import type { NumberedLine } from './read-export.ts';

export interface ImportOptions {
  /** The id of the imported account; default: its id in the file. */
  as?: string | undefined;
  /** Whether the account may exist already: the import then continues an interrupted one. */
  merge: boolean;
  partials?: PartialRevisions;
}

export type ImportPlan = ReturnType<ImportCheck['plan']>;

export interface ImportedKey extends WrittenKeyOptions {
  name: string;
  isPaused?: true | undefined;
  hook?: ShownHook | undefined;
}

/** The check stops reading the file after this many problems. */
const maxProblems = 20;

/**
 * Checks an export against the limits and the stored data. It accepts what an interrupted import has written. @throws
 * {ManageError} with each problem and its line
 */
export async function checkImport(
  ports: ManagePorts,
  lines: AsyncIterable<NumberedLine>,
  options: ImportOptions,
): Promise<ImportPlan> {
  const check = new ImportCheck(ports, options);
  const problems: ManageProblem[] = [];
  for await (const { number, line } of lines) {
    try {
      await check.checkLine(line);
    } catch (error) {
      if (!(error instanceof ManageError) || error.code === 'taken') throw error;
      problems.push({ code: 'bad-line', line: number, message: `${line.kind}: ${error.message}` });
    }
    if (problems.length >= maxProblems) break;
  }
  if (problems.length === 0) return check.plan();
  const many = problems.length === 1 ? 'one problem' : `${problems.length} problems`;
  throw new ManageError(`Nothing was imported: ${many} in the file`, problems);
}

class ImportCheck {
  private readonly ports: ManagePorts;
  private readonly options: ImportOptions;
  private readonly partials: PartialRevisions;
  private account: RestoredAccount | undefined;
  private isThere = false;
  private readonly counts = { templates: 0, revisions: 0, suppressions: 0, messages: 0 };
  /** The active keys, which cannot be moved: people create new ones with the same options. */
  private readonly keys: ImportedKey[] = [];
  /** The webhooks, which get new secrets: people add them again with the same options. */
  private readonly webhooks: CheckedOptions[] = [];

  constructor(ports: ManagePorts, options: ImportOptions) {
    this.ports = ports;
    this.options = options;
    this.partials = options.partials ?? new Map();
  }

  plan() {
    const { isThere, counts, keys, webhooks, partials } = this;
    return { account: this.knownAccount(), isThere, ...counts, keys, webhooks, partials };
  }

  async checkLine(line: NumberedLine['line']): Promise<void> {
    if (line.kind === 'account') await this.checkAccount(line);
    else if (line.kind === 'revision') await this.checkRevision(line);
    else if (line.kind === 'template') await this.checkTemplate(line);
    else if (line.kind === 'key' && line.status === 'active') this.checkKey(line);
    else if (line.kind === 'message') this.counts.messages += 1;
    else if (line.kind === 'suppression') {
      this.counts.suppressions += 1;
      if (!isForgottenEntry(line.address)) refuseIf(addressProblem(line.address)?.message);
    } else if (line.kind === 'webhook') {
      // An address of the local run's machine is accepted: `webhook add` decides whether the deployment allows it.
      const { url, types, test } = line;
      this.webhooks.push(checkWebhookOptions({ url, types, test }, { loopback: true }));
    }
  }

  /** Checks that `key create` accepts the key's options, because the import ends by printing that command. */
  private checkKey({ name, mode, redirectTo, allow, scopes, hook, paused }: LineOf<'key'>): void {
    const options = readKeyOptions({ mode: mode ?? 'live', redirectTo, allow, scopes });
    this.keys.push({
      name,
      ...(paused && { isPaused: true as const }),
      hook,
      ...writtenKeyOptions(checkKeyOptions(options)),
    });
  }

  private async checkAccount(line: LineOf<'account'>): Promise<void> {
    const { kind: _, messageParts = 1, ...account } = line;
    const accountId = this.options.as ?? account.accountId;
    this.account = { ...account, messageParts, accountId };
    refuseIf(!isId(accountId) && `${JSON.stringify(accountId)} is not a valid account id`);
    const there = await readAccount(this.ports.accounts, accountId);
    this.isThere = there !== null;
    if (there && !this.options.merge) {
      throw new ManageError(
        `The account ${accountId} exists already: import it under another id with --as, or add --merge to continue an interrupted import`,
        [],
        { code: 'taken' },
      );
    }
    if (there && there.createdAt !== account.createdAt) {
      throw new ManageError(
        `The account ${accountId} is not the one in the file: import it under another id with --as`,
        [],
        { code: 'taken' },
      );
    }
    const problem = nameProblem(account.name);
    refuseIf(problem && `its name ${problem}`);
    checkAddresses(account.seeds ?? [], 'its seed list cannot be kept');
  }

  private async checkRevision(line: LineOf<'revision'>): Promise<void> {
    const { templateId, revision } = line;
    this.counts.revisions += 1;
    const preparation = await prepareTemplate(sourceOfLine(line), takenByLine(line, this.partials));
    if (!preparation.ok) {
      const found = preparation.problems.map(
        ({ partial, language, part = '', line: at, column, message }) =>
          `${[partial, language, part, at, column].filter(Boolean).join(':')} ${message}`,
      );
      throw new ManageError(
        `a push would refuse revision ${revision} of ${templateId}: ${found.join('; ')}`,
      );
    }
    const { accountId } = this.knownAccount();
    const there = await readRevision(this.ports.templates, accountId, templateId, revision);
    const differs =
      there !== null && changesBetween(there, preparation.prepared.revision).length > 0;
    refuseIf(differs && `revision ${revision} of ${templateId} exists with different content`);
  }

  private async checkTemplate(line: LineOf<'template'>): Promise<void> {
    const { templateId, revision, deletedAt } = line;
    this.counts.templates += 1;
    const { accountId } = this.knownAccount();
    const head = await readHeadOrTombstone(this.ports.templates, accountId, templateId);
    const differs =
      head &&
      (head.revision !== revision || (head.deletedAt === undefined) !== (deletedAt === undefined));
    refuseIf(
      differs && `${templateId} exists with revision ${head.revision}, which another person saved`,
    );
  }

  private knownAccount(): RestoredAccount {
    if (!this.account) throw new Error('The file has no line of the account');
    return this.account;
  }
}

function refuseIf(problem: string | false | null | undefined): void {
  if (problem) throw new ManageError(problem);
}
