import { writeFileSync } from 'node:fs';
import { openApiText } from './document.ts';
import { clientTypes } from './types.ts';

/** `npm run openapi` writes the document and the client's types; a test checks that both are up to date. */
writeFileSync(new URL('../../docs/openapi.json', import.meta.url), openApiText());
writeFileSync(new URL('../src/types.ts', import.meta.url), await clientTypes());
