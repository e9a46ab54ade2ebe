import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createAccount } from '../../../../shared/manage/accounts.ts';
import type { ManagePorts } from '../../../../shared/manage/ports.ts';
import { createTemplate } from '../../../../shared/manage/templates/save-template.ts';
import { afterEach, beforeEach } from '../../../jest.ts';
import { type CommandLine, startCommandLine } from '../../command-line.ts';
import { wordsOf } from '../../in-process.ts';

/** A separate command line for each test, whose deployment has one account. The hooks set the fields. */
export interface CommandLinePerTest extends CommandLine {
  accountId: string;
  /** The folder `templates` in the folder of the command line. */
  folder: string;
  /** Runs a command of `template`. */
  template: (...words: string[]) => ReturnType<CommandLine['run']>;
  /** The JSON that such a command prints with `--json`. */
  answer: (line: string) => Promise<unknown>;
  /** The account's revisions in the file `.postrider.json` of the folder. */
  pulled: () => Promise<Record<string, number>>;
  /** Writes the HTML of a template that is in the folder. */
  edit: (id: string, html: string) => Promise<void>;
}

/** Call it once in a test file. */
export function commandLinePerTest(): CommandLinePerTest {
  const at = {} as CommandLinePerTest;
  beforeEach(async () => {
    const cli = await startCommandLine();
    const { accountId } = await createAccount(cli.ports, { name: 'Acme', plan: 'free' });
    const folder = join(cli.dir, 'templates');
    Object.assign(at, cli, {
      ...{ accountId, folder },
      template: (...words: string[]) => cli.run(['template', ...words]),
      answer: async (line: string) => (await cli.json('template', ...wordsOf(line))).answer,
      pulled: async () =>
        JSON.parse(await readFile(join(folder, '.postrider.json'), 'utf8')).accounts[accountId],
      edit: (id: string, html: string) => writeFile(join(folder, id, 'body.html'), html),
    });
  });
  afterEach(() => at.stop());
  return at;
}

/** The same with the templates receipt and welcome in the account, pulled into the folder. */
export function pulledPerTest(): CommandLinePerTest {
  const at = commandLinePerTest();
  beforeEach(async () => {
    for (const id of ['receipt', 'welcome']) {
      await createTemplate(twoHoursAgo(at.ports), at.accountId, source(id, '<p>1</p>'), eva);
    }
    await at.template('pull', at.folder);
  });
  return at;
}

export const eva = { by: 'eva@example.com', how: 'dashboard' };
export const source = (templateId: string, html: string) => ({
  ...{ templateId, name: templateId, subject: 'Hello', html },
});

/** Ports whose clock is two hours ago, for an earlier save of another user. */
export const twoHoursAgo = <Ports extends ManagePorts>(ports: Ports): Ports => ({
  ...ports,
  now: () => new Date(Date.now() - 7_260_000),
});
