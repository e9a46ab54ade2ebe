import { existsSync, readFileSync } from 'node:fs';
import { settingsFile } from '../../lib/project.ts';
import {
  EnvironmentNotChosen,
  type Settings,
  SettingsError,
  settingsIn,
} from '../../lib/settings/settings.ts';
import { ManageError } from '../../shared/manage/manage-error.ts';
import type { StackPlace } from './deployment.ts';

/** The place of an environment, or of the only deployment. @throws {ManageError} if the settings are wrong */
export function environmentTarget(environment: string | undefined): StackPlace {
  const { stackName: stack, ...settings } = environmentSettings(environment);
  const { region, account, bootstrapQualifier } = settings;
  return { stack, region, account, bootstrapQualifier };
}

/** The text of the settings file; if there is none, a file in which every setting has its default. */
export function settingsText(): string {
  const file = settingsFile();
  return existsSync(file) ? readFileSync(file, 'utf8') : '{}\n';
}

/** Reads the settings of an environment, or of the only deployment, from `text` or the file. @throws {ManageError} */
export function environmentSettings(
  environment: string | undefined,
  text: string = settingsText(),
): Settings {
  try {
    return settingsIn(text, settingsFile(), environment);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    const hint =
      error instanceof EnvironmentNotChosen ? { hint: 'name it with --environment' } : {};
    throw new ManageError(error.message, [], { ...hint, cause: error });
  }
}
