import { acceptFindings } from '../../../../shared/engine/looks/accept.ts';
import { lookLevels } from '../../../../shared/engine/looks/finding.ts';
import { lookFindings } from '../../../../shared/engine/looks/look-findings.ts';
import { expect, test } from '../../../jest.ts';
import { cleanMails, type PlantedMail, plantedMails } from './planted.ts';

/** The findings that are on by default and that no comment accepts, each with its rule, or else its code. */
function looksOf(html: string) {
  const findings = lookFindings(html, { unsubscribe: false }).filter(
    ({ code }) => lookLevels[code] !== 'off',
  );
  const { kept, unused } = acceptFindings(html, findings);
  return [...kept, ...unused].map(({ code, feature = code, line }) => ({ name: feature, line }));
}

const titleOf = ({ rule, title, lines }: PlantedMail) =>
  `${rule} in ${title}, line ${lines.join(' or ')}`;

test('the judge finds at least nine of ten planted faults, by the right rule and in the right line', () => {
  const faults = plantedMails('faults');
  const missed: string[] = [];
  for (const fault of faults) {
    const found = looksOf(fault.html);
    const isFound = found.some(
      ({ name, line }) => name === fault.rule && fault.lines.includes(line),
    );
    if (!isFound) missed.push(titleOf(fault));
  }
  if (missed.length > 0) console.log(`Missed:\n${missed.join('\n')}`);
  const recall = 1 - missed.length / faults.length;

  expect(faults.length).toBeGreaterThanOrEqual(64);
  expect(recall).toBeGreaterThanOrEqual(0.9);
});

test('the judge says nothing of a feature behind a guard', () => {
  const found: string[] = [];
  for (const mail of plantedMails('guarded')) {
    if (looksOf(mail.html).length > 0) found.push(titleOf(mail));
  }

  expect(found).toEqual([]);
});

test('the judge says nothing of a mail that its clients show as it is written', () => {
  const found: Record<string, unknown> = {};
  for (const [name, html] of cleanMails) {
    const looks = looksOf(html);
    if (looks.length > 0) found[name] = looks;
  }

  expect(found).toEqual({});
});
