import { existsSync } from 'node:fs';
import { type Command, Option } from 'commander';
import { settingsFile } from '../../../../lib/project.ts';
import { sharedSettings } from '../../../../lib/settings/settings.ts';
import { readClients } from '../../../../shared/engine/looks/clients.ts';
import type { ClientWeights } from '../../../../shared/engine/looks/finding.ts';
import { lookClients } from '../../../../shared/engine/looks/rules.ts';
import { ManageError } from '../../../../shared/manage/manage-error.ts';
import { environmentSettings } from '../../../connection/environment.ts';
import type { GlobalOptions } from '../../../connection/session.ts';

export const clientsOption = () =>
  new Option(
    '--clients <ids>',
    `the mail clients to judge for, separated by commas; default: clients of the settings, else the first five of ${lookClients.map(({ id }) => id).join(', ')}`,
  );

/** The mail clients of the option or of the settings; undefined: the usual ones. */
export function chosenClients(command: Command): ClientWeights | undefined {
  const { clients, environment }: { clients?: string } & GlobalOptions = command.optsWithGlobals();
  if (clients === undefined) {
    if (environment === undefined && !existsSync(settingsFile())) return undefined;
    return environmentSettings(environment ?? sharedSettings).clients;
  }
  const read = readClients(clients.split(',').map((id) => id.trim()));
  if (typeof read === 'string') throw new ManageError(`--clients: ${read}`);
  return read;
}
