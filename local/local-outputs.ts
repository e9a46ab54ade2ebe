import { region } from './template/names.ts';
import type { StackModel } from './template/stack-model.ts';

/** Where the parts of the stack that have an address are on this machine. */
export interface LocalAddresses {
  api: string;
  page: string | undefined;
}

/** The stack's outputs; those that name an address on AWS name the local one. */
export function localOutputs(
  { api, domains, dashboard, outputs }: StackModel,
  addresses: LocalAddresses,
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
  return Object.fromEntries(entries);
}
