/**
 * A name that a user chose, on one line, which ends in an ellipsis; the tooltip, and the line while its link has the
 * focus, show all of it. Its direction of writing does not change that of the words around it.
 */
export function Name({ children }: { children: string }) {
  return (
    <bdi className="name" title={children}>
      {children}
    </bdi>
  );
}
