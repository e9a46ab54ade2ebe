import { setTimeout } from 'node:timers/promises';
import type { Command } from 'commander';
import { callerPath } from '../../lib/project.ts';
import { atTerminal } from '../../shared/adapters/call-times.ts';
import { listUsers } from '../../shared/adapters/tables/users-table.ts';
import { exportPerson } from '../../shared/manage/person/export-person.ts';
import { findPerson } from '../../shared/manage/person/find-person.ts';
import { forgetPerson } from '../../shared/manage/person/forget-person.ts';
import type { PersonPorts } from '../../shared/manage/person/person-ports.ts';
import type {
  ForgottenPerson,
  FoundPerson,
  Left,
  PersonAnswer,
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
import { counted } from '../terminal/text.ts';

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
    replyMailDays: deployment.replies?.keepMailsDays ?? 0,
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
        return { json: withoutCursor(found), text: foundText(found) };
      }),
    );
}

async function find(session: InAccount, address: string): Promise<FoundPerson> {
  const found = await findPerson(portsOf(session), session.accountId, { address });
  return { ...found, left: [...found.left, ...(await leftAtSes(session, found.address))] };
}

/** A command goes on to the end by itself. */
const withoutCursor = ({
  nextCursor: _,
  waitMs: __,
  ...json
}: PersonAnswer & { waitMs?: number }) => json;

function addExport(person: Command): void {
  subcommand(person, 'export', {
    about: "write everything that is kept of a person as JSON, with other recipients' names masked",
    example: 'person export ada@example.com --out ada.json',
  })
    .argument('<address>', 'the address, without a name')
    .option('--out <file>', 'a new file, which only you can read; default: print it', callerPath)
    .option(...accountOption)
    .action((address: string, { out: file }: { out?: string }, command: Command) =>
      inAccount(command, 'Reading the messages', async (session) => {
        const found = await exportPerson(portsOf(session), session.accountId, { address });
        const { done: _, left: __, person: ___, nextCursor: ____, ...json } = found;
        const text = JSON.stringify(json, null, 2);
        if (file === undefined) return { json, text };
        await writeNewFile(file, `${text}\n`);
        const messages = found.messages.length + found.scheduled.length;
        return {
          json: { address: found.address, file, messages },
          text: `Exported ${found.address} to ${file}: ${counted(messages, 'message')}.`,
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
        forgetAsked(session, address, options, command),
      );
    });
}

async function forgetAsked(
  session: InAccount,
  address: string | undefined,
  options: ForgetOptions,
  command: Command,
): Promise<Result> {
  const again = address === undefined;
  const addresses = again
    ? await forgottenAddresses(portsOf(session), session.accountId)
    : [address];
  const question = again
    ? `Forget ${addresses.length} people again?`
    : `Forget ${address}? Scheduled mails are cancelled, also for other people. It cannot be undone.`;
  const yes = Boolean(options.yes) || addresses.length === 0;
  if (!again && !yes && session.interactive) {
    session.line(`\n${foundText(await find(session, address))}\n`);
  }
  if (!(await confirmed(session, command, { yes, question, what: 'forget this' }))) {
    const json = again ? { people: [] } : { address, done: false };
    return { json, text: 'Nothing changed.', exitCode: 1 };
  }
  const people: ForgottenPerson[] = [];
  for (const each of addresses) people.push(await forget(session, each, options));
  const [only] = people;
  if (only && !again) return { json: withoutCursor(only), text: forgottenText(only) };
  const lines = people.map(({ person, forgotten }) => `  ${person}: ${countsText(forgotten)}`);
  return {
    json: { people: people.map(withoutCursor) },
    text: [`Forgotten again in ${session.accountId}: ${people.length} people.`, ...lines].join(
      '\n',
    ),
  };
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
