import { cp, mkdir, readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { type Command, Option } from 'commander';
import { templatesFolder } from '../../../lib/home.ts';
import { callerPath, settingsName } from '../../../lib/project.ts';
import { SettingsError, settingsIn } from '../../../lib/settings/settings.ts';
import { program, startCommand } from '../../../shared/command.ts';
import { doorNamed, doorNames } from '../../../shared/engine/doors.ts';
import { ManageError } from '../../../shared/manage/manage-error.ts';
import { type GlobalOptions, withTerminal } from '../../connection/session.ts';
import {
  isTaken,
  orCannotWrite,
  writeWholeFile,
  writeWholeFolder,
} from '../../files/whole-file.ts';
import { firstAddress, senderOf } from '../../folders/flow-sender.ts';
import { templateFiles } from '../../folders/template-files.ts';
import type { Dialog } from '../../terminal/dialog.ts';
import { subcommand } from '../../terminal/options.ts';
import type { Result } from '../../terminal/result.ts';
import { doorNotes, doorStep } from './doors.ts';
import { type Choices, projectFiles, settingsFor } from './project-files.ts';

interface InitOptions extends GlobalOptions {
  sender?: string[];
  door?: Choices['door'];
  yes?: boolean;
}

export function addInitCommand(program: Command): void {
  subcommand(program, 'init', {
    about: 'write a folder of your own: settings, a template and a workflow; overwrite nothing',
    example: 'init mails --sender hello@example.com --region eu-central-1',
  })
    .argument('[folder]', 'the folder to write into; default: this folder')
    .option(
      '--sender <address>',
      'an address or a domain to send from; can be repeated',
      (sender: string, before: string[] = []) => [...before, sender],
    )
    .addOption(
      new Option('--door <door>', 'what your mails are sent by today; default: nothing').choices(
        doorNames,
      ),
    )
    .option('--yes', 'do not ask; in a pipe the command never asks', false)
    .action((path: string | undefined, _: object, command: Command) => {
      const options: InitOptions = command.optsWithGlobals();
      if (options.stack !== undefined || options.environment !== undefined) {
        command.error('error: init works on no deployment: leave out --stack and --environment');
      }
      const folder = callerPath(path ?? '.');
      return withTerminal(command, async (terminal) => {
        terminal.pause();
        const { sender: senders = [], region } = options;
        const given: Choices = { senders, region, door: options.door };
        const hasSettings = await isTaken(join(folder, settingsName));
        const asks = terminal.interactive && !options.yes && !hasSettings;
        const choices = asks ? await askChoices(given, terminal) : given;
        checkChoices(choices);
        const project = await writeProject(folder, choices);
        const notes = [
          ...(wasUnused(project, given) ? [unused] : []),
          ...(choices.senders.length === 0 && project.written.includes(settingsName)
            ? [noSender]
            : []),
          ...(choices.door ? [doorNotes[choices.door]] : []),
        ];
        return { ...initResult(folder, project, choices), note: notes.join('\n') || undefined };
      });
    });
}

const unused = `${settingsName} was left unchanged, so --sender and --region have no effect.`;
const noSender = `No sender is set: before you deploy, write it as "senders" in ${settingsName}, and as "from" in templates/welcome/template.json.`;

const wasUnused = ({ left }: WrittenProject, { senders, region }: Choices) =>
  left.includes(settingsName) && (senders.length > 0 || region !== undefined);

function initResult(folder: string, { written, left }: WrittenProject, { door }: Choices): Result {
  const next = nextSteps(folder, door);
  const lines = (names: readonly string[]) => names.map((name) => `\n  ${name}`).join('');
  const parts = [
    ...(written.length > 0 ? [`Written into ${folder}:${lines(written)}`] : []),
    ...(left.length > 0 ? [`Already there, and left unchanged:${lines(left)}`] : []),
    `Next:${lines(next)}`,
  ];
  return { json: { folder, written, left, next }, text: parts.join('\n\n') };
}

export async function askChoices(
  { senders, region, door }: Choices,
  dialog: Dialog,
): Promise<Choices> {
  const sender =
    senders.length === 0
      ? await dialog.ask('Which address or domain do you want to send from? (Enter: decide later) ')
      : '';
  const place =
    region ??
    (await dialog.ask(
      'Which AWS region do you want to use? (Enter: the one of your AWS profile) ',
    ));
  const today =
    door ??
    (await dialog.ask(`What sends your mails today: ${doorNames.join(', ')}? (Enter: nothing) `));
  return {
    senders: sender ? [sender] : senders,
    region: place || undefined,
    // Another answer names a service without a door.
    door: doorNamed(today.toLowerCase()),
  };
}

const names: Record<string, string> = { senders: 'sender', region: 'region' };

/** @throws {ManageError} for a sender or a region that the settings would refuse */
function checkChoices(choices: Choices): void {
  try {
    settingsIn(settingsFor(choices), settingsName, 'production');
  } catch (error) {
    const [issue] = error instanceof SettingsError ? error.issues : [];
    if (!issue) throw error;
    const [setting = '', index] = issue.path.map(String);
    const value = index === undefined ? choices.region : choices.senders[Number(index)];
    throw new ManageError(`The ${names[setting]} ${JSON.stringify(value)} ${issue.message}`, [], {
      cause: error,
    });
  }
}

function nextSteps(folder: string, door: Choices['door']): string[] {
  const way = relative(process.cwd(), folder);
  return [
    ...(way === '' ? [] : [`cd ${way.includes(' ') ? JSON.stringify(way) : way}`]),
    startCommand,
    ...(door ? [doorStep(door)] : []),
    `${program} template push templates`,
    `${program} deploy --environment staging`,
  ];
}

interface WrittenProject {
  written: string[];
  left: string[];
}

const templatePath = join('templates', 'welcome');

/** Changes no existing file. @throws {ManageError} that names the path that cannot be written */
async function writeProject(folder: string, choices: Choices): Promise<WrittenProject> {
  const result: WrittenProject = { written: [], left: [] };
  const add = async (name: string, write: (path: string) => Promise<void>) => {
    const path = join(folder, name);
    const isThere = await isTaken(path);
    if (!isThere) await write(path);
    result[isThere ? 'left' : 'written'].push(name);
  };
  for (const [name, content] of projectFiles(choices)) {
    await add(name, (path) => writeFileAndFolder(path, content));
  }
  await add(templatePath, (path) => copyTemplate(path, choices));
  return result;
}

function writeFileAndFolder(path: string, content: string): Promise<void> {
  return orCannotWrite(path, async () => {
    await mkdir(dirname(path), { recursive: true });
    await writeWholeFile(path, content);
  });
}

function copyTemplate(path: string, { senders }: Choices): Promise<void> {
  return writeWholeFolder(path, async (folder) => {
    await cp(join(templatesFolder, 'welcome'), folder, { recursive: true });
    const address = firstAddress(senders);
    if (address !== null) await replaceSender(folder, address);
  });
}

/** Replaces only the sender in the file, so that its layout stays. */
async function replaceSender(folder: string, address: string): Promise<void> {
  const file = join(folder, templateFiles.template);
  const text = await readFile(file, 'utf8');
  const from = senderOf(JSON.parse(text).flow);
  await writeWholeFile(
    file,
    text.replace(JSON.stringify(from), () => JSON.stringify(address)),
  );
}
