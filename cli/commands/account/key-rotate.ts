import type { Command } from 'commander';
import { rotateKey } from '../../../shared/manage/rotate-key.ts';
import { inSession } from '../../connection/session.ts';
import { localTime, spanMs } from '../../terminal/local-time.ts';
import { type AccountOption, subcommand } from '../../terminal/options.ts';
import { fields } from '../../terminal/result.ts';

interface RotateOptions extends AccountOption {
  oldFor: string;
}

/** `key rotate`: prints the secret of a new key like the given one, which ends later. */
export function addRotate(key: Command, ownerOption: readonly [string, string]): void {
  subcommand(key, 'rotate', {
    about: 'create an API key like another one, which then works only for a while',
    example: 'key rotate key_0a1B2c3D4e5F6g7H --old-for 7d',
  })
    .argument(
      '<key>',
      'the id of the key that is replaced: the new one has its name, mode and scopes',
    )
    .option(
      '--old-for <span>',
      'how long the replaced key works: 30m, 2h, 7d …, or always until you delete it',
      '24h',
    )
    .option(...ownerOption)
    .action((keyId: string, { account, oldFor }: RotateOptions, command: Command) => {
      const ms = oldFor === 'always' ? null : spanMs(oldFor);
      if (ms === undefined) {
        command.error(
          `error: --old-for must be a span such as 30m, 2h or 7d, or always, found ${JSON.stringify(oldFor)}`,
        );
      }
      return inSession(command, 'Creating the key', async ({ ports }) => {
        const oldUntil = ms === null ? null : new Date(ports.now().getTime() + ms);
        const { created, old } = await rotateKey(ports, keyId, { accountId: account, oldUntil });
        const shown = fields([
          ['key', created.keyId],
          ['name', created.name],
          ['secret', created.secret],
        ]);
        const end = old.activeUntil
          ? `The key ${keyId} works until ${localTime(old.activeUntil)}.`
          : `The key ${keyId} works until you delete it.`;
        return {
          json: { ...created, old },
          text: `${shown}\n\nThe secret is shown only this once: store it now.\n${end}`,
        };
      });
    });
}
