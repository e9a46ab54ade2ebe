import { settingsName } from '../../../lib/project.ts';
import { SettingsError, settingsIn } from '../../../lib/settings/settings.ts';
import { ManageError } from '../../../shared/manage/manage-error.ts';
import type { Dialog } from '../../terminal/dialog.ts';
import { type Choices, settingsFor } from './project-files.ts';

/** Asks a person for what the options leave open. */
export async function askChoices({ senders, region }: Choices, dialog: Dialog): Promise<Choices> {
  const sender =
    senders.length === 0
      ? await dialog.ask('Which address or domain do you want to send from? (Enter: decide later) ')
      : '';
  const place =
    region ??
    (await dialog.ask(
      'Which AWS region do you want to use? (Enter: the one of your AWS profile) ',
    ));
  return { senders: sender ? [sender] : senders, region: place || undefined };
}

const names: Record<string, string> = { senders: 'sender', region: 'region' };

/** @throws {ManageError} for a sender or a region that the settings would refuse */
export function checkChoices(choices: Choices): void {
  try {
    settingsIn(settingsFor(choices), settingsName, 'production');
  } catch (error) {
    const [issue] = error instanceof SettingsError ? error.issues : [];
    if (!issue) throw error;
    const [setting = '', index] = issue.path.map(String);
    const value = index === undefined ? choices.region : choices.senders[Number(index)];
    throw new ManageError(`The ${names[setting]} ${JSON.stringify(value)} ${issue.message}`, [], {
      cause: error,
    });
  }
}
