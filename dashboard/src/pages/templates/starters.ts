import type { NewTemplate } from '../../../../functions/manage/contracts/templates.ts';

/** What a new template may begin with. */
export interface Starter {
  value: 'blank' | 'letter';
  label: string;
  description: string;
  content: Pick<NewTemplate, 'subject' | 'html' | 'testData'>;
}

const blank = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title></title>
  </head>
  <body>
    <p>Hello {{name|there}},</p>
  </body>
</html>
`;

const letter = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Welcome to {{product|our product}}</title>
    <style>
      :root { color-scheme: light dark; }
      @media (max-width: 600px) {
        .inner { padding: 24px !important; }
      }
      @media (prefers-color-scheme: dark) {
        .desk { background-color: #14161a !important; }
        .card { background-color: #1f2227 !important; }
        .ink { color: #f1f2f4 !important; }
        .soft { color: #b4b9c1 !important; }
      }
    </style>
  </head>
  <body class="desk" style="margin: 0; padding: 0; background-color: #f2f3f5;">
    <table role="presentation" class="desk" width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color: #f2f3f5;">
      <tr>
        <td align="center" style="padding: 32px 12px;">
          <table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width: 560px; background-color: #ffffff; border-radius: 12px;">
            <tr>
              <td class="inner" style="padding: 40px; font-family: Arial, Helvetica, sans-serif;">
                <h1 class="ink" style="margin: 0 0 16px; font-size: 26px; line-height: 1.3; color: #1c1f23;">Welcome, {{name|friend}}</h1>
                <p class="ink" style="margin: 0 0 24px; font-size: 16px; line-height: 1.6; color: #1c1f23;">Your account with {{product|our product}} is ready. There is one thing left to do.</p>
                <p style="margin: 0 0 24px;">
                  <a href="{{start_url|https://example.com/start}}" style="display: inline-block; padding: 13px 24px; border-radius: 8px; background-color: #b4361f; font-size: 16px; font-weight: bold; color: #ffffff; text-decoration: none;">Get started</a>
                </p>
                {{#note}}
                <p class="ink" style="margin: 0 0 24px; font-size: 16px; line-height: 1.6; color: #1c1f23;">{{note}}</p>
                {{/note}}
                <p class="soft" style="margin: 0; font-size: 14px; line-height: 1.6; color: #5a616b;">You get this mail because somebody signed up with your address.</p>
              </td>
            </tr>
          </table>
        </td>
      </tr>
    </table>
  </body>
</html>
`;

export const starters: readonly [Starter, ...Starter[]] = [
  {
    value: 'letter',
    label: 'Welcome letter',
    description: 'A card with a headline, a text and a button, light and dark',
    content: {
      subject: 'Welcome to {{product|our product}}, {{name|friend}}',
      html: letter,
      testData: { name: 'Ada', product: 'Postrider', start_url: 'https://example.com/start' },
    },
  },
  {
    value: 'blank',
    label: 'Blank',
    description: 'An empty page with one line',
    content: { subject: 'Hello {{name|there}}', html: blank, testData: { name: 'Ada' } },
  },
];
