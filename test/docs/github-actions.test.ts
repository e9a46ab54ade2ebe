import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import * as z from 'zod';
import { expect, test } from '../jest.ts';
import { commandsIn, parsed } from './commands.ts';

const examples = fileURLToPath(new URL('../../docs/examples/', import.meta.url));
const team = `${examples}team/`;

const workflow = z.object({
  on: z.record(z.string(), z.unknown()),
  permissions: z.record(z.string(), z.string()),
  jobs: z.record(
    z.string(),
    z.object({
      permissions: z.record(z.string(), z.string()),
      environment: z.string().optional(),
      steps: z.array(
        z.object({
          uses: z.string().optional(),
          run: z.string().optional(),
          with: z.record(z.string(), z.unknown()).optional(),
        }),
      ),
    }),
  ),
});

const source = readFileSync(`${team}.github/workflows/mail.yml`, 'utf8');
const { jobs } = workflow.parse(parse(source));
const steps = Object.values(jobs).flatMap((job) => job.steps);

const commands = steps.flatMap(({ run = '' }) => commandsIn(`\`\`\`sh\n${run}\n\`\`\``));

test('the GitHub Actions example lints, checks types, diffs, replays, deploys, pushes, pulls and promotes', () => {
  expect(
    commands.map((words) => words.filter((word) => /^[a-z]+$/.test(word)).slice(0, 2)),
  ).toEqual([
    ['template', 'lint'],
    ['template', 'types'],
    ['template', 'diff'],
    ['template', 'replay'],
    ['deploy', 'staging'],
    ['template', 'push'],
    ['template', 'promote'],
    ['template', 'pull'],
    ['deploy', 'production'],
    ['template', 'promote'],
  ]);
});

test.each(commands.map((words) => [words.join(' '), words] as const))(
  'the CLI knows the command in the GitHub Actions example and its options: %s',
  async (_, words) => {
    expect(words).toContain(await parsed(words));
  },
);

test('the GitHub Actions example shows what production would get before the job that waits for an approval', () => {
  const promotions = Object.entries(jobs).flatMap(([name, job]) =>
    job.steps.flatMap(({ run = '' }) => (run.includes('template promote') ? [[name, run]] : [])),
  );

  expect(promotions).toEqual([
    ['staging', expect.stringMatching(/ --dry-run > (\S+)\n.*cat \1.* >> "\$GITHUB_STEP_SUMMARY"/)],
    ['production', expect.stringMatching(/ --yes$/)],
  ]);
});

test('the GitHub Actions example uses roles and contains no static AWS key', () => {
  const roles = steps.filter(({ uses }) =>
    uses?.startsWith('aws-actions/configure-aws-credentials@'),
  );

  expect(source).not.toMatch(/secrets\.|access-key/i);
  expect(roles).toHaveLength(Object.keys(jobs).length);
  for (const { with: given } of roles) {
    expect(given).toEqual({
      'role-to-assume': expect.stringMatching(/^\$\{\{ vars\.AWS_(READ|DEPLOY)_ROLE \}\}$/),
      'aws-region': '${{ vars.AWS_REGION }}',
    });
  }
  for (const [name, { permissions }] of Object.entries(jobs)) {
    const commits = name === 'staging';
    expect(permissions).toEqual({
      ...{ contents: commits ? 'write' : 'read', 'id-token': 'write' },
      ...(commits && { 'pull-requests': 'write' }),
    });
  }
});

test('the trust policies of the GitHub Actions example allow no other repository, branch or event', () => {
  const subjects = ['github-deploy-trust', 'github-read-trust'].map((name) => {
    const trust = JSON.parse(readFileSync(`${examples}${name}.json`, 'utf8')) as {
      Statement: { Condition: { StringEquals: Record<string, unknown> } }[];
    };
    const issuer = 'token.actions.githubusercontent.com';
    const conditions = trust.Statement.map(({ Condition }) => Condition.StringEquals);
    expect(conditions.map((equals) => equals[`${issuer}:aud`])).toEqual(['sts.amazonaws.com']);
    return conditions.flatMap((equals) => equals[`${issuer}:sub`]);
  });

  const environments = Object.values(jobs).flatMap(({ environment }) => environment ?? []);
  expect(subjects).toEqual([
    environments.map((name) => `repo:example/mail:environment:${name}`),
    ['repo:example/mail:pull_request'],
  ]);
});
