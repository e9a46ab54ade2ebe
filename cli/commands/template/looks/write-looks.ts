import { lstat, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withHead } from '../../../../shared/engine/looks/views/edit.ts';
import type { LookView } from '../../../../shared/engine/looks/views/views.ts';
import { ManageError } from '../../../../shared/manage/manage-error.ts';
import { orCannotWrite, writeOutput } from '../../../files/whole-file.ts';
import { photograph } from './chromium.ts';
import { looksPage, noScripts } from './looks-page.ts';

/** A rendered mail, and where its simulations go. */
export interface MailLooks {
  id: string;
  dir: string;
  html: string;
  views: readonly LookView[];
}

/** As `--json` has them. */
export function viewsOf({ dir, views }: MailLooks, hasPhotos: boolean) {
  return views.map(({ id, rule, source }) => ({
    ...{ id, file: join(dir, `${id}.html`), rule, source },
    ...(hasPhotos && { png: join(dir, `${id}.png`) }),
  }));
}

const namesOf = ({ views }: MailLooks) => ['original', ...views.map(({ id }) => id)];

/** Replaces the files of the views and no others. @throws {ManageError} before the first file if a link is in the way */
export async function writeLooks(mails: readonly MailLooks[]): Promise<void> {
  for (const mail of mails) {
    const files = [...namesOf(mail), 'index'].flatMap((name) => [`${name}.html`, `${name}.png`]);
    for (const path of [mail.dir, ...files.map((file) => join(mail.dir, file))]) {
      const stats = await lstat(path).catch(() => null);
      if (stats?.isSymbolicLink()) throw new ManageError(`${path} is a link: remove it`);
    }
  }
  for (const { id, dir, html, views } of mails) {
    await orCannotWrite(dir, () => mkdir(dir, { recursive: true }));
    const original = { id: 'original', transform: (mail: string) => mail };
    for (const view of [original, ...views]) {
      await writeOutput(join(dir, `${view.id}.html`), withHead(view.transform(html), noScripts));
    }
    await writeOutput(join(dir, 'index.html'), looksPage(id, views));
  }
}

/** Draws each file beside it. False: there is no Chromium. */
export async function writePhotos(mails: readonly MailLooks[]): Promise<boolean> {
  const files = mails.flatMap((mail) => namesOf(mail).map((name) => join(mail.dir, name)));
  const photos = await photograph(files.map((file) => `${file}.html`));
  for (const [at, photo] of photos?.entries() ?? []) {
    const path = `${files[at]}.png`;
    await orCannotWrite(path, () => writeFile(path, photo));
  }
  return photos !== null;
}
