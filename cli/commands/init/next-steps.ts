import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import * as z from 'zod/mini';
import { program, startCommand } from '../../../shared/command.ts';
import { readJson } from '../../terminal/json-source.ts';

const packages = z.record(z.string(), z.unknown());
const manifest = z.looseObject({
  dependencies: z.optional(packages),
  devDependencies: z.optional(packages),
});

/** The commands to run next in a new folder, the first one first. */
export function nextSteps(folder: string): string[] {
  const way = relative(process.cwd(), folder);
  return [
    ...(way === '' ? [] : [`cd ${way.includes(' ') ? JSON.stringify(way) : way}`]),
    startCommand,
    `${program} template push templates`,
    `${program} deploy --environment staging`,
  ];
}

/** Whether the folder's package.json names postrider. A file that cannot be read counts as one that does not. */
export async function hasPostrider(folder: string): Promise<boolean> {
  const text = await readFile(join(folder, 'package.json'), 'utf8').catch(() => '');
  const source = readJson(text);
  const { dependencies, devDependencies } =
    (source.ok ? manifest.safeParse(source.value).data : undefined) ?? {};
  return Object.hasOwn({ ...dependencies, ...devDependencies }, 'postrider');
}
