import * as z from 'zod';
import { type EventPattern, readPattern } from '../events/pattern.ts';
import type { Queue } from '../queues/create-queues.ts';
import { missingInStack, type Template } from './template.ts';

/** How SES's events reach the functions, and how failed events reach the dead letters. */
export interface EventRoutes {
  /** The events that SES reports, by configuration set, in SES's own words (`deliveryDelay`). */
  published: Map<string, Set<string>>;
  rules: EventRule[];
  /** How functions are invoked with events, by ARN. */
  invocations: Map<string, AsyncInvocation>;
}

export interface EventRule {
  pattern: EventPattern;
  /** ARNs of functions. */
  targets: string[];
}

export interface AsyncInvocation {
  /** Tries after the first. */
  retries: number;
  /** The name of the queue for events that failed at every try; if undefined, they are dropped. */
  deadLetters: string | undefined;
}

/** Lambda's default. */
export const defaultInvocation: AsyncInvocation = { retries: 2, deadLetters: undefined };

const destination = z.object({
  ConfigurationSetName: z.string(),
  EventDestination: z.strictObject({
    Enabled: z.boolean().default(true),
    EventBridgeDestination: z.strictObject({
      EventBusArn: z.string().regex(/:event-bus\/default$/, 'SES supports only the default bus'),
    }),
    MatchingEventTypes: z.array(z.string()),
  }),
});

const rule = z.object({
  EventPattern: z.unknown(),
  State: z.enum(['ENABLED', 'DISABLED']).default('ENABLED'),
  Targets: z.array(
    z.strictObject({
      Arn: z.string(),
      Id: z.string(),
      // The local delivery of an event to a function never fails.
      DeadLetterConfig: z.unknown().optional(),
      RetryPolicy: z.unknown().optional(),
    }),
  ),
});

const invokeConfig = z.object({
  FunctionName: z.string(),
  Qualifier: z.literal('$LATEST'),
  MaximumRetryAttempts: z.int().default(defaultInvocation.retries),
  DestinationConfig: z
    .strictObject({ OnFailure: z.strictObject({ Destination: z.string() }) })
    .optional(),
});

/**
 * Reads the event routes. `functions` are the ARNs that a rule may name, by the function's name; `queues` are the
 * queues for failed events.
 */
export function readEventRoutes(
  template: Template,
  functions: ReadonlyMap<string, string>,
  queues: readonly Pick<Queue, 'arn' | 'name'>[],
): EventRoutes {
  const destinations = template.read({
    type: 'AWS::SES::ConfigurationSetEventDestination',
    known: destination,
  });
  const published = new Map<string, Set<string>>();
  for (const { ConfigurationSetName, EventDestination } of destinations.values()) {
    const { Enabled, MatchingEventTypes } = EventDestination;
    if (Enabled) published.set(ConfigurationSetName, new Set(MatchingEventTypes));
  }
  const rules = template.read({ type: 'AWS::Events::Rule', known: rule, inert: ruleInert });
  const configs = template.read({
    type: 'AWS::Lambda::EventInvokeConfig',
    known: invokeConfig,
    // The local run gives up a failed event within seconds.
    inert: ['MaximumEventAgeInSeconds'],
  });
  const arns = new Set(functions.values());
  const names = new Map(queues.map(({ arn, name }) => [arn, name]));
  return {
    published,
    rules: [...rules.values()].flatMap(({ EventPattern, State, Targets }) => {
      const targets = Targets.map(({ Arn }) =>
        arns.has(Arn) ? Arn : missingInStack(`a function ${Arn}`),
      );
      return State === 'ENABLED' ? [{ pattern: readPattern(EventPattern), targets }] : [];
    }),
    invocations: new Map(
      [...configs.values()].map((config) => [
        functions.get(config.FunctionName) ?? missingInStack(`a function ${config.FunctionName}`),
        readInvocation(config, names),
      ]),
    ),
  };
}

const ruleInert = ['Description', 'Name', 'Tags'];

function readInvocation(
  { MaximumRetryAttempts, DestinationConfig }: z.output<typeof invokeConfig>,
  queues: ReadonlyMap<string, string>,
): AsyncInvocation {
  const queue = DestinationConfig?.OnFailure.Destination;
  return {
    retries: MaximumRetryAttempts,
    deadLetters:
      queue === undefined ? undefined : (queues.get(queue) ?? missingInStack(`a queue ${queue}`)),
  };
}
