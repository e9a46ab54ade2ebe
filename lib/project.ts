import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { isPackaged } from '../shared/command.ts';

/** The name of the settings file. Its folder is the user's project. */
export const settingsName = 'postrider.json';

/** The folder in which the user typed the command. npm runs the scripts of a checkout in the checkout. */
export function callerFolder(): string {
  const { npm_lifecycle_event: script, INIT_CWD: typedIn } = process.env;
  const isScript = !isPackaged && (script === 'postrider' || script === 'start');
  return isScript && typedIn ? typedIn : process.cwd();
}

/** A path that the user typed. */
export const callerPath = (path: string): string => shown(resolve(callerFolder(), path));

/** The folder of the nearest settings file, from the user's folder upwards. Default: the working directory. */
export function projectFolder(): string {
  return nearest(settingsName) ?? process.cwd();
}

/** The folders whose packages a command may load: those of the nearest package.json and of the settings file. */
export function packageFolders(): string[] {
  const settings = settingsFile();
  const folders = [
    nearest('package.json'),
    existsSync(settings) ? dirname(resolve(settings)) : null,
  ];
  return folders.filter((folder) => folder !== null);
}

/** The nearest folder with the file, from `from` upwards; null if there is none. Default: from the user's folder. */
export function nearest(file: string, from = callerFolder()): string | null {
  for (let folder = from; ; folder = dirname(folder)) {
    if (existsSync(join(folder, file))) return folder;
    if (folder === dirname(folder)) return null;
  }
}

/** The settings file: the one that POSTRIDER_SETTINGS names, else the project's. It may not exist. */
export function settingsFile(): string {
  const named = process.env.POSTRIDER_SETTINGS;
  return named ? callerPath(named) : shown(join(projectFolder(), settingsName));
}

/** The local run's data folder: the one that POSTRIDER_DATA names, else `.local` in the project. */
export function dataFolder(): string {
  const named = process.env.POSTRIDER_DATA;
  return named ? callerPath(named) : shown(join(projectFolder(), '.local'));
}

/** The path as a user reads it, from the working directory if the path is below it. */
function shown(path: string): string {
  const short = relative(process.cwd(), path);
  return short === '' || short.startsWith('..') ? path : short;
}
