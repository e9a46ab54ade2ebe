import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { relative, sep } from 'node:path';
import type { Log, ReportingDescriptor, Result } from 'sarif';
import { version } from '../../../../lib/home.ts';
import type { JudgedFinding } from './finding.ts';

/**
 * Findings as SARIF 2.1.0 (https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html), which code scanning of
 * GitHub and others reads. The fingerprint of a finding stays when lines are added above it.
 */
export function sarifLog(findings: readonly JudgedFinding[]): Log {
  const rules = new Map<string, ReportingDescriptor>();
  for (const finding of findings) {
    const helpUri = finding.source;
    rules.set(ruleOf(finding), { id: ruleOf(finding), ...(helpUri && { helpUri }) });
  }
  const files = new Map<string, readonly string[]>();
  const results = findings.map((finding): Result => {
    const { level, message, file = '', line = 1, column = 1, accepted } = finding;
    const uri = relative('', file).split(sep).map(encodeURIComponent).join('/');
    const region = { startLine: line, startColumn: column };
    const lines = files.get(file) ?? linesOf(file);
    files.set(file, lines);
    const text = lines[line - 1] ?? '';
    const parts = [finding.code, finding.feature ?? '', uri, text.trim()];
    const print = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
    return {
      ...{ ruleId: ruleOf(finding), level, message: { text: message } },
      locations: [{ physicalLocation: { artifactLocation: { uri }, region } }],
      partialFingerprints: { 'postrider/v1': print },
      ...(accepted !== undefined && {
        suppressions: [{ kind: 'inSource', justification: accepted }],
      }),
    };
  });
  const driver = { name: 'postrider', version, rules: [...rules.values()] };
  return {
    $schema:
      'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    ...{ version: '2.1.0', runs: [{ tool: { driver }, results, columnKind: 'utf16CodeUnits' }] },
  };
}

function ruleOf({ code, feature }: JudgedFinding): string {
  return feature === undefined ? code : `${code}/${feature}`;
}

/** Empty for a stored template, which has no file. */
function linesOf(file: string): string[] {
  return existsSync(file) ? readFileSync(file, 'utf8').split(/\r\n?|\n/) : [];
}
