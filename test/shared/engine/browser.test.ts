import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, test } from '../../jest.ts';

const engine = fileURLToPath(new URL('../../../shared/engine/', import.meta.url));

test('the engine can be bundled for a browser with everything that it imports', async () => {
  const { warnings, errors } = await build({
    absWorkingDir: engine,
    entryPoints: globSync('**/*.ts', { cwd: engine, exclude: ['**/*.d.ts'] }),
    outdir: '/none',
    bundle: true,
    format: 'esm',
    platform: 'browser',
    write: false,
  });

  expect({ warnings, errors }).toEqual({ warnings: [], errors: [] });
});
