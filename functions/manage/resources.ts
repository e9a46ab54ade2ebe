import type { DashboardPorts } from './ports.ts';
import type { Resource } from './resource.ts';
import { accountResources } from './routes/account.ts';
import { apiKeyResources } from './routes/api-keys.ts';
import { checkResources } from './routes/checks.ts';
import { flowResources } from './routes/flow.ts';
import { messageResources } from './routes/messages.ts';
import { renderResources } from './routes/render.ts';
import { revisionResources } from './routes/revisions.ts';
import { senderResources } from './routes/senders.ts';
import { suppressionResources } from './routes/suppressions.ts';
import { templateResources } from './routes/templates.ts';
import { testSendResources } from './routes/test-send.ts';

/** Everything that the dashboard's interface has, below `/manage/v1`. */
export const resourcesOf = (ports: DashboardPorts): Resource[] => [
  ...accountResources(ports),
  ...templateResources(ports),
  ...revisionResources(ports),
  ...testSendResources(ports),
  ...renderResources(),
  ...flowResources(ports),
  ...apiKeyResources(ports),
  ...messageResources(ports),
  ...senderResources(ports),
  ...suppressionResources(ports),
  ...checkResources(ports),
];
