import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './shell/shell.css';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { Unready } from './shell/unready.tsx';
import { findSession } from './sign-in/open-session.ts';

const place = document.getElementById('root');
if (!place) throw new Error('The page has no place to be drawn in');
const root = createRoot(place);
try {
  if (await findSession()) root.render(<App />);
} catch (error) {
  root.render(<Unready error={error} />);
}
