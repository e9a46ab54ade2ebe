import type { Settings } from '../../../lib/settings.ts';
import { ManageError } from '../../../shared/manage/manage-error.ts';
import { environmentSettings, settingsText } from '../../connection/environment.ts';
import { addedTo } from './sender-setting.ts';

/**
 * The settings file as it was when a deployment began. The CDK's app reads this text, too, so that
 * an edit of the file in the meantime does not end up in half of a deployment.
 */
export interface SettingsSnapshot {
  environment: string | undefined;
  /** The file's text, with the sender that the file lacks. */
  text: string;
  settings: Settings;
  /** The text that was in the file. */
  original: string;
  /** A sender that the file lacks; null where it lacks none. */
  newSender: string | null;
}

/** @throws {ManageError} where the settings file is wrong, or the choice of the environment is */
export function takeSnapshot(environment: string | undefined): SettingsSnapshot {
  const text = settingsText();
  const settings = environmentSettings(environment, text);
  return { environment, text, settings, original: text, newSender: null };
}

/**
 * The snapshot with one sender more. Nothing is written.
 *
 * @throws {ManageError} for what is neither an address nor a domain
 */
export function withSender(snapshot: SettingsSnapshot, sender: string): SettingsSnapshot {
  const { environment, settings } = snapshot;
  if (settings.senders.includes(sender)) return snapshot;
  const text = addedTo(snapshot.text, settings.senders, sender, environment);
  try {
    const settings = environmentSettings(environment, text);
    return { ...snapshot, text, settings, newSender: sender };
  } catch (error) {
    if (!(error instanceof ManageError)) throw error;
    // The settings were good before, so that the complaint is about this sender.
    const rule = /senders\.\d+ (must .*)$/.exec(error.message)?.[1];
    if (rule === undefined) throw error;
    throw new ManageError(`The sender ${JSON.stringify(sender)} ${rule}`);
  }
}
