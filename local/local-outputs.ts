import { region } from './template/names.ts';
import type { StackModel } from './template/stack-model.ts';

export interface LocalValues {
  api: string;
  page: string | undefined;
  /** The addresses and domains that flows may send from in this run; `*` is any. */
  senders: readonly string[];
}

/** The stack's outputs, with this machine's addresses instead of those on AWS, and with the senders of this run. */
export function localOutputs(
  { api, doors, domains, dashboard, outputs }: StackModel,
  { senders, ...addresses }: LocalValues,
): Record<string, string> {
  const ids = [api.id, ...(doors ? [doors.id] : [])];
  const hosts = [...ids.map((id) => `${id}.execute-api.${region}.amazonaws.com`), ...domains];
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
