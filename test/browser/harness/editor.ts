import type { FrameLocator, Locator, Page } from 'playwright-core';

/** The editor's parts, as somebody finds them. */
export interface EditorParts {
  html: Locator;
  name: Locator;
  subject: Locator;
  save: Locator;
  /** How the draft stands to what is saved, in a few words. */
  status: Locator;
  problems: Locator;
  testData: Locator;
  preview: Locator;
  /** The mail in the preview. */
  mail: FrameLocator;
}

export function editorParts(page: Page): EditorParts {
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

/** Puts a text at the end of the HTML source, in one go, as from a clipboard. */
export async function append(page: Page, text: string): Promise<void> {
  await editorParts(page).html.click();
  await page.keyboard.press('Control+End');
  await page.keyboard.insertText(text);
}

/** What the page asks of the service from now on, as `PUT /templates/letter`. */
export function requestsOf(page: Page): { line: string; body: string | null }[] {
  const requests: { line: string; body: string | null }[] = [];
  page.on('request', (request) => {
    const [, path] = request.url().split('/manage/v1');
    if (path) requests.push({ line: `${request.method()} ${path}`, body: request.postData() });
  });
  return requests;
}
