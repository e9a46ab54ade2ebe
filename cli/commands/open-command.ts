import { spawn } from 'node:child_process';
import { Argument, type Command } from 'commander';
import { ManageError } from '../../shared/manage/manage-error.ts';
import type { Deployment } from '../connection/deployment.ts';
import { inSession } from '../connection/session.ts';
import { subcommand } from '../terminal/options.ts';

const pages = { dashboard: dashboardOf, inbox: inboxOf };

export function addOpenCommand(program: Command): void {
  subcommand(program, 'open', {
    about: 'open the dashboard or the inbox in the browser; in a pipe, print its address',
    example: 'open inbox',
  })
    .addArgument(
      new Argument('[page]', 'the page; only the local run has an inbox')
        .choices(Object.keys(pages))
        .default('dashboard'),
    )
    .action((page: keyof typeof pages, _: object, command: Command) =>
      inSession(command, 'Opening the browser', async ({ deployment }) => {
        const url = pages[page](deployment);
        const { json } = command.optsWithGlobals();
        if (!json && process.stdout.isTTY) openInBrowser(url);
        return { json: { page, url }, text: url };
      }),
    );
}

function dashboardOf({ dashboardUrl, endpoints }: Deployment): string {
  if (dashboardUrl !== undefined) return dashboardUrl;
  const then = endpoints.ses === undefined ? 'deploy' : 'start it again';
  throw new ManageError(
    `This deployment has no dashboard: set "dashboard": true in its settings and ${then}`,
  );
}

function inboxOf({ inboxUrl, endpoints }: Deployment): string {
  if (inboxUrl !== undefined) return inboxUrl;
  throw new ManageError(
    endpoints.ses === undefined
      ? 'Only the local run has an inbox: on AWS, SES sends the mails to their recipients'
      : `The local run has no inbox: it sends its mails through ${endpoints.ses}`,
  );
}

/** The command that opens an address in the user's browser: on Linux and BSD every desktop has `xdg-open`. */
const openers: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

const otherOpener = ['xdg-open'] as const;

/** Opens an address in the user's browser. On a machine without a browser nothing happens. */
function openInBrowser(url: string): void {
  const [command, ...words] = openers[process.platform] ?? otherOpener;
  // Without its own process group the browser would end with the terminal.
  const child = spawn(command, [...words, url], { detached: true, stdio: 'ignore' });
  child.on('error', () => {});
  child.unref();
}
