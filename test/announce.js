/**
 * Says, before the first test, how long all of them take: half of them run before Jest prints a result
 * that tells it. A part of the tests is quick, and nothing is said.
 */
export default class Announce {
  /** @param {import('@jest/types').Config.GlobalConfig} config */
  constructor(config) {
    this.config = config;
  }

  /** @param {{ numTotalTestSuites: number }} results */
  onRunStart({ numTotalTestSuites }) {
    if (!isWhole(this.config)) return;
    console.error(
      `${numTotalTestSuites} test files: this takes about 10 minutes on two cores, and longer on a busy machine.`,
    );
  }
}

function isWhole({ testPathPatterns, testNamePattern, onlyChanged, findRelatedTests, shard }) {
  const isNarrowed = testPathPatterns.patterns.length > 0 || Boolean(testNamePattern);
  return !isNarrowed && !onlyChanged && !findRelatedTests && !shard;
}
