import { type ExecuteOutcome, execute, render, verify } from './src/postrider';

const headers = { Authorization: `Bearer ${process.env.POSTRIDER_KEY}` };

const rendered = await render(
  { template_id: 'receipt', variables: { order: '1001' } },
  { headers },
);
if (rendered.status === 200) console.log(rendered.data.subject);

for (const [templateId, _to] of [
  ['welcome', 'someone@inbox.example.com'],
  ['welcome', null],
  ['receipt', null],
] as const) {
  const { status, data } = await execute(
    { templateId, variables: { name: 'Ada', order: '1001' }, _to },
    { headers: { ...headers, 'Idempotency-Key': `generated ${templateId} ${_to}` } },
  );
  console.log(status === 200 ? resultOf(data) : data.error);
}

const { status, data } = await verify({ email: 'none' }, { headers });
if (status === 200) console.log(data.verification.valid);
else console.log(status, data.error);

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
