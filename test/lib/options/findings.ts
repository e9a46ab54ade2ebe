import { describe, expect, test } from '@jest/globals';
import { acceptedFindings } from '../../../lib/accepted-findings.ts';
import { full, judged, plain } from './stacks.ts';

describe('what cdk-nag finds', () => {
  test('has a written reason, and every reason something that it is for', () => {
    const written = Object.entries(acceptedFindings).flatMap(([path, reasons]) =>
      Object.keys(reasons).map((rule) => `test/${path} AwsSolutions-${rule}`),
    );

    const found = [...plain.findings, ...full.findings].map((finding) =>
      // It names the resource in a construct, or a policy of a role.
      finding.replace(/(\/DefaultPolicy)?\/Resource /, ' '),
    );
    expect([...new Set(found)].sort()).toEqual(written.sort());
  });

  test('is nothing once the reasons are written down', () => {
    const { findings } = judged({ senders: ['hello@example.com'] }, { acknowledged: true });

    expect(findings).toEqual([]);
  });
});
