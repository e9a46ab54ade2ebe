import { build } from 'esbuild';
import { expect, test } from '../../../jest.ts';

const render = new URL('../../../../shared/engine/render/', import.meta.url).pathname;

/** The code that a function loads immediately when it imports `names` from a file of `shared/engine/render`. */
async function loadedAtOnce(names: string, file: string) {
  const { metafile } = await build({
    stdin: { contents: `export { ${names} } from './${file}';`, resolveDir: render },
    bundle: true,
    minify: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    outdir: 'out',
    write: false,
    metafile: true,
  });
  const outputs = metafile.outputs;
  const found = new Set<string>();
  const visit = (name: string) => {
    if (found.has(name)) return;
    found.add(name);
    for (const { kind, path } of outputs[name]?.imports ?? []) {
      if (kind === 'import-statement' && outputs[path]) visit(path);
    }
  };
  visit('out/stdin.js');
  const chunks = [...found].map((name) => outputs[name]);
  return {
    bytes: chunks.reduce((sum, chunk) => sum + (chunk?.bytes ?? 0), 0),
    packages: packagesOf(chunks.flatMap((chunk) => Object.keys(chunk?.inputs ?? {}))),
  };
}

function packagesOf(inputs: readonly string[]): string[] {
  const names = inputs.map((input) => input.match(/node_modules\/([^/]+)/)?.[1]);
  return [...new Set(names.filter((name) => name !== undefined))].sort();
}

test('rendering content loads a few kilobytes and no package', async () => {
  const { bytes, packages } = await loadedAtOnce('renderContent', 'render-content.ts');

  expect(packages).toEqual([]);
  expect(bytes).toBeLessThan(12 * 1024);
});

test('rendering mails loads the HTML parser only when a mail needs it', async () => {
  const { bytes, packages } = await loadedAtOnce('renderMail', 'render-template.ts');

  expect(packages).toEqual([]);
  // A quarter of it are the sentences of all refusals.
  expect(bytes).toBeLessThan(17 * 1024);
});

test('compiling loads mustache, and no HTML parser', async () => {
  const { packages } = await loadedAtOnce('compileTemplate', 'compile-template.ts');

  expect(packages).toEqual(['mustache']);
});
