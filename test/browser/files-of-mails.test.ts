import { beforeAll, expect, test } from 'vitest';
import { openAccount, type TestAccount } from '../api/harness/account.ts';
import { openBrowserForFile, openDashboard } from './harness/browser.ts';
import { editorParts } from './harness/editor.ts';

openBrowserForFile();

let account: TestAccount;
beforeAll(async () => {
  account = await openAccount();
  await account.save({ id: 'pictures', html: pictures });
});

const pictures = `<p>Hello</p><img src="cid:logo" alt="Our logo" width="120">
<img src="CID:a<b>&quot;&#xD800;${'c'.repeat(70)}" alt="Long name"><img name="setAttribute" alt="Clobbers" src="cid:x">
<table><tr><td background="cid:paper">On paper</td></tr></table>
<img src="data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=" alt="Own"><a href="cid:logo">Link</a>`;

test('the preview shows a neutral picture with the name of each file that a mail shows by its cid', async () => {
  const page = await openDashboard(account, '/templates/pictures');
  const { mail } = editorParts(page);
  await mail.getByText('On paper').waitFor();
  await mail.locator('body').evaluate(allDrawn);

  const shown = await mail.locator('img, td').evaluateAll((elements) =>
    elements.map((element) => {
      const { naturalWidth = null, src = '' } = element as Partial<HTMLImageElement>;
      const picture = decodeURIComponent(element.getAttribute('background') ?? src);
      return [naturalWidth, /<text.*>(.*)<.text>/.exec(picture)?.[1] ?? picture.slice(0, 14)];
    }),
  );

  expect(shown).toEqual([
    [104, 'cid:logo'],
    [248, 'CID:a?b???ccccccccccccccc…'],
    [80, 'cid:x'],
    [null, ''],
    [1, 'data:image/gif'],
  ]);
  expect(await mail.getByText('Link', { exact: true }).getAttribute('href')).toBe('cid:logo');
});

async function allDrawn(body: Element): Promise<void> {
  const images = [...body.ownerDocument.querySelectorAll('img')];
  await Promise.all(images.map((image) => image.decode()));
}
