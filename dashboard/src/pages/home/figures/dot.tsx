/** The colour of bars, beside the word that names them. */
export function Dot({ color }: { color: string }) {
  return <span className="dot" style={{ color }} aria-hidden />;
}
