/** Letters of the author's may stand before one; none that is run ends like these. */
const permitted = /^$|(?:https?|mailto|tel|cid)$/;

/** Whether the engine lets a value make this scheme of an address. Empty is none. */
export function isPermitted(scheme: string): boolean {
  return permitted.test(scheme);
}
