import { setTimeout } from 'node:timers/promises';
import type { Command } from 'commander';
import { callerPath } from '../../lib/project.ts';
import { atTerminal } from '../../shared/adapters/call-times.ts';
import { listUsers } from '../../shared/adapters/tables/users-table.ts';
import { exportPerson } from '../../shared/manage/person/export-person.ts';
import { findPerson } from '../../shared/manage/person/find-person.ts';
import { forgetPerson } from '../../shared/manage/person/forget-person.ts';
import type { PersonPorts } from '../../shared/manage/person/person-ports.ts';
import {
  type ForgottenPerson,
  type FoundPerson,
  isAny,
  type Left,
} from '../../shared/people/person-data.ts';
import { sesSuppressed } from '../aws/ses-suppressed.ts';
import { withUsers, withWakeUps } from '../connection/connect.ts';
import { inAccount, type Session } from '../connection/session.ts';
import { writeNewFile } from '../files/new-file.ts';
import { forgottenAddresses } from '../person/forget-again.ts';
import { countsText, forgottenText, foundText } from '../person/person-text.ts';
import { confirmed } from '../terminal/dialog.ts';
import { accountOption, subcommand } from '../terminal/options.ts';
import type { Result } from '../terminal/result.ts';

export function addPersonCommands(program: Command): void {
  const person = program
    .command('person')
    .description("find, export and forget one person's data in an account, by their address");
  addFind(person);
  addExport(person);
  addForget(person);
}

type InAccount = Session & { accountId: string };

function portsOf({ ports, deployment }: Session): PersonPorts {
  const users = 'none' in deployment.signIn ? null : withUsers(ports, deployment).users;
  return {
    ...withWakeUps(ports, deployment),
    ...ports,
    listUsers: async () => (users ? listUsers(users) : []),
    backups: deployment.endpoints.dynamodb === undefined,
  };
}

/** SES's own list; null in the local run, which has none. */
const sesOf = ({ deployment }: Session) =>
  deployment.endpoints.ses === undefined ? sesSuppressed(atTerminal, deployment) : null;

const inSes: Left = {
  ...{ what: "SES's own suppression list", where: 'ses' },
  todo: 'It protects your sender in all accounts; person forget --also-ses removes the address',
};

async function leftAtSes(session: Session, address: string): Promise<Left[]> {
  return (await sesOf(session)?.has(address)) ? [inSes] : [];
}

function addFind(person: Command): void {
  subcommand(person, 'find', {
    about: "count a person's data in an account by place, and name what only you can change",
    example: 'person find ada@example.com',
  })
    .argument('<address>', 'the address, without a name')
    .option(...accountOption)
    .action((address: string, _: object, command: Command) =>
      inAccount(command, 'Looking through the messages', async (session) => {
        const found = await find(session, address);
        const { nextCursor: __, ...json } = found;
        return { json, text: foundText(found) };
      }),
    );
}

async function find(session: InAccount, address: string): Promise<FoundPerson> {
  const found = await findPerson(portsOf(session), session.accountId, { address });
  return { ...found, left: [...found.left, ...(await leftAtSes(session, found.address))] };
}

function addExport(person: Command): void {
  subcommand(person, 'export', {
    about: "write everything that is kept of a person as JSON, with other recipients' names masked",
    example: 'person export ada@example.com --out ada.json',
  })
    .argument('<address>', 'the address, without a name')
    .option('--out <file>', 'a new file, which only you can read; default: print it', callerPath)
    .option(...accountOption)
    .action((address: string, { out }: { out?: string }, command: Command) =>
      inAccount(command, 'Reading the messages', async (session) => {
        const ports = portsOf(session);
        const found = await exportPerson(ports, session.accountId, { address });
        const { done: _, left: __, person: ___, nextCursor: ____, ...json } = found;
        const text = JSON.stringify(json, null, 2);
        if (out === undefined) return { json, text };
        await writeNewFile(out, `${text}\n`);
        const { messages, scheduled } = found;
        return {
          json: { address: found.address, file: out, messages: messages.length + scheduled.length },
          text: `Exported ${found.address} to ${out}: ${messages.length + scheduled.length} messages.`,
        };
      }),
    );
}

interface ForgetOptions {
  suppress?: boolean;
  alsoSes?: boolean;
  again?: boolean;
  yes?: boolean;
}

function addForget(person: Command): void {
  subcommand(person, 'forget', {
    about:
      "remove a person's address, subjects, copies and scheduled mails; run it again to continue an interrupted run",
    example: 'person forget ada@example.com',
  })
    .argument('[address]', 'the address, without a name')
    .option(
      '--suppress',
      'refuse mails to the person afterwards, although none were refused before',
    )
    .option('--also-ses', "also remove the address from SES's own suppression list")
    .option(
      '--again',
      'forget all who were forgotten before: after a table was restored from a backup',
    )
    .option('--yes', 'do not ask first')
    .option(...accountOption)
    .action((address: string | undefined, options: ForgetOptions, command: Command) => {
      if ((address === undefined) !== Boolean(options.again)) {
        command.error('error: name one of <address> and --again');
      }
      return inAccount(command, 'Looking through the messages', (session) =>
        address === undefined
          ? forgetAgain(session, options, command)
          : forgetOne(session, address, options, command),
      );
    });
}

async function forgetOne(
  session: InAccount,
  address: string,
  options: ForgetOptions,
  command: Command,
): Promise<Result> {
  if (!options.yes && session.interactive) {
    const found = await find(session, address);
    session.line(`\n${foundText(found)}\n`);
    const { scheduled } = found.found;
    if (scheduled > 0) {
      session.line('Scheduled mails are cancelled, also for the other people they are to.\n');
    }
  }
  const question = `Forget ${address}? It cannot be undone.`;
  const agreed = await confirmed(session, command, {
    ...{ yes: Boolean(options.yes), question, what: 'forget this' },
  });
  if (!agreed) return { json: { address, done: false }, text: 'Nothing changed.', exitCode: 1 };
  const forgotten = await forget(session, address, options);
  const { nextCursor: _, waitMs: __, ...json } = forgotten;
  return { json, text: forgottenText(forgotten) };
}

async function forget(
  session: InAccount,
  address: string,
  { suppress, alsoSes }: ForgetOptions,
): Promise<ForgottenPerson> {
  const ports = portsOf(session);
  for (;;) {
    const answer = await forgetPerson(ports, session.accountId, { address, suppress });
    if (answer.done) {
      if (alsoSes) await sesOf(session)?.remove(answer.address);
      return { ...answer, left: [...answer.left, ...(await leftAtSes(session, answer.address))] };
    }
    session.progress(`${countsText(answer.forgotten)}; waiting until sends have ended`);
    await setTimeout(answer.waitMs);
  }
}

async function forgetAgain(
  session: InAccount,
  options: ForgetOptions,
  command: Command,
): Promise<Result> {
  const addresses = await forgottenAddresses(portsOf(session), session.accountId);
  const question = `Forget ${addresses.length} people again?`;
  const yes = Boolean(options.yes) || addresses.length === 0;
  if (!(await confirmed(session, command, { yes, question, what: 'forget them again' }))) {
    return { json: { people: [] }, text: 'Nothing changed.', exitCode: 1 };
  }
  const people: ForgottenPerson[] = [];
  for (const address of addresses) people.push(await forget(session, address, options));
  const again = people.filter(({ forgotten }) => isAny(forgotten));
  return {
    json: { people: people.map(({ nextCursor: _, waitMs: __, ...person }) => person) },
    text: [
      `Forgotten again in ${session.accountId}: ${again.length} people.`,
      ...people.map(({ person, forgotten }) => `  ${person}: ${countsText(forgotten)}`),
    ].join('\n'),
  };
}
