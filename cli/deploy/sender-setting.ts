import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { applyEdits, modify, parse } from 'jsonc-parser';
import { environmentSettings, settingsFile } from '../environment.ts';

const layout = { formattingOptions: { insertSpaces: true, tabSize: 2, eol: '\n' } };

/**
 * Writes a sender into the settings file, if it is not in it already: to those of the environment
 * where there is one. The rest of the file stays as it is.
 *
 * @throws {ManageError} where the file is wrong before or after it; it is then as it was
 */
export function addSender(sender: string, environment: string | undefined): void {
  const { senders } = environmentSettings(environment);
  if (senders.includes(sender)) return;
  const file = settingsFile();
  const before = existsSync(file) ? readFileSync(file, 'utf8') : '{}\n';
  const path = environment === undefined ? ['senders'] : ['environments', environment, 'senders'];
  // A file that cannot be read was refused before.
  const isObject = typeof parse(before) === 'object';
  const edits = modify(isObject ? before : '{}', path, [...senders, sender], layout);
  writeFileSync(file, applyEdits(before, edits));
  try {
    environmentSettings(environment);
  } catch (refused) {
    writeFileSync(file, before);
    throw refused;
  }
}
