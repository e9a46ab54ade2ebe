import { existsSync, realpathSync } from 'node:fs';
import { ManageError } from '../../../shared/manage/manage-error.ts';
import { environmentSettings, settingsFile, settingsText } from '../../connection/environment.ts';
import { writeWholeFile } from '../../files/whole-file.ts';
import { codeOf } from '../../terminal/error-code.ts';
import { addedTo } from '../preflight/sender-setting.ts';
import type { SettingsSnapshot } from '../preflight/settings-snapshot.ts';

/**
 * Writes the new sender of a deployment into the settings file as it is now, and keeps whatever
 * others have changed in it since the deployment began. Returns whether they have.
 *
 * @throws {ManageError} where the file cannot take the sender; it is then as it was
 */
export async function keepSender({
  environment,
  original,
  newSender,
}: SettingsSnapshot): Promise<boolean> {
  const now = settingsText();
  if (newSender === null) return now !== original;
  try {
    const { senders } = environmentSettings(environment, now);
    if (!senders.includes(newSender)) {
      const text = addedTo(now, senders, newSender, environment);
      environmentSettings(environment, text);
      const file = settingsFile();
      // A link to the file stays a link.
      await writeWholeFile(existsSync(file) ? realpathSync(file) : file, text);
    }
    return now !== original;
  } catch (error) {
    const why = error instanceof ManageError ? error.message : codeOf(error);
    if (why === undefined) throw error;
    throw new ManageError(
      `The sender ${newSender} cannot be written into ${settingsFile()} (${why}), so nothing was deployed`,
      [],
      { hint: 'fix the file, and run deploy again', cause: error },
    );
  }
}
