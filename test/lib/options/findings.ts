import { acceptedFindings } from '../../../lib/accepted-findings.ts';
import { expect, test } from '../../jest.ts';
import { every } from './every-setting.ts';
import { full, judged, plain } from './stacks.ts';

test('every finding of cdk-nag has a written reason, and every reason a finding', () => {
  const written = Object.entries(acceptedFindings(every)).flatMap(([path, reasons]) =>
    Object.keys(reasons).map((rule) => `test/${path} AwsSolutions-${rule}`),
  );

  const withoutLater = judged({ later: false }, { acknowledged: false });
  const found = [plain, full, withoutLater]
    .flatMap(({ findings }) => findings)
    .map((finding) =>
      // A finding names the resource in a construct, or a policy of a role.
      finding.replace(/(\/DefaultPolicy)?\/Resource /, ' '),
    );
  expect([...new Set(found)].sort()).toEqual(written.sort());
});

test('cdk-nag finds nothing once the findings are acknowledged', () => {
  const { findings } = judged(
    { senders: ['hello@example.com'], attachmentBuckets: ['acme-contracts'] },
    { acknowledged: true },
  );

  expect(findings).toEqual([]);
});
