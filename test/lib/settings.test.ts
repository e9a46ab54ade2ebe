import { describe, expect, test } from '@jest/globals';
import { parseSettings, readSettings, SettingsError } from '../../lib/settings.ts';

const defaults = {
  stackName: 'postrider',
  senders: [],
  sending: true,
  disposableIsInvalid: true,
  roleIsInvalid: false,
  messageRetentionDays: 30,
  suppression: true,
  dashboard: true,
  logRetentionDays: 30,
  deletionProtection: true,
};

describe('settings', () => {
  test('every setting has a default', () => {
    const settings = parseSettings({});

    expect(settings).toEqual(defaults);
  });

  test('a missing file means all defaults', () => {
    const settings = readSettings('no-such-settings.json');

    expect(settings).toEqual(defaults);
  });

  test('senders may be addresses and domains', () => {
    const senders = ['hello@example.com', 'mail.example.org'];

    expect(parseSettings({ senders }).senders).toEqual(senders);
  });

  test.each([
    [{ stackName: '1st' }, 'stackName must start with a letter; letters, digits and hyphens'],
    [
      { senders: ['nobody'] },
      'senders.0 must be an e-mail address or a domain, like hello@example.com or example.com',
    ],
    [{ messageRetentionDays: 0 }, 'messageRetentionDays must be at least 1'],
    [{ messageRetentionDays: 366 }, 'messageRetentionDays must be at most 365'],
    [{ messageRetentionDays: 1.5 }, 'messageRetentionDays must be a whole number'],
    [{ sending: 'no' }, 'sending must be of type boolean'],
    [{ sender: 'a@b.c' }, 'unknown setting sender'],
    [[], 'the file must be of type object'],
    [
      { logRetentionDays: 10 },
      'logRetentionDays must be one of 1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731',
    ],
  ])('%j is refused with a sentence that names the setting', (value, sentence) => {
    const parse = () => parseSettings(value, 'settings.json');

    expect(parse).toThrow(new SettingsError(`settings.json: ${sentence}`));
  });

  test('all bad settings are named at once', () => {
    const parse = () => parseSettings({ sending: 1, roleIsInvalid: 2 });

    expect(parse).toThrow(
      'settings.json: sending must be of type boolean; roleIsInvalid must be of type boolean',
    );
  });
});
