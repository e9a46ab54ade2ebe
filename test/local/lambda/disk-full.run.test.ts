import { statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bareEnvironment } from '../../bare-environment.ts';
import { expect, test } from '../../jest.ts';
import { nodeInLittleRoom } from '../../little-room.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const printing = fileURLToPath(new URL('print-much.ts', import.meta.url));

test('on a full disk a function continues without its log', async () => {
  const folder = temporaryFolder();
  const log = join(folder, 'Render.log');

  const ended = await nodeInLittleRoom(64, [printing, log], {
    cwd: folder,
    env: bareEnvironment(),
  });

  expect(ended).toEqual({ exitCode: 0, stdout: 'printed\n', stderr: '' });
  expect(statSync(log).size).toBeLessThan(1024 * 1024);
});
