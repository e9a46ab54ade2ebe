import type { Step } from './step.ts';
import { dashboard } from './steps/dashboard.ts';
import { idempotency } from './steps/idempotency.ts';
import { keyRefusals } from './steps/key-refusals.ts';
import { largeRender } from './steps/large-render.ts';
import { lifecycle } from './steps/lifecycle.ts';
import { monitoring } from './steps/monitoring.ts';
import { newKey } from './steps/new-key.ts';
import { rate } from './steps/rate.ts';
import { reports } from './steps/reports.ts';
import { requestIds } from './steps/request-ids.ts';
import { routeThrottle } from './steps/route-throttle.ts';
import { senders } from './steps/senders.ts';
import { setUp } from './steps/set-up.ts';
import { tooLarge } from './steps/too-large.ts';
import { unknownRoutes } from './steps/unknown-routes.ts';
import { verify } from './steps/verify.ts';

/** Every step, in the order in which they are made. */
export const allSteps: readonly Step[] = [
  setUp,
  newKey,
  keyRefusals,
  unknownRoutes,
  tooLarge,
  rate,
  routeThrottle,
  requestIds,
  largeRender,
  verify,
  reports,
  senders,
  idempotency,
  monitoring,
  dashboard,
  lifecycle,
];
