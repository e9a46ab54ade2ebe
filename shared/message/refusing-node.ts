/** The id of the node that refused a request: that of the last step of its trace; null if the step has no node. */
export function refusingNode(trace: readonly unknown[]): string | null {
  const last = trace.at(-1);
  if (typeof last !== 'object' || last === null || !('node' in last)) return null;
  return typeof last.node === 'string' ? last.node : null;
}
