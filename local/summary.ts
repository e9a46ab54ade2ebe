import { shellWord } from '../cli/terminal/text.ts';
import { program } from '../shared/command.ts';
import { simulatorDomain } from '../shared/reports/simulator.ts';
import type { Deployment } from './deployment-file.ts';
import { ownDomain } from './dns/own-domain.ts';
import type { LocalOptions } from './options.ts';

/** The text that `npm start` prints when the local run is ready: its addresses, and three curl commands to try. */
export function summary(
  deployment: Deployment,
  { data, strict, as }: Pick<LocalOptions, 'data'> & Partial<Pick<LocalOptions, 'strict' | 'as'>>,
): string {
  const { baseUrl, apiKey, testApiKey, inboxUrl, dashboardUrl, sesEndpoint, s3Endpoint } =
    deployment;
  const folder = data === '.local' ? '' : `POSTRIDER_DATA=${shellWord(data)} `;
  const someone = `someone@${ownDomain}`;
  // SES's sandbox, which `--strict` imitates, accepts only verified recipients and the mailbox simulator.
  const recipient = strict ? `success@${simulatorDomain}` : someone;
  return `
postrider is ready.

  Base address  ${baseUrl}
${doorLines(deployment)}  API key       ${apiKey}
  Test key      ${testApiKey}  (its mails reach nobody; the dashboard shows them)
  Dashboard     ${dashboardUrl ?? 'none: switched off in the settings'}${as ? `  (as ${as.join(' and ')})` : ''}
  Inbox         ${inboxUrl ?? `none: mail goes to ${sesEndpoint}`}
${s3Endpoint ? `  S3            ${s3Endpoint}  (the buckets of attachments and replies: empty at every start)\n` : ''}
Render a template, send a mail, verify an address:

${curl(deployment, 'render', { template_id: 'receipt', variables: receipt })}

${curl(deployment, 'execute', { templateId: 'welcome', variables: { name: 'Ada' }, _to: recipient })}

${curl(deployment, 'verify', { email: someone })}

Accounts, keys and templates: ${folder}${program} --help
The local run keeps mails and request counts in memory, and everything else in ${data}. Ctrl-C stops it.
`;
}

const receipt = {
  name: 'Ada',
  order: '1001',
  items: [{ name: 'Notebook', quantity: 2, price: '9.00 €' }],
  total: '18.00 €',
};

function curl({ baseUrl, apiKey }: Deployment, endpoint: string, body: object): string {
  return [
    `curl -sS ${baseUrl}/${endpoint}`,
    `  -H 'Authorization: Bearer ${apiKey}' -H 'Content-Type: application/json'`,
    `  -d ${shellWord(JSON.stringify(body))}`,
  ].join(' \\\n');
}

/** The addresses of the doors; without doors an empty text. */
function doorLines({ doorsUrl, smtpUrl }: Deployment): string {
  if (!doorsUrl) return '';
  return `  Resend API    ${doorsUrl}/resend  (for code that calls Resend)
  Postmark API  ${doorsUrl}/postmark  (for code that calls Postmark)
  SMTP          ${smtpUrl}  (user: any, password: the API key)
`;
}
