/** The text at which typing begins: on its own line, because a click on it hits the middle of the line. */
export const writingPlace = 'Here is what is new.';

/** A mail like many others: tables with inline styles, and placeholders in each row, of 50 names if it is long. */
export function htmlOf(kilobytes: number): string {
  const rows: string[] = [];
  for (let size = head.length + foot.length; size < kilobytes * 1024; ) {
    const row = rowOf(rows.length + 1);
    rows.push(row);
    size += row.length;
  }
  return `${head}${rows.join('')}${foot}`;
}

const head = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>News</title>
    <style>
      @media (max-width: 620px) { .sheet { width: 100% !important; } }
    </style>
  </head>
  <body style="margin: 0; background-color: #eaf0f1;">
    <p style="font-size: 16px; line-height: 24px;">
      ${writingPlace}
    </p>
    <table role="presentation" class="sheet" width="600" cellpadding="0" cellspacing="0" border="0">
`;

const rowOf = (number: number) => `      <tr>
        <td style="padding: 12px 40px; font-family: Arial, Helvetica, sans-serif; border-bottom: 1px solid #d5dee0;">
          <p style="margin: 0 0 6px; font-size: 17px; line-height: 24px; color: #1d2a2d;">Number ${number}: {{title${number % 49}|A new thing}}</p>
          <p style="margin: 0; font-size: 15px; line-height: 22px; color: #5a686c;">Dear {{name|reader}}, there is more to be said of it than fits here.</p>
          <a href="https://example.com/read/${number}" style="color: #12403f; font-weight: 600;">Read on</a>
        </td>
      </tr>
`;

const foot = `    </table>
  </body>
</html>
`;
