import type { Command } from 'commander';
import { mayUse } from '../../../shared/keys/scopes.ts';
import { readKeyOptions, type WrittenKeyOptions } from '../../../shared/manage/key-options.ts';
import { createKey } from '../../../shared/manage/keys.ts';
import { inAccount } from '../../connection/session.ts';
import { accountOption, collect, subcommand } from '../../terminal/options.ts';
import { fields } from '../../terminal/result.ts';
import { shellWord } from '../../terminal/text.ts';

interface CreateOptions {
  name: string;
  test?: true;
  redirectTo?: string;
  allow?: string[];
  scope?: string[];
}

/** `key create`: the only command that prints a secret. */
export function addCreate(key: Command): void {
  subcommand(key, 'create', {
    about: 'create an API key, live or test; its secret is shown once',
    example:
      'key create --account acc_0a1B2c3D4e5F6g7H --name ci --test --scope execute --scope messages',
  })
    .requiredOption('--name <name>', 'what uses the key: production, staging …')
    .option(...accountOption)
    .option('--test', 'a test key: its mails are captured and reach nobody')
    .option('--redirect-to <address>', 'with --test: send every mail to this address instead')
    .option(
      '--allow <recipient>',
      'with --test: an address, or a domain as @example.com, that gets its mails; repeatable',
      collect,
    )
    .option(
      '--scope <scope>',
      'allow the key only this: render, execute, verify or messages, also for a template, as execute:invoice-*; repeatable',
      collect,
    )
    .action((options: CreateOptions, command: Command) => {
      const written = writtenOptions(options, command);
      return inAccount(command, 'Creating the key', async ({ ports, accountId, deployment }) => {
        const created = await createKey(ports, {
          ...{ accountId, name: options.name },
          ...readKeyOptions(written),
        });
        const { keyId, name, secret } = created;
        const shown = fields([
          ['key', keyId],
          ['name', name],
          ...optionFields(created),
          ['secret', secret],
        ]);
        // A log of stderr must not contain the secret.
        const isTried = process.stderr.isTTY && mayUse(created, 'verify');
        return {
          json: created,
          text: `${shown}\n\nThe secret is shown only this once: store it now.`,
          ...(isTried && { note: `Try it:\n${tryKey(deployment.baseUrl, secret)}` }),
        };
      });
    });
}

function writtenOptions(options: CreateOptions, command: Command): WrittenKeyOptions {
  const { test, redirectTo, allow, scope: scopes } = options;
  if (!test && redirectTo !== undefined) command.error('error: --redirect-to needs --test');
  if (!test && allow !== undefined) command.error('error: --allow needs --test');
  return { mode: test ? 'test' : 'live', redirectTo, allow, scopes };
}

/** The options of `key create` that create a key like this one, quoted for a shell. */
export function createOptions({ mode, redirectTo, allow, scopes }: WrittenKeyOptions): string {
  return [
    ...(mode === 'test' ? ['--test'] : []),
    ...(redirectTo === undefined ? [] : [`--redirect-to ${shellWord(redirectTo)}`]),
    ...(allow ?? []).map((entry) => `--allow ${shellWord(entry)}`),
    ...(scopes ?? []).map((scope) => `--scope ${shellWord(scope)}`),
  ].join(' ');
}

export function optionFields({ mode, redirectTo, allow, scopes }: WrittenKeyOptions) {
  const rows: [string, string | undefined][] = [
    ['mode', mode],
    ['redirect to', redirectTo],
    ['allow', allow?.join(' ')],
    ['scopes', scopes?.join(' ')],
  ];
  return rows.filter(([, value]) => value !== undefined);
}

/** A shell command that tests a key and changes nothing. The local run answers for this domain without a network. */
const tryKey = (baseUrl: string, secret: string) =>
  [
    `curl -sS ${baseUrl}/verify \\`,
    `  -H 'Authorization: Bearer ${secret}' -H 'Content-Type: application/json' \\`,
    `  -d '{"email":"someone@inbox.example.com"}'`,
  ].join('\n');
