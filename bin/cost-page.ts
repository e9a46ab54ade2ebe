import { readFileSync, writeFileSync } from 'node:fs';
import { withTables } from '../cli/commands/usage/cost-page.ts';

/** `npm run cost-page` updates the tables in `docs/cost.md`. A test checks that they are up to date. */
const page = new URL('../docs/cost.md', import.meta.url);
writeFileSync(page, withTables(readFileSync(page, 'utf8')));
