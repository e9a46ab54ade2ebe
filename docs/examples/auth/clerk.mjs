import { Webhook } from 'standardwebhooks';

const { CLERK_SECRET, POSTRIDER_URL, POSTRIDER_KEY } = process.env;

/** A route of your application for Clerk's event `email.created`: https://clerk.com/docs/webhooks/overview */
export async function POST(request) {
  const body = await request.text();
  const names = ['id', 'timestamp', 'signature'];
  const headers = names.map((name) => [
    `webhook-${name}`,
    request.headers.get(`svix-${name}`) ?? '',
  ]);
  let event;
  try {
    event = new Webhook(CLERK_SECRET).verify(body, Object.fromEntries(headers));
  } catch {
    return new Response(null, { status: 401 });
  }
  const { id, slug, data, to_email_address: _to, user_id, delivered_by_clerk } = event.data;
  if (event.type !== 'email.created' || delivered_by_clerk)
    return new Response(null, { status: 204 });
  const answer = await fetch(`${POSTRIDER_URL}/execute`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${POSTRIDER_KEY}`,
      'content-type': 'application/json',
      'idempotency-key': id,
    },
    // `clerk-verification-code` for the slug `verification_code`.
    body: JSON.stringify({
      ...{ templateId: `clerk-${slug.replaceAll('_', '-')}`, variables: data },
      ...{ _to, _reference: user_id ?? undefined },
    }),
  });
  const { success } = await answer.json();
  // Clerk repeats the event after an error.
  return new Response(null, { status: success ? 204 : 503 });
}
