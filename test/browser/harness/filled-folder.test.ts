import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from '../../jest.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { filledFolder } from './filled-folder.ts';

const parent = temporaryFolder();
const folder = join(parent, 'cache', '1.0.0');
beforeEach(() => rm(join(parent, 'cache'), { recursive: true, force: true }));

test('a folder that several fill at the same time is complete, and all of them get it', async () => {
  const { promise: allWrite, resolve: write } = Promise.withResolvers<void>();
  let writers = 0;
  const fill = async (own: string) => {
    await mkdir(join(own, 'fonts'));
    writers += 1;
    if (writers === 3) write();
    await allWrite;
    await writeFile(join(own, 'fonts/one'), 'whole');
  };

  const had = await Promise.all([1, 2, 3].map(() => filledFolder(folder, fill)));

  expect(had).toEqual([folder, folder, folder]);
  expect(await readFile(join(folder, 'fonts/one'), 'utf8')).toBe('whole');
  expect(await readdir(join(parent, 'cache'))).toEqual(['1.0.0']);
});

test('a folder that is complete is not filled again', async () => {
  await filledFolder(folder, (own) => writeFile(join(own, 'one'), 'first'));
  await filledFolder(folder, (own) => writeFile(join(own, 'one'), 'second'));

  expect(await readFile(join(folder, 'one'), 'utf8')).toBe('first');
});

test('a folder whose filling failed does not exist, and the next one fills it', async () => {
  const full = async (own: string) => {
    await writeFile(join(own, 'one'), 'half');
    throw new Error('The disk is full');
  };

  await expect(filledFolder(folder, full)).rejects.toThrow('The disk is full');
  expect(await readdir(join(parent, 'cache'))).toEqual([]);

  await filledFolder(folder, (own) => writeFile(join(own, 'one'), 'whole'));
  expect(await readFile(join(folder, 'one'), 'utf8')).toBe('whole');
});
