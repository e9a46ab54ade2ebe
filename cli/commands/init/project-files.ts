import { settingsName } from '../../../lib/project.ts';
import { settingsFormat } from '../../../lib/settings/settings.ts';
import { workflow } from './workflow.ts';

/** What the user chose for a new folder. */
export interface Choices {
  senders: readonly string[];
  /** Undefined: the one of the AWS profile. */
  region: string | undefined;
}

/** The files of a new folder besides its template, by their paths in it. */
export function projectFiles(choices: Choices): [path: string, content: string][] {
  return [
    [settingsName, settingsFor(choices)],
    ['.github/workflows/postrider.yml', workflow],
    ['.gitignore', 'node_modules/\n.local/\n'],
    ['README.md', readme],
  ];
}

/** The text of a settings file with two environments, which share the senders and the region. */
export function settingsFor({ senders, region }: Choices): string {
  const settings = {
    format: settingsFormat,
    ...(region !== undefined && { region }),
    senders,
    environments: { staging: {}, production: {} },
  };
  return `${JSON.stringify(settings, null, 2)}\n`;
}

const readme = `# Mails

The transactional mails of this project, with postrider: their templates are in \`templates/\`, the settings in \`postrider.json\`.

    npx --no-install postrider start                              # the service on this machine, with an inbox
    npx --no-install postrider template push templates            # saves the templates there
    npx --no-install postrider template lint templates            # finds likely mistakes
    npx --no-install postrider deploy --environment staging       # into your AWS account; later: production

No version of postrider is in a registry yet: commit its packed file as \`vendor/postrider-VERSION.tgz\`, and \`npm install -D\` it from there, so that GitHub can install it.

GitHub lints pull requests and pushes main to staging. \`.github/workflows/postrider.yml\` says what it needs, and how production gets the templates.
`;
