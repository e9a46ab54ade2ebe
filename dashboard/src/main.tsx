import './mantine.css';
import './theme.css';
import './forced-colors.css';
import './shell/shell.css';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { findSession } from './sign-in/open-session.ts';

const place = document.getElementById('root');
if (!place) throw new Error('The page has no element with the id root');
const root = createRoot(place);
window.addEventListener('load', () => setTimeout(prefetch, 2_000));
try {
  if (await findSession()) root.render(<App />);
} catch (error) {
  root.render(<Unready error={error} />);
}

/** Fetches what the next pages need, once this page has loaded, unless its reader saves data or the line is slow. */
function prefetch(): void {
  const { connection } = navigator as { connection?: { saveData: boolean; effectiveType: string } };
  if (connection?.saveData || connection?.effectiveType.endsWith('2g')) return;
  const links = document.querySelector<HTMLTemplateElement>('#prefetched');
  if (links) document.head.append(links.content);
}

// Does not use Mantine, because Mantine may be broken.
function Unready({ error }: { error: unknown }) {
  return (
    <main
      style={{ fontFamily: 'system-ui', maxWidth: '36rem', margin: '4rem auto', padding: '1rem' }}
    >
      <h1>The dashboard could not start</h1>
      <p role="alert">{error instanceof Error ? error.message : 'An unexpected error occurred.'}</p>
      <p>
        <button type="button" onClick={() => location.reload()}>
          Try again
        </button>
      </p>
    </main>
  );
}
