import { existsSync, readFileSync } from 'node:fs';
import {
  EnvironmentNotChosen,
  type Settings,
  SettingsError,
  settingsIn,
} from '../../lib/settings.ts';
import { ManageError } from '../../shared/manage/manage-error.ts';

/** Where an environment's stack is. */
export interface EnvironmentTarget {
  stack: string;
  /** Undefined: the SDK's own way of finding it. */
  region: string | undefined;
  /** The one AWS account it may be in; undefined: that of the credentials. */
  account: string | undefined;
}

/** The file with the settings, as the CDK app finds it. */
export const settingsFile = () => process.env.POSTRIDER_SETTINGS ?? 'settings.json';

/** @throws {ManageError} where the settings file is wrong, or has no such environment */
export function environmentTarget(environment: string): EnvironmentTarget {
  const { stackName: stack, region, account } = environmentSettings(environment);
  return { stack, region, account };
}

/** The text of the settings file; where there is none, a file in which every setting has its default. */
export function settingsText(): string {
  const file = settingsFile();
  return existsSync(file) ? readFileSync(file, 'utf8') : '{}\n';
}

/**
 * The settings of an environment, or of the one deployment there is. `text`: the settings file's, where
 * it was read before.
 *
 * @throws {ManageError} where the settings file is wrong, or the choice is
 */
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
