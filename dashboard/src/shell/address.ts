/** Whether a page stands at an address, or below one that ends with a slash. */
export const isAt = (pathname: string, at: string): boolean =>
  pathname === at || (at !== '/' && at.endsWith('/') && pathname.startsWith(at));

/** The name in the address of one thing: `letter` of `/templates/letter/flow`. */
export function nameIn(pathname: string): string {
  const name = pathname.split('/')[2] ?? '';
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
