import { cutQuote } from '../../../shared/reply/cut-quote.ts';
import { describe, expect, test } from '../../jest.ts';

const quote = '> Hi Ada,\n>\n> does the lamp work now?';

describe('the introduction of a quote', () => {
  test.each([
    'On Mon, Nov 23, 2026 at 9:12 AM Acme <hello@acme.example.org> wrote:',
    'On Mon, Nov 23, 2026 at 9:12 AM Acme Support and Service\n<hello@acme.example.org> wrote:',
    'Am 23.11.2026 um 09:12 schrieb Acme <hello@acme.example.org>:',
    'Acme <hello@acme.example.org> schrieb am Mo., 23. Nov. 2026, 09:12:',
    'Em seg., 23 de nov. de 2026 às 09:12, Acme <hello@acme.example.org> escreveu:',
    'Le lun. 23 nov. 2026 à 09:12, Acme <hello@acme.example.org> a\nécrit :',
    'El lun, 23 nov 2026 a las 9:12, Acme (<hello@acme.example.org>) escribió:',
    'Il giorno lun 23 nov 2026 alle ore 09:12 Acme <hello@acme.example.org> ha scritto:',
    '2026年11月23日(月) 9:12 Acme <hello@acme.example.org>:',
    'Acme wrote:',
    'Acme <hello@acme.example.org> writes:',
  ])('%s is cut with it', (introduction) => {
    expect(cutQuote(`Yes.\n\n${introduction}\n\n${quote}\n`)).toBe('Yes.');
    expect(cutQuote(`${introduction}\n${quote}\n\nYes.\n`)).toBe('Yes.');
  });

  test.each(['On Friday I wrote that it is dark.', 'I wrote:', 'On Friday I wrote:'])(
    '%s is the writer’s own',
    (own) => {
      expect(cutQuote(`Hello,\n${own}\n${quote}`)).toBe(`Hello,\n${own}`);
      expect(cutQuote(`${own}\n\nIt is dark.`)).toBe(`${own}\n\nIt is dark.`);
    },
  );
});

describe('a quoted mail without marks', () => {
  test.each([
    ['From: Acme <a@b.example>', 'Sent: Monday', 'To: Ada', 'Subject: Your ticket'],
    ['*From:* Acme', '*Date:* Monday', '*To:* Ada', '*Subject:* Your ticket'],
    ['Von: Acme', 'Gesendet: Montag', 'An: Ada', 'Betreff: Ticket'],
    ['De : Acme', 'Envoyé : lundi', 'À : Ada', 'Objet : Ticket'],
    ['Da: Acme', 'Inviato: lunedì', 'A: Ada', 'Oggetto: Ticket'],
    ['差出人: Acme', '送信日時: 月曜日', '宛先: Ada', '件名: Ticket'],
    ['Gesendet: Montag, 23. November 2026', 'Von: Acme', 'An: Ada', 'Betreff: Ticket'],
    ['---- On Mon, 23 Nov 2026 09:12:00 +0000 Acme wrote ----'],
    ['-----Ursprüngliche Nachricht-----'],
  ])('is cut below %s', (...header) => {
    expect(cutQuote(`No.\n\n________________________________\n${header.join('\n')}\n\nHi`)).toBe(
      'No.',
    );
  });

  test('is cut below a whole introduction, if words are above it', () => {
    const below =
      'On Monday, November 23, 2026 at 09:12:00 AM GMT, Acme <a@b.example> wrote:\n\nHi Ada';

    expect(cutQuote(`No.\n\n${below}`)).toBe('No.');
    expect(cutQuote(below)).toBe(below);
  });
});

test.each([
  ['Sent from my iPhone'],
  ['Sent from my Galaxy'],
  ['Sent with Proton Mail secure email.'],
  ['Get Outlook for iOS<https://aka.ms/o0ukef>'],
  ['Von meinem iPhone gesendet'],
  ['Sent from Outlook for Android'],
  ['Diese Nachricht wurde von meinem Android-Gerät mit GMX Mail gesendet.'],
  ['Enviado desde mi iPhone'],
  ['Inviato da iPhone'],
  ['Outlook für iOS beziehen<https://aka.ms/o0ukef>'],
  ['Enviado do meu iPhone'],
  ['Envoyé de mon iPhone'],
  ['iPhoneから送信'],
  ['-- \nAda Lovelace\n12 Main Street'],
])('%s is cut', (end) => {
  expect(cutQuote(`Thanks, Ada\n\n${end}\n\nOn 23 Nov 2026, Acme wrote:\n${quote}`)).toBe(
    'Thanks, Ada',
  );
});

test('a reply between the quoted lines is kept whole, but for its signature', () => {
  const words = '> Does the lamp work?\nYes.\n\n> And the box?\nIt was damaged.';

  expect(cutQuote(`${words}\n\n-- \nAda\n`)).toBe(words);
});

test.each(['Von der Mail weiß ich nichts.', 'Enviado por mail ayer.', 'To: do tomorrow'])(
  '%s is no line of a mailer',
  (own) => expect(cutQuote(own)).toBe(own),
);

test('nothing is left of a quote alone, and an unknown form stays', () => {
  expect(cutQuote(quote)).toBe('');
  expect(cutQuote('Yes.\n\n| Hi Ada')).toBe('Yes.\n\n| Hi Ada');
});

test.each([
  ['lines', '> a\nb:\n'.repeat(10_000)],
  ['hyphens', '--\n'.repeat(20_000)],
  ['a line', `On ${'1 wrote '.repeat(10_000)}:`],
  ['signs', `${'>'.repeat(100_000)}\nFrom: ${'<'.repeat(100_000)}`],
  ['introductions', 'On 2026 a hat am b wrote\n'.repeat(10_000)],
])('very many %s are cut in one pass', (_, text) => {
  expect(typeof cutQuote(text)).toBe('string');
});
