import { writeFileSync } from 'node:fs';
import { writeTypes } from '../write-types.ts';
import { openApiText } from './document.ts';
import { pageText } from './page.ts';

/** `npm run openapi` writes the document, its page of plain text and the client's types. Tests check the first two. */
writeFileSync(new URL('../../docs/openapi.json', import.meta.url), openApiText());
writeFileSync(new URL('../../docs/llms.txt', import.meta.url), pageText());
writeTypes();
