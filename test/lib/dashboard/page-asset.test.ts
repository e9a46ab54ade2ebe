import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { previewScriptHash } from '../../../lib/dashboard/preview-script.ts';
import { pageFolder } from '../../../lib/home.ts';
import { beforeAll, describe, expect, test } from '../../jest.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

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
