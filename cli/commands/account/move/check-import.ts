import { readAccount } from '../../../../shared/adapters/tables/accounts-table.ts';
import {
  readHeadOrTombstone,
  readRevision,
} from '../../../../shared/adapters/tables/templates-table.ts';
import { isId } from '../../../../shared/id.ts';
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
import { checkAddresses } from '../../../terminal/address-list.ts';
import type { LineOf } from './export-format.ts';
import { type PartialRevisions, sourceOfLine, takenByLine } from './exported-partials.ts';
import type { NumberedLine } from './read-export.ts';

export interface ImportOptions {
  /** The id of the imported account; default: its id in the file. */
  as?: string | undefined;
  /** Whether the account may exist already: the import then continues an interrupted one. */
  merge: boolean;
  /** The partials in the file; default: it has none. */
  partials?: PartialRevisions;
}

/** The account that an import will create, and how many items of each kind the checked file has. */
export type ImportPlan = ReturnType<Check['plan']>;

export interface ImportedKey extends WrittenKeyOptions {
  name: string;
}

/** The check stops reading the file after this many problems. */
const maxProblems = 20;

/**
 * Checks every line of an export against today's limits and against the stored data. It writes nothing.
 * It accepts items that an interrupted import has written already. It reports a stored account, revision or
 * template that differs from the file.
 *
 * @throws {ManageError} with each problem, and the number of its line
 */
export async function checkImport(
  ports: ManagePorts,
  lines: AsyncIterable<NumberedLine>,
  options: ImportOptions,
): Promise<ImportPlan> {
  const check = new Check(ports, options);
  const problems: ManageProblem[] = [];
  for await (const { number, line } of lines) {
    for (const message of await check.checkLine(line))
      problems.push({ code: 'bad-line', line: number, message });
    if (problems.length >= maxProblems) break;
  }
  if (problems.length === 0) return check.plan();
  const many = problems.length === 1 ? 'one problem' : `${problems.length} problems`;
  throw new ManageError(`Nothing was imported: ${many} in the file`, problems);
}

class Check {
  private readonly ports: ManagePorts;
  private readonly options: ImportOptions;
  /** The partials that the file's templates are compiled with. */
  private readonly partials: PartialRevisions;
  private account: RestoredAccount | undefined;
  /** Whether the account exists already. */
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

  /** Checks the next line. Returns its problems as sentences. */
  async checkLine(line: NumberedLine['line']): Promise<string[]> {
    switch (line.kind) {
      case 'account':
        return this.checkAccount(line);
      case 'revision':
        return this.checkRevision(line);
      case 'template':
        return this.checkTemplate(line);
      case 'suppression':
        this.counts.suppressions += 1;
        return sentences(addressProblem(line.address)?.message);
      case 'key':
        return line.status === 'active' ? this.checkKey(line) : [];
      case 'webhook':
        return this.checkWebhook(line);
      case 'message':
        this.counts.messages += 1;
        return [];
      default:
        return [];
    }
  }

  /** Checks that `key create` accepts the key's options, because the import ends by printing that command. */
  private checkKey({ name, mode, redirectTo, allow, scopes }: LineOf<'key'>): string[] {
    const written = { mode: mode ?? 'live', redirectTo, allow, scopes } as const;
    try {
      const options = writtenKeyOptions(checkKeyOptions(readKeyOptions(written)));
      this.keys.push({ name, ...options });
    } catch (error) {
      if (!(error instanceof ManageError)) throw error;
      return [`the key ${JSON.stringify(name)} cannot be created again: ${error.message}`];
    }
    return [];
  }

  /** Accepts an address of the local run's machine: `webhook add` decides whether the deployment allows it. */
  private checkWebhook({ id, url, types, test }: LineOf<'webhook'>): string[] {
    try {
      this.webhooks.push(checkWebhookOptions({ url, types, test }, { loopback: true }));
    } catch (error) {
      if (!(error instanceof ManageError)) throw error;
      return [`the webhook ${id} cannot be added again: ${error.message}`];
    }
    return [];
  }

  private async checkAccount(line: LineOf<'account'>): Promise<string[]> {
    const { kind: _, messageParts = 1, ...account } = line;
    const accountId = this.options.as ?? account.accountId;
    this.account = { ...account, messageParts, accountId };
    if (!isId(accountId)) return [`${JSON.stringify(accountId)} is not a valid account id`];
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
    return sentences(problem && `its name ${problem}`, seedsProblem(account.seeds));
  }

  private async checkRevision(line: LineOf<'revision'>): Promise<string[]> {
    const { templateId, revision } = line;
    this.counts.revisions += 1;
    const preparation = await prepareTemplate(sourceOfLine(line), takenByLine(line, this.partials));
    if (!preparation.ok) {
      return preparation.problems.map(
        ({ partial, language, part = '', line: at, column, message }) =>
          `a push would refuse revision ${revision} of ${templateId}: ${[partial, language, part, at, column].filter(Boolean).join(':')} ${message}`,
      );
    }
    const { accountId } = this.knownAccount();
    const there = await readRevision(this.ports.templates, accountId, templateId, revision);
    const differs =
      there !== null && changesBetween(there, preparation.prepared.revision).length > 0;
    return differs ? [`revision ${revision} of ${templateId} exists with different content`] : [];
  }

  private async checkTemplate(line: LineOf<'template'>): Promise<string[]> {
    const { templateId, revision, deletedAt } = line;
    this.counts.templates += 1;
    const head = await readHeadOrTombstone(
      this.ports.templates,
      this.knownAccount().accountId,
      templateId,
    );
    const differs =
      head &&
      (head.revision !== revision || (head.deletedAt === undefined) !== (deletedAt === undefined));
    return differs
      ? [`${templateId} exists with revision ${head.revision}, which another person saved`]
      : [];
  }

  private knownAccount(): RestoredAccount {
    if (!this.account) throw new Error('The file has no line of the account');
    return this.account;
  }
}

function seedsProblem(seeds: LineOf<'account'>['seeds']): string | null {
  try {
    checkAddresses(seeds ?? [], 'its seed list cannot be kept');
    return null;
  } catch (error) {
    if (!(error instanceof ManageError)) throw error;
    return error.message;
  }
}

function sentences(...found: (string | false | null | undefined)[]): string[] {
  return found.filter((each) => typeof each === 'string');
}
