import { readFileSync, writeFileSync } from 'node:fs';
import { withTables } from '../cli/operate/cost/page.ts';

/** Writes the tables of `docs/cost.md` anew: `npm run cost-page`. A test holds that they are these. */
const page = new URL('../docs/cost.md', import.meta.url);
writeFileSync(page, withTables(readFileSync(page, 'utf8')));
