import { settingsName } from '../../../lib/project.ts';
import { settingsFormat } from '../../../lib/settings/settings.ts';
import type { DoorName } from '../../../shared/engine/doors.ts';

export interface Choices {
  senders: readonly string[];
  /** Undefined means the one of the AWS profile. */
  region: string | undefined;
  /** What sends the mails today, if it can send them through a door. */
  door?: DoorName | undefined;
}

export function projectFiles(choices: Choices): [path: string, content: string][] {
  return [
    [settingsName, settingsFor(choices)],
    ['.github/workflows/postrider.yml', workflow],
    ['.gitignore', 'node_modules/\n.local/\n'],
    ['README.md', readme],
  ];
}

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

const setUp = `    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with:
          node-version: 24
      - run: npm install --no-audit --no-fund
`;

const signIn = `      - uses: aws-actions/configure-aws-credentials@v4
        with:
          role-to-assume: \${{ vars.AWS_DEPLOY_ROLE }}
          aws-region: \${{ vars.AWS_REGION }}
`;

const job = (environment: string, event: string, command: string) => `  ${environment}:
    if: github.event_name == '${event}' && github.ref == 'refs/heads/main'
    runs-on: ubuntu-latest
    environment: ${environment}
    concurrency: postrider-${environment}
    permissions:
      contents: read
      id-token: write
${setUp}${signIn}      - run: npx --no-install postrider ${command}
`;

/** A workflow of GitHub Actions. It never deploys: the first deployment prints an API key, which no log may have. */
export const workflow = `# Lints the templates of each pull request; pushes those of main to staging. To copy what staging serves to
# production, run this workflow by hand (Actions, postrider, Run workflow).
#
# It needs postrider in package.json, from a file in this repository such as vendor/postrider-VERSION.tgz, and both environments deployed from your own machine. In the settings of the
# repository create
#   - the variables AWS_REGION and AWS_DEPLOY_ROLE: a role that may push templates and that GitHub may assume
#   - the environments staging and production, the latter with required reviewers, both only for main
#
# If TypeScript compiles your code: write src/postrider.d.ts with "postrider template types", and let the job lint
# check it with "npx --no-install postrider template types templates --out src/postrider.d.ts --check".
name: postrider

on:
  pull_request:
    paths: ["templates/**", "postrider.json"]
  push:
    branches: [main]
    paths: ["templates/**", "postrider.json"]
  workflow_dispatch:

permissions:
  contents: read

jobs:
  lint:
    if: github.event_name == 'pull_request'
    runs-on: ubuntu-latest
${setUp}      - run: npx --no-install postrider template lint templates --environment production --max-warnings 0 --format github

${job('staging', 'push', 'template push templates --environment staging')}
${job('production', 'workflow_dispatch', 'template promote --from staging --to production --yes')}`;
