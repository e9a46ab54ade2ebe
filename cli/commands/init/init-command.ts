import { join } from 'node:path';
import type { Command } from 'commander';
import { callerPath, settingsName } from '../../../lib/project.ts';
import { type GlobalOptions, withTerminal } from '../../connection/session.ts';
import { isTaken } from '../../files/cannot-write.ts';
import { subcommand } from '../../terminal/options.ts';
import type { Result } from '../../terminal/result.ts';
import { askChoices, checkChoices } from './choices.ts';
import { hasPostrider, nextSteps } from './next-steps.ts';
import type { Choices } from './project-files.ts';
import { type WrittenProject, writeProject } from './write-project.ts';

interface InitOptions extends GlobalOptions {
  sender?: string[];
  yes?: boolean;
}

/** `init`: a folder of one's own, with settings, a template and a workflow. */
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
    .option('--yes', 'do not ask; in a pipe the command never asks', false)
    .action((path: string | undefined, _: object, command: Command) => {
      const options: InitOptions = command.optsWithGlobals();
      if (options.stack !== undefined || options.environment !== undefined) {
        command.error('error: init works on no deployment: leave out --stack and --environment');
      }
      const folder = callerPath(path ?? '.');
      return withTerminal(command, async (terminal) => {
        terminal.pause();
        const given: Choices = { senders: options.sender ?? [], region: options.region };
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
          ...((await hasPostrider(folder)) ? [] : [notInstalled]),
        ];
        return { ...initResult(folder, project), note: notes.join('\n') || undefined };
      });
    });
}

const unused = `${settingsName} was left unchanged, so --sender and --region have no effect.`;
const noSender = `No sender is set: before you deploy, write it as "senders" in ${settingsName}, and as "from" in templates/welcome/template.json.`;
const notInstalled =
  'The workflow needs postrider in package.json: install the package in this folder.';

const wasUnused = ({ left }: WrittenProject, { senders, region }: Choices) =>
  left.includes(settingsName) && (senders.length > 0 || region !== undefined);

function initResult(folder: string, { written, left }: WrittenProject): Result {
  const next = nextSteps(folder);
  const lines = (names: readonly string[]) => names.map((name) => `\n  ${name}`).join('');
  const parts = [
    ...(written.length > 0 ? [`Written into ${folder}:${lines(written)}`] : []),
    ...(left.length > 0 ? [`Already there, and left unchanged:${lines(left)}`] : []),
    `Next:${lines(next)}`,
  ];
  return { json: { folder, written, left, next }, text: parts.join('\n\n') };
}
