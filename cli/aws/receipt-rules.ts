import {
  DescribeActiveReceiptRuleSetCommand,
  SESClient,
  SetActiveReceiptRuleSetCommand,
} from '@aws-sdk/client-ses';
import type { CallTimes } from '../../shared/adapters/call-times.ts';
import { type ClientPlace, clientSettings } from './client.ts';

/** A receipt rule set of SES, with the domains and addresses that its enabled rules receive mail for. */
export interface ReceiptRuleSet {
  name: string;
  recipients: readonly string[];
}

export type ReceiptRules = ReturnType<typeof receiptRules>;

/** SES has one active receipt rule set for each AWS account and region. */
export function receiptRules(times: CallTimes, place: ClientPlace) {
  const client = new SESClient(clientSettings(times, place));
  return {
    /** Null if none is active. Needs `ses:DescribeActiveReceiptRuleSet`. */
    active: async (): Promise<ReceiptRuleSet | null> => {
      const { Metadata, Rules = [] } = await client.send(
        new DescribeActiveReceiptRuleSetCommand({}),
      );
      if (!Metadata?.Name) return null;
      const enabled = Rules.filter((rule) => rule.Enabled);
      return { name: Metadata.Name, recipients: enabled.flatMap((rule) => rule.Recipients ?? []) };
    },
    /** Undefined: no rule set is active then, so SES receives no mail. Needs `ses:SetActiveReceiptRuleSet`. */
    activate: async (name: string | undefined): Promise<void> =>
      void (await client.send(new SetActiveReceiptRuleSetCommand({ RuleSetName: name }))),
  };
}
