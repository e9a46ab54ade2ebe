import type { PostSettings } from '../../../shared/adapters/webhook-http.ts';
import type { Deployment } from '../../connection/deployment.ts';

/** Where the CLI itself may send events: as the deployment does, only a local run may send them to this machine. */
export function postSettings({ endpoints }: Deployment): PostSettings {
  return { loopback: endpoints.dynamodb !== undefined };
}
