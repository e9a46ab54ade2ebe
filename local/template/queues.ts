import * as z from 'zod';
import type { QueueSource } from '../events/queue-poller.ts';
import type { Queue } from '../queues/create-queues.ts';
import { missingInStack, type Template } from './template.ts';

export interface Queues {
  queues: Queue[];
  /** The queues whose messages functions handle. */
  sources: (QueueSource & { functionArn: string })[];
  scheduleGroups: Set<string>;
}

const queue = z.object({
  QueueName: z.string().optional(),
  // The default is CloudFormation's.
  VisibilityTimeout: z.int().default(30),
  RedrivePolicy: z
    .strictObject({ deadLetterTargetArn: z.string(), maxReceiveCount: z.int().positive() })
    .optional(),
});

const mapping = z.object({
  EventSourceArn: z.string(),
  FunctionName: z.string(),
  Enabled: z.literal(true).optional(),
  // The default is Lambda's for queues.
  BatchSize: z.int().positive().default(10),
  FunctionResponseTypes: z.tuple([z.literal('ReportBatchItemFailures')]).optional(),
  ScalingConfig: z.strictObject({ MaximumConcurrency: z.int().min(2) }).optional(),
});

/** The concurrent invocations for a queue if the stack sets no limit; Lambda starts with this number, too. */
const defaultConcurrency = 5;

/** Reads the queues. `functions` are the ARNs that a mapping may name, by the function's name. */
export function readQueues(template: Template, functions: ReadonlyMap<string, string>): Queues {
  const queues = template.read({
    type: 'AWS::SQS::Queue',
    known: queue,
    inert: ['KmsMasterKeyId', 'MessageRetentionPeriod', 'SqsManagedSseEnabled', 'Tags'],
  });
  const mappings = template.read({
    type: 'AWS::Lambda::EventSourceMapping',
    known: mapping,
    inert: ['Tags'],
  });
  const groups = template.read({
    type: 'AWS::Scheduler::ScheduleGroup',
    known: z.object({ Name: z.string().optional() }),
    inert: ['Tags'],
  });
  const all = [...queues].map(([id, { VisibilityTimeout, RedrivePolicy }]) => ({
    name: template.physicalName(id),
    arn: template.attribute(id, 'Arn'),
    visibilityS: VisibilityTimeout,
    redrive: RedrivePolicy && {
      deadLetters: RedrivePolicy.deadLetterTargetArn,
      times: RedrivePolicy.maxReceiveCount,
    },
  }));
  const arns = new Set(all.map(({ arn }) => arn));
  return {
    queues: all,
    sources: [...mappings.values()].map((one) => ({
      queueArn: arns.has(one.EventSourceArn)
        ? one.EventSourceArn
        : missingInStack(`a queue ${one.EventSourceArn}`),
      functionArn:
        functions.get(one.FunctionName) ?? missingInStack(`a function ${one.FunctionName}`),
      batchSize: one.BatchSize,
      maxConcurrency: one.ScalingConfig?.MaximumConcurrency ?? defaultConcurrency,
    })),
    scheduleGroups: new Set([...groups.keys()].map((id) => template.physicalName(id))),
  };
}
