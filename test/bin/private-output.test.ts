import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { emptyOutput, OutputError } from '../../bin/private-output.ts';
import { beforeEach, expect, test } from '../jest.ts';
import { temporaryFolder } from '../temporary-folder.ts';

let folder: string;
beforeEach(() => {
  folder = join(temporaryFolder(), 'cdk.out');
});

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);
// Windows has no POSIX permissions.
const onUnix = process.platform === 'win32' ? test.skip : test;

onUnix('the folder of a synthesis is made for its user alone', () => {
  emptyOutput(folder);

  expect(modeOf(folder)).toBe('700');
});

onUnix('the folder of a synthesis is closed to others where it was open', () => {
  mkdirSync(folder);
  chmodSync(folder, 0o777);

  emptyOutput(folder);

  expect(modeOf(folder)).toBe('700');
});

test('a synthesis removes earlier results from its folder, and nothing else', () => {
  for (const name of ['asset.0a1b', 'bundling-temp-0a1b', 'src']) {
    mkdirSync(join(folder, name), { recursive: true });
    writeFileSync(join(folder, name, 'index.js'), 'changed');
  }
  const files = ['manifest.json', 'tree.json', 'cdk.out', 'package.json', 'asset.2c3d.zip'];
  const ofStack = ['postrider.template.json', 'postrider.assets.json', 'postrider.metadata.json'];
  for (const name of [...files, ...ofStack, 'notes.txt', 'synth.lock']) {
    writeFileSync(join(folder, name), '');
  }

  emptyOutput(folder);

  expect(readdirSync(folder).sort()).toEqual(['notes.txt', 'src', 'synth.lock']);
});

// Only root can change the owner of a folder.
(process.getuid?.() === 0 ? test : test.skip)(
  'the folder of a synthesis is not one of another user',
  () => {
    mkdirSync(join(folder, 'asset.0a1b'), { recursive: true });
    chownSync(folder, 65_534, 65_534);

    expect(() => emptyOutput(folder)).toThrow(
      new OutputError(
        `${folder} belongs to another user of this machine, who could change the functions in it: remove it, then run this again`,
      ),
    );
    expect(lstatSync(join(folder, 'asset.0a1b')).isDirectory()).toBe(true);
  },
);
