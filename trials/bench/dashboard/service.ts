import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startLocal } from '../../../local/local-run.ts';
import { readOptions } from '../../../local/options.ts';
import type { Progress } from '../../../local/progress.ts';
import type { Stops } from '../../../local/stops.ts';
import { htmlOf } from './template.ts';

/** Starts the whole service on an empty folder, which goes with it. Answers where its page is. */
export async function startService(progress: Progress, stops: Stops): Promise<string> {
  const data = await mkdtemp(join(tmpdir(), 'postrider-bench-'));
  stops.add(data, () => rm(data, { recursive: true, force: true }));
  const run = await startLocal(readOptions(['--port', '0', '--data', data]), progress);
  stops.add(run, ({ stop }) => stop());
  const { dashboardUrl } = run.deployment;
  if (!dashboardUrl) throw new Error('The stack has no dashboard');
  return dashboardUrl;
}

/** Saves a template of a size, as the page would. Answers where its editor is. */
export async function saveTemplate(dashboardUrl: string, kilobytes: number): Promise<string> {
  const id = `news-${kilobytes}`;
  const answer = await fetch(`${dashboardUrl}/manage/v1/templates`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ id, name: id, subject: 'News', html: htmlOf(kilobytes) }),
  });
  if (answer.status !== 201) throw new Error(`Not saved: ${await answer.text()}`);
  return `${dashboardUrl}/templates/${id}`;
}
