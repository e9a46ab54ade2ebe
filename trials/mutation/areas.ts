/** A part of the service, and the tests that must fail when Stryker changes its code. */
export interface Area {
  /** Globs of the files that Stryker changes. */
  mutated: readonly string[];
  /**
   * Folders or files of the tests that run for each change. They contain no braces, because `mutate.ts` joins them
   * with commas.
   */
  tests: readonly string[];
}

const testsOf = (folder: string, ...names: string[]) =>
  names.map((name) => `test/shared/engine/${folder}/${name}.test.ts`);

/** The most important code: who has access, what is sent to whom, and the content of mails. */
export const areas = {
  keys: { mutated: ['shared/keys/*.ts'], tests: ['test/shared/keys', 'test/functions/authorizer'] },
  address: {
    mutated: ['shared/engine/verify/{address*,domain-name}.ts'],
    tests: [
      'test/shared/engine/verify/address.test.ts',
      'test/shared/engine/verify/verify-address.test.ts',
    ],
  },
  message: {
    mutated: [
      'shared/message/{mailbox*,recipients,sender,suppression,message-states,apply-event}.ts',
    ],
    tests: ['test/shared/message'],
  },
  sending: {
    mutated: ['shared/message/{send-once,settle-send,earlier-attempt,idempotency-key}.ts'],
    tests: ['test/functions/execute', 'test/shared/message/canonical-json.test.ts'],
  },
  // Leaves out the property tests, which take seconds for each change.
  render: {
    mutated: ['shared/engine/render/*.ts', 'shared/engine/render/program/*.ts'],
    tests: [
      ...testsOf('render', 'render-template', 'compile-template', 'compiled-template', 'report'),
      ...testsOf('render', 'warm-up', 'derive-text', 'text-from-html'),
      'test/shared/engine/render/program',
    ],
  },
  syntax: {
    mutated: ['shared/engine/render/{syntax,context}/*.ts'],
    tests: [
      'test/shared/engine/render/compile-template.test.ts',
      'test/shared/engine/render/context',
    ],
  },
  text: {
    mutated: ['shared/engine/render/{html,text}/*.ts'],
    tests: testsOf('render', 'derive-text', 'text-from-html', 'render-template'),
  },
} as const satisfies Record<string, Area>;

export type AreaName = keyof typeof areas;
