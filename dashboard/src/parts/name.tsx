/**
 * A name that a user chose, in any script and as long as 200 characters: on one line, which ends in an ellipsis. The
 * whole name is in the tooltip, and the line shows it while its link has the focus. Its direction of writing does not
 * change that of the words around it.
 */
export function Name({ children }: { children: string }) {
  return (
    <bdi className="name" title={children}>
      {children}
    </bdi>
  );
}
