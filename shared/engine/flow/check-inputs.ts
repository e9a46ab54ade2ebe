import type { NodeOf, VerificationKind } from './graph.ts';
import type { CheckOf, FlowCheck } from './plan.ts';

/** A variable or a delivery field that a verification reads. */
export interface CheckInput {
  name: string;
  /** Whether the verification reads the value as a placeholder prints it. If not, the value only has to exist. */
  isPrinted: boolean;
}

/** A verification as it is written, or as it is stored. */
type Verification<Kind extends VerificationKind> = CheckOf<Kind> | NodeOf<Kind>;

const inputs: {
  readonly [Kind in VerificationKind]: (verification: Verification<Kind>) => CheckInput[];
} = {
  email_domain: () => [],
  required_fields: ({ fields }) => fields.map((name) => ({ name, isPrinted: false })),
  regex: ({ field }) => [{ name: field, isPrinted: true }],
};

/** What a verification reads besides `_to`, which every flow that sends needs. */
export function checkInputs(verification: FlowCheck | NodeOf<VerificationKind>): CheckInput[] {
  const read = inputs[verification.kind] as (
    verification: FlowCheck | NodeOf<VerificationKind>,
  ) => CheckInput[];
  return read(verification);
}
