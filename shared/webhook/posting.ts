import { secretsInForce, type WebhookEndpoint } from './endpoint.ts';
import { signedHeaders } from './webhook-signature.ts';

export interface Posting {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** An event for an endpoint, signed with all its secrets that are in force at the time of this try. */
export function postingOf(
  endpoint: Pick<WebhookEndpoint, 'url' | 'secrets'>,
  { id, event }: { id: string; event: object },
  at: Date,
): Posting {
  const body = JSON.stringify(event);
  return {
    url: endpoint.url,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'postrider',
      ...signedHeaders({ id, body, at }, secretsInForce(endpoint, at.getTime())),
    },
    body,
  };
}
