import { setTimeout as pause } from 'node:timers/promises';
import { happeningsOf } from '../../shared/reports/simulator.ts';
import { reasonOf } from '../failure.ts';
import type { Invoke } from '../lambda/pool.ts';
import type { AcceptedMail } from '../mail/accepted-mail.ts';
import type { EventRoutes } from '../template/event-rules.ts';
import { AsyncInvoker, type AsyncInvokerOptions } from './async-invocation.ts';
import { matches } from './pattern.ts';
import { sesEvent } from './ses-event.ts';

/** The delay before the first report, and between two reports. */
const defaultDelayMs = 250;

/** Lambda's default. */
const lambdasRetries = 2;

export interface ReportsOptions extends AsyncInvokerOptions {
  routes: EventRoutes;
  invoker: (functionArn: string) => Invoke;
  delayMs?: number;
}

/** Delivers SES's reports: the configuration set selects the reports, the bus's rules the functions. */
export class Reports {
  private readonly options: ReportsOptions;
  private readonly async: AsyncInvoker;
  private readonly over = new AbortController();

  constructor(options: ReportsOptions) {
    this.options = options;
    this.async = new AsyncInvoker(options);
  }

  accept = (mail: AcceptedMail): void => {
    const published = this.options.routes.published.get(mail.configurationSet ?? '');
    const { delayMs = defaultDelayMs } = this.options;
    for (const happened of happeningsOf(mail.destination)) {
      if (!published?.has(happened.happening.type)) continue;
      const ms = delayMs * (happened.earlier + 1);
      pause(ms, undefined, { signal: this.over.signal }).then(
        () => this.publish(sesEvent(mail, happened, new Date())),
        () => undefined,
      );
    }
  };

  publish(event: unknown): void {
    const { routes, invoker, tell } = this.options;
    for (const { pattern, targets } of routes.rules) {
      if (!matches(pattern, event)) continue;
      for (const arn of targets) {
        const retries = routes.retries.get(arn) ?? lambdasRetries;
        const invoked = this.async.invoke({ arn, invoke: invoker(arn), retries }, event);
        invoked.catch((error) => {
          if (!this.over.signal.aborted) tell(`An event was lost: ${reasonOf(error)}`);
        });
      }
    }
  }

  stop(): void {
    this.over.abort();
    this.async.stop();
  }
}
