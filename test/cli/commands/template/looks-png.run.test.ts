import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { installedChrome } from '../../../browser/harness/installed-chrome.ts';
import { packagedChromium } from '../../../browser/harness/packaged-chromium.ts';
import { expect, test } from '../../../jest.ts';
import { serve } from '../../../serve.ts';
import { temporaryFolder } from '../../../temporary-folder.ts';
import { runHere } from '../../in-process.ts';

const asked: string[] = [];
const { url } = await serve((request, response) => {
  asked.push(request.url ?? '');
  response.setHeader('content-type', 'image/gif');
  response.end(Buffer.from('R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw==', 'base64'));
});

test('--png draws each file 600 px wide and as high as the mail, and loads nothing but pictures', async () => {
  const dir = temporaryFolder();
  const html = [
    `<body style="margin:0"><link rel="stylesheet" href="${url}/style.css">`,
    `<img src="${url}/wide.gif" width="600" height="1234" style="display:block">`,
    `<iframe src="${url}/frame.html"></iframe><div style="background:url(${url}/behind.gif)">A</div>`,
    `<meta http-equiv="refresh" content="0;url=${url}/other.html"></body>`,
  ].join('');
  await mkdir(join(dir, 'mail'));
  await writeFile(join(dir, 'mail/body.html'), html);
  await writeFile(
    join(dir, 'mail/template.json'),
    '{"id": "mail", "name": "Mail", "subject": "Hello"}',
  );
  const own = installedChrome();
  const { executablePath, env } = own ? { executablePath: own, env: {} } : await packagedChromium();

  const words = ['template', 'looks', './mail', '--out', 'out', '--png', '--clients', 'gmail'];
  const ended = await runHere(
    words,
    { ...(env as Record<string, string>), CHROME_PATH: executablePath },
    dir,
  );

  expect(ended).toEqual({ exitCode: 0, stdout: 'Written: out/index.html\n', stderr: '' });
  for (const name of ['original', 'gmail', 'gmail-ios-dark']) {
    const png = await readFile(join(dir, `out/${name}.png`));
    expect(png.toString('latin1', 1, 4)).toBe('PNG');
    expect(png.readUInt32BE(16)).toBe(600);
    expect(png.readUInt32BE(20)).toBeGreaterThan(1234);
  }
  expect([...new Set(asked)].sort()).toEqual(['/behind.gif', '/wide.gif']);
});
