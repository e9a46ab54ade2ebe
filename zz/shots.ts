import { launchChromium } from '../test/browser/harness/chromium.ts';
const base = process.argv[2]; const dark = process.argv[3] === 'dark'; const width = Number(process.argv[4] ?? 1280);
const browser = await launchChromium([]);
const c = await browser.newContext({ viewport: { width, height: 800 }, colorScheme: dark ? 'dark' : 'light' });
c.setDefaultTimeout(120000);
const p = await c.newPage();
for (const path of ['/settings/people', '/settings/trail', '/settings/person', '/templates/welcome/draft', '/templates/welcome/revisions']) {
  await p.goto(base + path); await p.waitForTimeout(4000);
  await p.screenshot({ path: `/work/help35/shot${path.replace(/\//g, '-')}-${width}${dark ? '-dark' : ''}.png` });
}
await browser.close();
