import { setImmediate } from 'node:timers/promises';
import type { AddressAnswer } from '../../../../../cli/commands/template/lint/ask-address.ts';
import {
  type LinkedAddress,
  onlineFindings,
} from '../../../../../cli/commands/template/lint/online-findings.ts';
import { expect, test } from '../../../../jest.ts';

const link = (address: string, line = 1): LinkedAddress => ({
  ...{ address, isPicture: false, place: { templateId: 'welcome', part: 'html', line } },
});

const picture = (address: string, line = 1) => ({ ...link(address, line), isPicture: true });

const fine: AddressAnswer = { problem: null, redirects: 0, bytes: null };

const answering = (answers: Record<string, Partial<AddressAnswer>>) => async (address: string) => ({
  ...{ ...fine, ...answers[address] },
});

test('each place of a dead address has a finding, and the address is asked once', async () => {
  const asked: string[] = [];
  const dead = 'https://a.example/gone';
  const { findings } = await onlineFindings([link(dead, 3), link(dead, 9)], async (address) => {
    asked.push(address);
    return { ...fine, problem: 'answers 404' };
  });

  expect(asked).toEqual([dead]);
  expect(findings).toMatchObject([
    { code: 'dead-link', line: 3, message: `${dead} answers 404: correct the address` },
    { code: 'dead-link', line: 9 },
  ]);
});

test('more than three redirects, a picture over 1 MB and pictures over 2 MB together are found', async () => {
  const ask = answering({
    'https://a.example/4': { redirects: 4 },
    'https://a.example/3': { redirects: 3 },
    'https://b.example/big.png': { bytes: 1_200_000 },
    'https://b.example/film': { bytes: 9_000_000 },
    'https://c.example/two.png': { bytes: 900_000 },
  });
  const { findings } = await onlineFindings(
    [
      ...[link('https://a.example/4'), link('https://a.example/3'), link('https://b.example/film')],
      ...[picture('https://b.example/big.png', 7), picture('https://c.example/two.png', 8)],
    ],
    ask,
  );

  expect(findings.map(({ code, line, message }) => [code, line, message])).toEqual([
    ['many-redirects', 1, 'https://a.example/4 is redirected 4 times: write the last address'],
    [
      ...['heavy-image', 7],
      'https://b.example/big.png has 1.2 MB: make the picture smaller than 1 MB',
    ],
    ['heavy-image', 7, 'the pictures have 2.1 MB together: make them smaller than 2 MB'],
  ]);
});

test('an address that might act, or that is no web address, is never asked', async () => {
  const never = [
    ...['https://a.example/unsubscribe?u=1', 'https://a.example/x?token=1', 'mailto:a@b.example'],
    ...['https://a.example/Confirm', 'https://verify.example/', 'https://', '/relative'],
  ];

  const { findings } = await onlineFindings(
    never.map((each) => link(each)),
    fail,
  );

  expect(findings).toEqual([]);
});

const fail = () => Promise.reject(new Error('asked'));

test('200 addresses are asked, eight at once, and one at once of a host', async () => {
  const running: string[] = [];
  let [most, mostOfHost] = [0, 0];
  const links = Array.from({ length: 340 }, (_, at) => link(`https://h${at % 20}.example/${at}`));

  let asked = 0;
  const { note } = await onlineFindings(links, async (address) => {
    const { host } = new URL(address);
    asked += 1;
    running.push(host);
    most = Math.max(most, running.length);
    mostOfHost = Math.max(mostOfHost, running.filter((each) => each === host).length);
    await setImmediate();
    running.splice(running.indexOf(host), 1);
    return fine;
  });

  expect([asked, most, mostOfHost]).toEqual([200, 8, 1]);
  expect(note).toBe('Asked 200 of 340 addresses: lint fewer templates at once.');
});
