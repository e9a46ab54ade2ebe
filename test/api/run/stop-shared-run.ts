/** Jest's global teardown. */
export { stopRun as default } from './shared-run.ts';
