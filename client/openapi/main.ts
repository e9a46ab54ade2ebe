import { writeFileSync } from 'node:fs';
import { openApiText } from './document.ts';
import { pageText } from './page.ts';
import { clientTypes } from './types.ts';

/** `npm run openapi` writes the document, its page of plain text and the client's types; tests check that they are up to date. */
writeFileSync(new URL('../../docs/openapi.json', import.meta.url), openApiText());
writeFileSync(new URL('../../docs/llms.txt', import.meta.url), pageText());
writeFileSync(new URL('../src/types.ts', import.meta.url), await clientTypes());
