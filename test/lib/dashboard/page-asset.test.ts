import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { firstError } from '../../../lib/build/page.ts';
import { previewScriptHash } from '../../../lib/dashboard/preview-script.ts';
import { pageFolder } from '../../../lib/home.ts';
import { beforeAll, describe, expect, test } from '../../jest.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

test('a build error of the dashboard is reported with its place', () => {
  const said = [
    '\u2717 Build failed in 115ms',
    'error during build:',
    'Build failed with 2 errors:',
    '',
    "\u001b[31m[UNRESOLVED_IMPORT] \u001b[0mCould not resolve './nowhere.ts' in src/main.tsx",
    '   \u001b[38;5;246m\u256d\u2500[\u001b[0m dashboard/src/main.tsx:1:15 \u001b[38;5;246m]\u001b[0m',
    ' 1 \u2502 import x from "./nowhere.ts";',
    '   \u256d\u2500[ dashboard/src/app.tsx:9:1 ]',
    '    at build (file:///somewhere/node.js:1:1)',
  ].join('\n');

  expect(firstError(said)).toBe(
    "dashboard/src/main.tsx:1:15 Could not resolve './nowhere.ts' in src/main.tsx",
  );
});

test("an error that the dashboard's build throws is reported with its message", () => {
  const root = join(pageFolder, '..');
  const said = [
    'Build failed with 1 error:',
    '',
    `[plugin vite:build-html] ${root}/dashboard/index.html`,
    `Error: Failed to resolve /src/main.tsx from ${root}/dashboard/index.html`,
    '    at async Promise.all (index 0)',
  ].join('\n');

  expect(firstError(said)).toBe('Failed to resolve /src/main.tsx from dashboard/index.html');
});

test('a build of the dashboard that fails without output is reported too', () => {
  expect(firstError('')).toBe('Vite does not say why');
});

describe("the preview's script", () => {
  let page: string;
  beforeAll(() => {
    page = temporaryFolder();
  });

  const hashOf = (html: string) => {
    writeFileSync(join(page, 'preview.html'), html);
    return previewScriptHash(page);
  };

  test("the preview's script is allowed by the hash of everything between its tags", () => {
    const text = '\n  run("a < b");\n';

    const hash = hashOf(`<head><!-- sandbox="allow-scripts" --><script>${text}</script></head>`);

    expect(hash).toBe(`sha256-${createHash('sha256').update(text).digest('base64')}`);
  });

  test.each([
    ['none', '<body></body>'],
    ['two', '<script>1</script><script>2</script>'],
    ['one of a file', '<script type="module" src="/assets/preview.js"></script>'],
  ])('a preview is refused if there is %s', (_, html) => {
    expect(() => hashOf(html)).toThrow(
      'dashboard/preview.html must have exactly one script, and it must be inline',
    );
  });

  test("the preview's script is inline and unchanged", () => {
    expect(previewScriptHash(pageFolder)).toMatch(/^sha256-[A-Za-z0-9+/]{43}=$/);
  });
});
