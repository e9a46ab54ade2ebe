/** Drawn without the kit: whatever is broken, this is not. */
export function Unready({ error }: { error: unknown }) {
  return (
    <main
      style={{ fontFamily: 'system-ui', maxWidth: '36rem', margin: '4rem auto', padding: '1rem' }}
    >
      <h1>The dashboard could not start</h1>
      <p role="alert">
        {error instanceof Error ? error.message : 'Something unforeseen happened.'}
      </p>
      <p>
        <button type="button" onClick={() => location.reload()}>
          Try again
        </button>
      </p>
    </main>
  );
}
