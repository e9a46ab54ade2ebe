import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { patienceMs } from '../../patience.ts';
import { callRaw } from './call.ts';
import { compileIn, runIn, typescript7 } from './client-project.ts';
import { deployment } from './deployment.ts';
import { type DocumentExample, differences, readCurl } from './document-examples.ts';

type Run = Pick<typeof deployment, 'baseUrl' | 'apiKey' | 'testApiKey'>;

const tomorrow = new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString();

const filledIn = (text: string, { baseUrl, apiKey, testApiKey }: Run) =>
  text
    .replaceAll('http://127.0.0.1:3000/v1', baseUrl)
    .replaceAll('pr_test_…', testApiKey)
    .replaceAll('pr_…', apiKey)
    // The default time-out is 5 s, but a busy machine may need more.
    .replaceAll('waitForMail({ to', `waitForMail({ timeoutMs: ${patienceMs}, to`)
    .replaceAll('2026-12-24T09:00:00Z', tomorrow);

export async function differencesOf(
  { text, answer }: Pick<DocumentExample, 'text' | 'answer'>,
  run: Run = deployment,
): Promise<string[]> {
  const { url, headers, body } = readCurl(filledIn(text, run));
  const { origin, pathname } = new URL(url);
  const received = await callRaw(pathname, { baseUrl: origin, headers, raw: body });
  return differences(JSON.parse(answer), JSON.parse(received.text));
}

/** Compiles a program of a document strictly, runs it, and returns what it prints, or the compiler's errors. */
export async function outputOf(
  project: string,
  { place, kind, text }: DocumentExample,
  run: Run = deployment,
): Promise<string> {
  const name = place.replace(/\W/g, '-');
  const [file, built] = kind === 'ts' ? [`${name}.mts`, `out/${name}.mjs`] : [`${name}.cjs`];
  await writeFile(join(project, file), filledIn(text, run));
  const errors = built && (await compileIn(project, typescript7, file, '--module', 'nodenext'));
  return errors || runIn(project, built ?? file);
}
