import { existsSync, realpathSync } from 'node:fs';
import { applyEdits, modify } from 'jsonc-parser';
import { settingsFile } from '../../../lib/project.ts';
import { type Settings, SettingsError } from '../../../lib/settings/settings.ts';
import { ManageError } from '../../../shared/manage/manage-error.ts';
import { environmentSettings, settingsText } from '../../connection/environment.ts';
import { orCannotWrite, writeWholeFile } from '../../files/whole-file.ts';

/** The settings file as it was when a deployment began: a later edit has no effect on that deployment. */
export interface SettingsSnapshot {
  environment: string | undefined;
  /** The file's text, with the new sender. */
  text: string;
  settings: Settings;
  original: string;
  /** A sender that the file does not have yet; null if the deployment adds none. */
  newSender: string | null;
}

/** @throws {ManageError} if the settings file is wrong, or has no such environment */
export function takeSnapshot(environment: string | undefined): SettingsSnapshot {
  const text = settingsText();
  const settings = environmentSettings(environment, text);
  return { environment, text, settings, original: text, newSender: null };
}

/** The snapshot with one more sender. @throws {ManageError} for a text that is neither an address nor a domain */
export function withSender(snapshot: SettingsSnapshot, sender: string): SettingsSnapshot {
  const { environment, settings } = snapshot;
  if (settings.senders.includes(sender)) return snapshot;
  const text = textWithSender(snapshot.text, settings.senders, sender, environment);
  try {
    return {
      ...snapshot,
      text,
      settings: environmentSettings(environment, text),
      newSender: sender,
    };
  } catch (error) {
    const cause = error instanceof ManageError ? error.cause : undefined;
    const issues = cause instanceof SettingsError ? cause.issues : [];
    const rule = issues.find(({ path }) => path.at(-2) === 'senders')?.message;
    // The settings were valid before, so that the issue is about this sender.
    throw rule ? new ManageError(`The sender ${JSON.stringify(sender)} ${rule}`) : error;
  }
}

/** Saves the new sender. @throws {ManageError} if the file was edited since, or cannot be written */
export async function saveSender({ text, original, newSender }: SettingsSnapshot): Promise<void> {
  if (newSender === null) return;
  const file = settingsFile();
  if (settingsText() !== original) {
    throw new ManageError(`${file} was edited while this ran, so nothing was deployed`, [], {
      hint: 'run deploy again',
    });
  }
  // If the settings file is a symbolic link, this overwrites the file that the link leads to, not the link.
  const target = existsSync(file) ? realpathSync(file) : file;
  await orCannotWrite(file, () => writeWholeFile(target, text));
}

const layout = { formattingOptions: { insertSpaces: true, tabSize: 2, eol: '\n' } };

/** The text of a settings file with one more sender, in the environment if one is named. The rest does not change. */
function textWithSender(
  text: string,
  senders: readonly string[],
  sender: string,
  environment: string | undefined,
): string {
  const path = environment === undefined ? ['senders'] : ['environments', environment, 'senders'];
  return applyEdits(text, modify(text, path, [...senders, sender], layout));
}
