import Sequencer from '@jest/test-sequencer';

/** Where the long ones are, by what they start: browsers, CDK, local runs, threads. */
const long = [
  /test\/browser\/pages\.test\.ts$/,
  /test\/(local\/start|api\/local-run\/restart|trials\/soak\/function\/run|lib\/stack)\.test\.ts$/,
  /test\/browser\/(messages|editor-accessible)\.test\.ts$/,
  /test\/api\/(cli\/cli|local-run\/faults|execute\/lost-and-refused|execute\/lost-tables|cli\/message-cli)\.test\.ts$/,
  /test\/browser\//,
];

/**
 * Begins with the files that take longest, so that none is left to one worker at the end. Jest knows them once
 * they have run on a machine; until then it goes by their sizes, which say nothing of what a file starts.
 */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    return super.sort(tests).sort((one, other) => placeOf(one) - placeOf(other));
  }
}

/** Of one that has run here, or is not long: behind the others, as Jest has them. */
function placeOf({ path, duration }) {
  const place = long.findIndex((files) => files.test(path.replaceAll('\\', '/')));
  return duration === undefined && place >= 0 ? place : long.length;
}
