import type { Command } from 'commander';
import { pauseKey, resumeKey } from '../../../shared/manage/keys.ts';
import { pauseWords } from '../../../shared/pause.ts';
import { addPauseCommands } from '../../connection/pause-commands.ts';

export function addPause(key: Command, owner: readonly [string, string]): void {
  addPauseCommands(key, {
    noun: 'key',
    example: { id: 'key_0a1B2c3D4e5F6g7H', note: 'Loops since the last release' },
    account: owner,
    about: {
      pause: 'refuse every request with an API key, with 403, until it is resumed',
      resume: 'let a paused API key work again',
    },
    pause: async ({ ports, id, command, by, note }) => {
      const { account: accountId } = command.opts();
      const key = await pauseKey(ports, id, { accountId, by: await by(), note });
      const how = key.paused ? pauseWords(key.paused) : 'is paused';
      return { json: key, text: `Key ${id} ${how}: requests with it get 403.` };
    },
    resume: async ({ ports, id, command }) => ({
      json: await resumeKey(ports, id, command.opts().account),
      text: `Key ${id} is not paused: it works again.`,
    }),
  });
}
