import type { Deployment } from '../../../local/deployment-file.ts';
import { ownDomain } from '../../../local/dns/own-domain.ts';

/** How often each thing is asked for, so that its code is warm. */
const times = 50;

/**
 * Sends, verifies and opens the dashboard, so that every function has an environment. Throws where one
 * of them is not answered with a 200.
 */
export async function askForEverything({
  baseUrl,
  apiKey,
  dashboardUrl,
}: Deployment): Promise<void> {
  const recipient = `someone@${ownDomain}`;
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const post = (path: string, body: object) =>
    ask(`${baseUrl}/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  for (let time = 0; time < times; time++) {
    await post('execute', { templateId: 'welcome', variables: { name: 'Ada' }, _to: recipient });
    await post('verify', { email: recipient });
    await ask(`${dashboardUrl}/`);
    await ask(`${dashboardUrl}/manage/v1/templates`);
  }
}

async function ask(url: string, init?: RequestInit): Promise<void> {
  const answer = await fetch(url, init);
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}: ${text}`);
}
