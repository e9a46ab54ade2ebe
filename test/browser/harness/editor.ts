import type { Page } from 'playwright-core';

export function editorParts(page: Page) {
  const preview = page.getByRole('region', { name: 'Preview' });
  return {
    html: page.getByRole('textbox', { name: 'HTML source' }),
    name: page.getByRole('textbox', { name: 'Name', exact: true }),
    subject: page.getByRole('textbox', { name: 'Subject', exact: true }),
    save: page.getByRole('button', { name: 'Save', exact: true }),
    status: page
      .getByRole('status')
      .filter({ hasText: /revision|unsaved changes|saving/i })
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

export function requestsOf(page: Page): { line: string; body: string | null }[] {
  const requests: { line: string; body: string | null }[] = [];
  page.on('request', (request) => {
    const [, path] = request.url().split('/manage/v1');
    if (path) requests.push({ line: `${request.method()} ${path}`, body: request.postData() });
  });
  return requests;
}
