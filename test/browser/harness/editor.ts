import type { Page } from 'playwright-core';

export function editorParts(page: Page) {
  const preview = page.getByRole('region', { name: 'Preview' });
  return {
    html: page.getByRole('textbox', { name: 'HTML source' }),
    name: page.getByRole('textbox', { name: 'Name', exact: true }),
    subject: page.getByRole('textbox', { name: 'Subject', exact: true }),
    /** Opens the sheet that publishes: see `publish`. */
    toPublish: page.getByRole('button', { name: 'Publish…' }),
    saveDraft: page.getByRole('button', { name: 'Save draft', exact: true }),
    status: page
      .getByRole('status')
      .filter({ hasText: /revision|unsaved changes|saving|draft saved|not saved|not published/i })
      .first(),
    problems: page.getByRole('region', { name: 'Problems' }),
    testData: page.getByRole('region', { name: 'Test data' }),
    preview,
    mail: preview.getByTitle('Preview of the mail').contentFrame(),
  };
}

/** The test data are open only if a value is missing when the editor opens. */
export async function openTestData(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Test data', exact: true, expanded: false }).click();
}

/** Inserts a text at the end of the HTML source at once, as from the clipboard. */
export async function append(page: Page, text: string): Promise<void> {
  await editorParts(page).html.click();
  await page.keyboard.press('Control+End');
  await page.keyboard.insertText(text);
}

/** Publishes what the editor has: opens the sheet, and confirms it. */
export async function publish(page: Page, note?: string): Promise<void> {
  await editorParts(page).toPublish.click();
  const sheet = page.getByRole('dialog', { name: /^Publish .*\?$/ });
  if (note !== undefined) await sheet.getByRole('textbox', { name: 'Note' }).fill(note);
  await sheet.getByRole('button', { name: 'Publish', exact: true }).click();
}

/** From now on no draft of the page is stored, as without a network: other tests open the template as it is live. */
export async function refuseDrafts(page: Page): Promise<void> {
  await page.context().route('**/manage/v1/templates/*/draft', (route) => route.abort());
}

export function requestsOf(page: Page): { line: string; body: string | null }[] {
  const requests: { line: string; body: string | null }[] = [];
  page.on('request', (request) => {
    const [, path] = request.url().split('/manage/v1');
    if (path) requests.push({ line: `${request.method()} ${path}`, body: request.postData() });
  });
  return requests;
}
