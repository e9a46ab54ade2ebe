import { didYouMean } from '../../engine/nearest.ts';
import { selectableTypes } from '../../engine/webhook-types.ts';
import { type AddressRules, addressProblem } from '../../webhook/address.ts';
import type { WebhookEndpoint } from '../../webhook/endpoint.ts';
import { ManageError, type ManageProblem } from '../manage-error.ts';

export interface WebhookOptions {
  url: string;
  /** The types of events that it gets. Absent or null: all. */
  types?: readonly string[] | null | undefined;
  /** Whether it gets the events of test keys as well. Default: false. */
  test?: boolean | undefined;
}

/** What a webhook is for, as it is kept. */
export type CheckedOptions = Pick<WebhookEndpoint, 'url' | 'types' | 'test'>;

/** @throws {ManageError} with each problem of the address and the types */
export function checkWebhookOptions(
  { url, types, test = false }: WebhookOptions,
  rules: AddressRules,
): CheckedOptions {
  const wrongUrl = addressProblem(url, rules);
  const problems: ManageProblem[] = [
    ...(wrongUrl === null
      ? []
      : [{ code: 'bad-address' as const, field: 'url', message: wrongUrl }]),
    ...(types?.length === 0 ? [badType('types must have at least one type')] : []),
    ...(types ?? []).flatMap(typeProblem),
  ];
  if (problems.length > 0) {
    throw new ManageError(problems.map(({ message }) => message).join('; '), problems);
  }
  const known = selectableTypes.filter((type) => types?.includes(type));
  return { url: new URL(url).href, types: types ? known : null, test };
}

function typeProblem(type: string): ManageProblem[] {
  if (selectableTypes.some((known) => known === type)) return [];
  const meant = didYouMean(type, selectableTypes);
  const quoted = JSON.stringify(type);
  return [
    badType(
      `${quoted} is not a type of events${meant}: the types are ${selectableTypes.join(', ')}`,
    ),
  ];
}

const badType = (message: string): ManageProblem => ({ code: 'bad-type', field: 'types', message });
