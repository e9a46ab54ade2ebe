import * as z from 'zod';
import type { Assembly } from './assembly.ts';
import { arn } from './names.ts';

export interface LambdaFunction {
  /** Its logical id without the hash at the end: the function's name in log files and messages. */
  id: string;
  name: string;
  arn: string;
  folder: string;
  handler: string;
  timeoutMs: number;
  memoryMb: number;
  /** Its environment variables as the template gives them. */
  variables: Record<string, string>;
}

const known = z.object({
  Code: z.object({ S3Key: z.string() }),
  FunctionName: z.string().optional(),
  Handler: z.string(),
  Runtime: z.literal('nodejs24.x'),
  // The defaults are CloudFormation's.
  Timeout: z.int().default(3),
  MemorySize: z.int().default(128),
  Environment: z.object({ Variables: z.record(z.string(), z.string()) }).optional(),
});

const inert = [
  'Architectures',
  'Description',
  'LoggingConfig',
  'Role',
  'Tags',
  'TracingConfig',
  // `--environments` sets the number of environments.
  'ReservedConcurrentExecutions',
];

export function readFunctions({ template, assetFolder }: Assembly): Map<string, LambdaFunction> {
  const type = 'AWS::Lambda::Function';
  // The functions of custom resources run only during a deployment.
  const functions = template.read({ type, known, inert, skip: template.deployers() });
  return new Map(
    [...functions].map(([logicalId, properties]) => {
      const name = template.physicalName(logicalId);
      const id = logicalId.replace(/[0-9A-F]{8}$/, '');
      return [
        arn('lambda', `function:${name}`),
        {
          id,
          name,
          arn: arn('lambda', `function:${name}`),
          folder: assetFolder(properties.Code.S3Key),
          handler: properties.Handler,
          timeoutMs: properties.Timeout * 1000,
          memoryMb: properties.MemorySize,
          variables: properties.Environment?.Variables ?? {},
        },
      ];
    }),
  );
}
