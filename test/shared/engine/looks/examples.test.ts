import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { acceptFindings } from '../../../../shared/engine/looks/accept.ts';
import { lookFindings } from '../../../../shared/engine/looks/look-findings.ts';
import { expect, test } from '../../../jest.ts';

const folder = join(import.meta.dirname, 'examples');
const expected = JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8'));

test.each(readdirSync(folder).filter((name) => name !== 'expected.json'))(
  'the example %s has the one finding about clients that it was made for, or none',
  (name) => {
    const html = readFileSync(join(folder, name, 'body.html'), 'utf8');

    const { kept, unused } = acceptFindings(html, lookFindings(html));
    const found = [...kept, ...unused].filter(({ code }) => /^(client-breaks|unused)/.test(code));

    expect(found.map(({ feature }) => feature)).toEqual(
      expected[name] === null ? [] : [expected[name]],
    );
  },
);
