import { beforeAll, test } from 'vitest';
import { openBrowserForFile, openDashboard } from './harness/browser.ts';
import { type FullAccount, openFullAccount } from './harness/full-account.ts';
import { provokeComplaints } from './harness/browser.ts';
openBrowserForFile();
let account: FullAccount;
beforeAll(async () => { account = await openFullAccount(); });
const list = (process.env.SHOTS ?? '/templates/letter').split(',');
const widths = (process.env.WIDTHS ?? '1440x900,390x844').split(',');
const schemes = (process.env.SCHEMES ?? 'light').split(',') as ('light'|'dark')[];
test('shots', async () => {
  provokeComplaints(/./);
  for (const path of list) for (const w of widths) for (const colorScheme of schemes) {
    const [width, height] = w.split('x').map(Number);
    const page = await openDashboard(account, path.replace('BOUNCED', account.bouncedId), { viewport: { width: width!, height: height! }, colorScheme });
    await page.waitForTimeout(1500);
    for (const key of (process.env.KEYS ?? '').split(' ').filter(Boolean)) { await page.keyboard.press(key); await page.waitForTimeout(400); }
    if (process.env.TYPE) { await page.keyboard.type(process.env.TYPE); await page.waitForTimeout(1000); }
    await page.screenshot({ path: `/tmp/shell-shots/${path.replaceAll('/', '_')}-${width}-${colorScheme}.png` });
    await page.context().close();
  }
}, 300000);
