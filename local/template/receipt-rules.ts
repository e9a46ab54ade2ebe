import * as z from 'zod';
import { missingInStack, type Template } from './template.ts';

/** Stores the mails of its domains in a bucket, and then calls a function. */
export interface ReceiptRule {
  domains: string[];
  bucket: string;
  prefix: string;
  functionArn: string;
}

const rule = z.object({
  Rule: z.object({
    Actions: z.tuple([
      z.object({
        S3Action: z.strictObject({ BucketName: z.string(), ObjectKeyPrefix: z.string() }),
      }),
      z.object({
        LambdaAction: z.strictObject({
          FunctionArn: z.string(),
          InvocationType: z.literal('Event'),
        }),
      }),
    ]),
    Recipients: z.array(z.string()),
  }),
});

/** Reads the rules by which SES receives mails. `functions`: the ARNs that a rule may name. */
export function readReceiptRules(
  template: Template,
  functions: ReadonlyMap<string, unknown>,
): ReceiptRule[] {
  const rules = template.read({
    type: 'AWS::SES::ReceiptRule',
    known: rule,
    // The local run has one rule set, which is active.
    inert: ['RuleSetName'],
  });
  return [...rules.values()].map(({ Rule: { Recipients, Actions } }) => {
    const [{ S3Action: store }, { LambdaAction: call }] = Actions;
    if (!functions.has(call.FunctionArn)) missingInStack(`a function ${call.FunctionArn}`);
    return {
      domains: Recipients,
      bucket: store.BucketName,
      prefix: store.ObjectKeyPrefix,
      functionArn: call.FunctionArn,
    };
  });
}
