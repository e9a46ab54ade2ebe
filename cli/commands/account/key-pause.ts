import type { Command } from 'commander';
import { type ApiKey, pauseKey, resumeKey } from '../../../shared/manage/keys.ts';
import { pauseWords } from '../../../shared/pause.ts';
import { authorName } from '../../connection/author.ts';
import { inSession } from '../../connection/session.ts';
import { type AccountOption, nextCommand, subcommand } from '../../terminal/options.ts';
import { noteOfPause } from '../../terminal/pause-note.ts';

const argument = ['<key>', "the key's id"] as const;

export function addPause(key: Command, owner: readonly [string, string]): void {
  subcommand(key, 'pause', {
    about: 'refuse every request with an API key, with 403, until it is resumed',
    example: 'key pause key_0a1B2c3D4e5F6g7H --note "Loops since the last release"',
  })
    .argument(...argument)
    .option(...noteOfPause)
    .option(...owner)
    .action((keyId: string, options: AccountOption & { note?: string }, command: Command) =>
      inSession(command, 'Pausing the key', async ({ ports, deployment }) => {
        const { account: accountId, note } = options;
        const by = await authorName(deployment);
        const paused = await pauseKey(ports, keyId, { accountId, by, note });
        const resume = nextCommand(command, `key resume ${keyId}`);
        return { json: paused, text: `${pausedText(paused)}\nTo resume it: ${resume}` };
      }),
    );
}

const pausedText = ({ keyId, paused }: ApiKey) =>
  `Key ${keyId} ${paused ? pauseWords(paused) : 'is paused'}: requests with it get 403.`;

export function addResume(key: Command, owner: readonly [string, string]): void {
  subcommand(key, 'resume', {
    about: 'let a paused API key work again',
    example: 'key resume key_0a1B2c3D4e5F6g7H',
  })
    .argument(...argument)
    .option(...owner)
    .action((keyId: string, { account }: AccountOption, command: Command) =>
      inSession(command, 'Resuming the key', async ({ ports }) => {
        const resumed = await resumeKey(ports, keyId, account);
        return { json: resumed, text: `Key ${keyId} is not paused: it works again.` };
      }),
    );
}
