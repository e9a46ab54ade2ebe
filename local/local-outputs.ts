import { region } from './template/names.ts';
import type { StackModel } from './template/stack-model.ts';

/** What of the stack is otherwise on this machine: where its parts are, and the senders. */
export interface LocalValues {
  api: string;
  page: string | undefined;
  /** What flows may send from here; `*` is any. */
  senders: readonly string[];
}

/** The stack's outputs; those that name an address on AWS name the local one, and `Senders` those of this run. */
export function localOutputs(
  { api, domains, dashboard, outputs }: StackModel,
  { senders, ...addresses }: LocalValues,
): Record<string, string> {
  const hosts = [`${api.id}.execute-api.${region}.amazonaws.com`, ...domains];
  const entries = Object.entries(outputs).map(([name, value]) => {
    const local = hosts.reduce(
      (text, host) => text.replace(`https://${host}/`, `${addresses.api}/`),
      value,
    );
    const { page } = addresses;
    return [name, dashboard && page ? local.replace(dashboard.site.url, page) : local];
  });
  return { ...Object.fromEntries(entries), Senders: senders.join(',') || 'none' };
}
