/** A plain text as a mail program shows it. */
export function PlainText({ label, text }: { label: string; text: string | undefined }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: who has no mouse scrolls it by keys
    <section className="plain-text" aria-label={label} tabIndex={0}>
      {text}
    </section>
  );
}
