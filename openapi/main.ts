import { writeFileSync } from 'node:fs';
import { openApiText } from './document.ts';

/** `npm run openapi` writes the document; a test holds that it is up to date. */
writeFileSync(new URL('../docs/openapi.json', import.meta.url), openApiText());
