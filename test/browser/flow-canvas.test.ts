import type { Page } from 'playwright-core';
import { openAccount } from '../api/harness/account.ts';
import { flowOf, provider, template } from '../api/harness/flow.ts';
import { mailOf } from '../api/harness/inbox.ts';
import { beforeEach, expect, test } from '../jest.ts';
import { accessibilityFindings } from './harness/accessibility.ts';
import { openBrowserForFile, openDashboard } from './harness/browser.ts';
import { countClicks } from './harness/clicks.ts';
import { editorParts, publish, refuseDrafts } from './harness/editor.ts';

openBrowserForFile();

const account = await openAccount();
await account.save({
  id: 'letter',
  html: '<p>Hello {{name}}</p>',
  flow: {
    nodes: [
      { id: 'inputs', type: 'variables', variables: [{ name: 'name' }] },
      { id: 'mail', type: 'template' },
      { id: 'send', type: 'provider', provider: 'ses', from: 'hello@acme.example' },
    ],
    edges: [
      { from: 'inputs', to: 'mail' },
      { from: 'mail', to: 'send' },
    ],
  },
});

let page: Page;
beforeEach(async () => {
  page = await openDashboard(account, '/templates/letter/flow');
  // Each test begins with the flow that is live.
  await refuseDrafts(page);
  await nodeOf('Template').waitFor();
});

const nodeOf = (title: string) =>
  page.getByRole('group', { name: new RegExp(`^\\d+\\. ${title}[^:]*: `) });
const edgeOf = (from: string, to: string) =>
  page.getByRole('group', { name: `From ${from} to ${to}`, exact: true });
/** An edge that runs straight down has no width, and so is never called visible. */
const edgeComes = (from: string, to: string) => edgeOf(from, to).waitFor({ state: 'attached' });
const edgeGoes = (from: string, to: string) => edgeOf(from, to).waitFor({ state: 'detached' });
const edges = async () => {
  const drawn = page.getByRole('group', { name: /^From .* to / });
  return drawn.evaluateAll((found) => found.map((edge) => edge.ariaLabel).sort());
};
const begun = ['From Template to Provider (SES)', 'From Variables to Template'];

const add = async (kind: string) => {
  await page.getByRole('button', { name: 'Add a node', exact: true }).click();
  await page.getByRole('menuitem', { name: kind }).click();
};

const refusal = () => page.getByRole('alert').filter({ hasText: 'Not possible' });
const toPublish = () => editorParts(page).toPublish;

async function endsOf(title: string) {
  const box = await nodeOf(title).boundingBox();
  if (!box) throw new Error(`${title} is not drawn`);
  const x = box.x + box.width / 2;
  return { top: [x, box.y], middle: [x, box.y + box.height / 2], bottom: [x, box.y + box.height] };
}

async function drag(from: string, to: string, part: 'top' | 'middle') {
  const begin = (await endsOf(from)).bottom as [number, number];
  const end = (await endsOf(to))[part] as [number, number];
  await page.mouse.move(...begin);
  await page.mouse.down();
  await page.mouse.move(begin[0] + 4, begin[1] + 12);
  await page.mouse.move(...end, { steps: 4 });
  await page.mouse.up();
}

test('on the canvas four clicks from the list of templates add a verification where it runs', async () => {
  await page.getByRole('link', { name: 'Templates', exact: true }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Templates' }).waitFor();
  const clicks = await countClicks(page);

  await page.getByRole('link', { name: 'letter', exact: true }).click();
  await page.getByRole('link', { name: 'Flow', exact: true }).click();
  await add('E-mail domain');
  await nodeOf('E-mail domain').waitFor();
  await page.getByText('No problems found').waitFor();

  expect(await clicks()).toBe(4);
  expect(await edges()).toEqual([
    'From E-mail domain to Template',
    ...['From Template to Provider (SES)', 'From Variables to E-mail domain'],
  ]);
});

test('on the canvas a verification after the template is drawn and marked in the order of its run', async () => {
  const late = { id: 'late', type: 'verification', kind: 'required_fields', fields: ['name'] };
  const flow = flowOf(template, late, provider());
  await account.save({ id: 'late', html: '<p>Hello {{name}}</p>', flow });
  page = await openDashboard(account, '/templates/late/flow');
  await nodeOf('Template').waitFor();

  const drawn = await edges();
  await page.getByRole('button', { name: 'Try it' }).click();
  await page.getByRole('textbox', { name: 'name', exact: true }).fill('');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByText('Nothing would be sent').waitFor();

  await page.getByRole('textbox', { name: 'name', exact: true }).fill('Grace');
  const failed = page.getByRole('group', { name: /^1\. Required fields: .*Failed/ });
  await failed.waitFor();
  await page.getByRole('group', { name: /^2\. Template: .*Not reached/ }).waitFor();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByText('Everything passes').waitFor();
  const mail = page.getByTitle('Preview of the mail').contentFrame();
  await mail.getByText('Hello Grace').waitFor();

  expect(drawn).toEqual(['From Required fields to Template', 'From Template to Provider (SES)']);
  expect(await toPublish().isEnabled()).toBe(false);
});

test('on the canvas the provider takes an address to unsubscribe, which the next mail has', async () => {
  await account.save({ id: 'news', html: '<p>Hello</p>', flow: flowOf(template, provider()) });
  page = await openDashboard(account, '/templates/news/flow');
  await nodeOf('Provider').click();
  const field = page.getByRole('textbox', { name: 'Unsubscribe', exact: true });

  await field.fill('http://acme.example/u');
  await page.getByText('unsubscribe must begin with https://').first().waitFor();
  await field.fill('https://acme.example/u/{{%id}}');
  await page.getByText('No problems found').waitFor();
  await publish(page);
  await page.getByText('Published as revision 2').waitFor({ state: 'attached' });
  const request = { templateId: 'news', variables: { id: 'a b' }, _to: 'ada@good.example' };
  const mail = await mailOf(await account.execute(request));

  expect(mail.headers).toEqual([
    { name: 'List-Unsubscribe', value: '<https://acme.example/u/a%20b>' },
    { name: 'List-Unsubscribe-Post', value: 'List-Unsubscribe=One-Click' },
  ]);
});

test('on the canvas four clicks add a branch to another template, and a test run takes it', async () => {
  const html = '<p>Hello {{name}}, {{plan|}}</p>';
  await account.save({ id: 'plans', html, flow: flowOf(template, provider()) });
  await account.save({ id: 'plans-pro', name: 'For Pro', html: '<p>Dear {{name}}</p>' });
  page = await openDashboard(account, '/templates/plans/flow', { bypassCSP: true });
  await nodeOf('Template').waitFor();
  const clicks = await countClicks(page);

  await add('Branch');
  await page.getByRole('combobox', { name: 'If', exact: true }).fill('plan');
  await page.getByRole('textbox', { name: 'Value 1' }).fill('pro');
  await page.getByRole('combobox', { name: 'Then send the template' }).click();
  await page.getByRole('option', { name: 'For Pro (plans-pro)' }).click();
  await page.getByText('No problems found').waitFor();
  expect(await clicks()).toBe(4);
  expect(await edges()).toEqual(['From Branch to Template', 'From Template to Provider (SES)']);
  await page.getByRole('group', { name: '1. Branch: For Pro, if plan is pro' }).waitFor();

  await page.getByRole('button', { name: 'Try it' }).click();
  await page.getByRole('textbox', { name: 'plan', exact: true }).fill('pro');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByText('Execute would send this mail of the template “For Pro”').waitFor();
  await page.getByRole('group', { name: /^1\. Branch: .*Taken/ }).waitFor();
  await page.getByRole('group', { name: /^2\. Template: .*Not reached/ }).waitFor();
  const mail = page.getByTitle('Preview of the mail').contentFrame();
  await mail.getByText(/^Dear /).waitFor();
  expect(await accessibilityFindings(page)).toEqual([]);
});

test('on the canvas a node has the number of requests that it refused, which leads to them', async () => {
  // A count is good for 15 seconds: another test may have counted this account's messages.
  const another = await openAccount();
  const name = { id: 'named', type: 'verification', kind: 'required_fields', fields: ['name'] };
  await another.save({ id: 'strict', html: '<p>Hi</p>', flow: flowOf(name, template, provider()) });
  for (const _to of ['ada@good.example', 'eve@good.example', 'wrong']) {
    await another.execute({ templateId: 'strict', variables: {}, _to });
  }
  page = await openDashboard(another, '/templates/strict/flow');

  await nodeOf('Provider').getByText('1 refused').waitFor();
  await page.getByRole('link', { name: '2 refused: show the requests' }).click();
  await page.getByText(/^2 found among/).waitFor();
  await page.getByRole('button', { name: 'Remove the filter Refused by named' }).waitFor();
  await page.getByRole('row', { name: /ada@good.example/ }).waitFor();
});

test('an output with a sender that SES has not verified says so, and leads to the senders', async () => {
  const sender = { identity: 'acme.example', status: 'pending', advice: 'Wait', records: [] };
  const senders = { items: [sender], nextCursor: null };
  page = await openDashboard(account, '/', { bypassCSP: true });
  await page.route('**/senders', (route) => route.fulfill({ json: senders }));
  await openDashboard(account, '/templates/letter/flow', { window: page });

  await nodeOf('Provider').getByText('Unverified').waitFor();
  await nodeOf('Provider').click();
  const settings = page.getByRole('region', { name: 'Settings of the node' });
  await settings.getByText('SES has not verified acme.example').waitFor();
  await settings.getByRole('combobox', { name: 'From' }).fill('Eve <eve@other.example>');
  await settings.getByText('eve@other.example is not among the senders').waitFor();
  const link = settings.getByRole('link', { name: 'Senders' });
  expect(await link.getAttribute('href')).toBe('/settings/senders');
  expect(await accessibilityFindings(page)).toEqual([]);
});

test('the tools and the problems of a flow share one row of at most 44 pixels', async () => {
  await add('Regex');
  await page.getByText('2 problems', { exact: true }).last().waitFor();

  const ends = ['Add a node', '1 more'].map((text) => page.getByRole('button', { name: text }));
  const boxes = await Promise.all(
    [...ends, page.getByRole('radiogroup')].map((each) => each.boundingBox()),
  );
  const tops = boxes.map((box) => box?.y ?? 0);
  const bottoms = boxes.map((box) => (box?.y ?? 0) + (box?.height ?? 0));
  expect(Math.max(...bottoms) - Math.min(...tops)).toBeLessThanOrEqual(44);
  await page.getByRole('button', { name: '1 more' }).click();
  await page
    .getByRole('list', { name: 'Problems of the flow' })
    .getByRole('button')
    .first()
    .click();
  await page.getByRole('region', { name: 'Settings of the node' }).waitFor();
});

test('on the canvas nodes are connected by dragging, and an impossible connection or node is refused with the reason', async () => {
  await add('E-mail domain');
  await page.getByRole('button', { name: 'Close settings of the node' }).click();

  await drag('Variables', 'Template', 'top');
  await edgeComes('Variables', 'Template');
  await edgeOf('E-mail domain', 'Template').focus();
  await page.keyboard.press('Delete');
  await edgeGoes('E-mail domain', 'Template');
  await drag('E-mail domain', 'Template', 'middle');
  await edgeComes('E-mail domain', 'Template');

  expect(await edges()).toEqual([
    'From E-mail domain to Template',
    ...['From Template to Provider (SES)', 'From Variables to E-mail domain'],
    'From Variables to Template',
  ]);
  expect(await refusal().count()).toBe(0);
  await page.getByText('No problems found').waitFor();
  const before = await edges();
  const reasons: Record<string, () => Promise<void>> = {
    'This would create a cycle: “Template” → “E-mail domain” → “Template”.': () =>
      drag('Template', 'E-mail domain', 'top'),
    'A flow has one output, and “Provider (SES)” is already there: change or delete it.': () =>
      add('Callback'),
  };
  for (const [reason, attempt] of Object.entries(reasons)) {
    await attempt();
    await refusal().getByText(reason, { exact: true }).waitFor();
  }
  expect(await edges()).toEqual(before);
  expect(await nodeOf('Callback').count()).toBe(0);
});

test('on the canvas Delete removes a connection that the mouse selected, and every change can be undone and redone', async () => {
  const onIt = await edgeOf('Variables', 'Template').evaluate((edge) => {
    const line = edge.querySelector('path') as SVGPathElement;
    const { x, y } = line.getPointAtLength(line.getTotalLength() / 2);
    const place = new DOMPoint(x, y).matrixTransform(line.getScreenCTM() ?? undefined);
    return [place.x, place.y] as const;
  });
  await page.mouse.click(...onIt);
  await page.keyboard.press('Delete');
  await edgeGoes('Variables', 'Template');
  const withoutEdge = await edges();
  await nodeOf('Provider').focus();
  await page.keyboard.press('Delete');
  await nodeOf('Provider').waitFor({ state: 'detached' });
  const withoutNode = await edges();

  await page.keyboard.press('ControlOrMeta+z');
  await nodeOf('Provider').waitFor();
  await edgeComes('Template', 'Provider (SES)');
  const nodeBack = await edges();
  await page.getByRole('button', { name: 'Undo' }).click();
  await edgeComes('Variables', 'Template');
  const allBack = await edges();
  const isChanged = await toPublish().isEnabled();
  await page.keyboard.press('ControlOrMeta+Shift+z');
  await edgeGoes('Variables', 'Template');

  expect({ withoutEdge, withoutNode, nodeBack, allBack, isChanged }).toEqual({
    withoutEdge: ['From Template to Provider (SES)'],
    withoutNode: [],
    nodeBack: ['From Template to Provider (SES)'],
    allBack: begun,
    isChanged: false,
  });
  expect(await toPublish().isEnabled()).toBe(true);
});
