import { readFileSync } from 'node:fs';
import { parseSettings } from '../../../lib/settings/settings.ts';
import { expect, test } from '../../jest.ts';

const page = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8');

/** The JSON in a section of the page. */
const settingsIn = (section: string) => {
  const [, text = ''] = page.split(`\n## ${section}\n`);
  const [own = ''] = text.split('\n## ');
  return [...own.matchAll(/```json\n([\s\S]*?)```/g)].map(([, json]) => JSON.parse(json ?? ''));
};

test.each([
  'Your own domain',
  'Senders',
  'Attachments from S3',
  'Web application firewall',
  'What a platform team asks for',
  'Back up and restore',
])('the stack accepts the settings that docs/operations.md shows: %s', (section) => {
  const shown = settingsIn(section);

  expect(shown).toHaveLength(1);
  expect(parseSettings(shown[0])).toMatchObject(shown[0]);
});
