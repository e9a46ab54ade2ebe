import * as z from 'zod';
import { type EventPattern, readPattern } from '../events/pattern.ts';
import { missingInStack, type Template } from './template.ts';

export interface EventRoutes {
  /** The events that SES reports, by configuration set, in SES's own words (`deliveryDelay`). */
  published: Map<string, Set<string>>;
  rules: EventRule[];
  /** How often a function is tried again after the first try of an event, by its ARN. */
  retries: Map<string, number>;
}

export interface EventRule {
  pattern: EventPattern;
  targets: string[];
}

const destination = z.object({
  ConfigurationSetName: z.string(),
  EventDestination: z.strictObject({
    Enabled: z.literal(true).optional(),
    EventBridgeDestination: z.strictObject({
      EventBusArn: z.string().regex(/:event-bus\/default$/, 'SES supports only the default bus'),
    }),
    MatchingEventTypes: z.array(z.string()),
  }),
});

const rule = z.object({
  EventPattern: z.unknown().optional(),
  /** A rule with a schedule does not run here: the local run loses no event. */
  ScheduleExpression: z.string().optional(),
  State: z.literal('ENABLED').optional(),
  Targets: z.array(
    z.strictObject({
      Arn: z.string(),
      Id: z.string(),
      // The local delivery of an event to a function never fails.
      DeadLetterConfig: z.unknown().optional(),
      RetryPolicy: z.unknown().optional(),
      Input: z.string().optional(),
    }),
  ),
});

const isForEvents = ({ ScheduleExpression }: z.infer<typeof rule>) =>
  ScheduleExpression === undefined;

const invokeConfig = z.object({
  FunctionName: z.string(),
  Qualifier: z.literal('$LATEST'),
  MaximumRetryAttempts: z.int(),
  // An event that failed at every try goes to the file of the dead letters.
  DestinationConfig: z.strictObject({ OnFailure: z.strictObject({ Destination: z.string() }) }),
});

/** Reads the event routes. `functions` are the ARNs that a rule may name, by the function's name. */
export function readEventRoutes(
  template: Template,
  functions: ReadonlyMap<string, string>,
): EventRoutes {
  const destinations = template.read({
    type: 'AWS::SES::ConfigurationSetEventDestination',
    known: destination,
  });
  const rules = template.read({
    type: 'AWS::Events::Rule',
    known: rule,
    inert: ['Description', 'Name', 'Tags'],
  });
  const configs = template.read({
    type: 'AWS::Lambda::EventInvokeConfig',
    known: invokeConfig,
    // The local run gives up a failed event within seconds.
    inert: ['MaximumEventAgeInSeconds'],
  });
  const arns = new Set(functions.values());
  return {
    published: new Map(
      [...destinations.values()].map(({ ConfigurationSetName, EventDestination }) => [
        ConfigurationSetName,
        new Set(EventDestination.MatchingEventTypes),
      ]),
    ),
    rules: [...rules.values()].filter(isForEvents).map(({ EventPattern, Targets }) => ({
      pattern: readPattern(EventPattern),
      targets: Targets.map(({ Arn }) =>
        arns.has(Arn) ? Arn : missingInStack(`a function ${Arn}`),
      ),
    })),
    retries: new Map(
      [...configs.values()].map(({ FunctionName, MaximumRetryAttempts }) => [
        functions.get(FunctionName) ?? missingInStack(`a function ${FunctionName}`),
        MaximumRetryAttempts,
      ]),
    ),
  };
}
