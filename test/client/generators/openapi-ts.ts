import { type ExecuteOutcome, execute, render, verify } from './src/postrider';
import { client } from './src/postrider/client.gen';

client.setConfig({
  baseUrl: process.env.POSTRIDER_URL ?? '',
  auth: process.env.POSTRIDER_KEY ?? '',
});

const rendered = await render({
  body: { template_id: 'receipt', variables: { order: '1001' } },
});
console.log(rendered.data?.subject);

for (const [templateId, _to] of [
  ['welcome', 'someone@inbox.example.com'],
  ['welcome', null],
  ['receipt', null],
] as const) {
  const { data, error } = await execute({
    body: { templateId, variables: { name: 'Ada', order: '1001' }, _to },
    headers: { 'Idempotency-Key': `generated ${templateId} ${_to}` },
  });
  console.log(data ? resultOf(data) : error.error);
}

const { data, error, response } = await verify({ body: { email: 'none' } });
if (data) console.log(data.verification.valid);
else console.log(response?.status, error.error);

function resultOf(outcome: ExecuteOutcome): string {
  switch (outcome.type) {
    case 'sent':
      return `sent as ${outcome.messageId}`;
    case 'scheduled':
      return `scheduled for ${outcome.sendAt}`;
    case 'callback':
      return `returned: ${outcome.subject}`;
    case 'validation_failed':
      return `${outcome.field}: ${outcome.error}`;
    case 'send_failed':
      return `not sent: ${outcome.error}`;
    case 'flow_error':
      return `the flow cannot run: ${outcome.error}`;
    default:
      return outcome satisfies never;
  }
}
