import type { ForgetStep } from '../../adapters/tables/forgettings-table.ts';
import { keys, rest, suppression, templates } from './forget-lists.ts';
import { scheduled, walk } from './forget-records.ts';
import type { Step } from './forget-step.ts';

/** The steps of a forgetting, in their order. */
export const steps: Record<Exclude<ForgetStep, 'end'>, Step<unknown>> = {
  keys,
  suppression,
  scheduled,
  records: walk(false),
  again: walk(true),
  templates,
  rest,
};
