import { createRoot } from 'react-dom/client';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no place to be drawn in');
createRoot(root).render(<h1>postrider</h1>);
