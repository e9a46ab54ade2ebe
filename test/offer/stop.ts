/** Jest's global teardown. */
export { stopOffer as default } from './start.ts';
