/*
 * What is built from the sources in a checkout. In the package, where it was built before, `bin/package/builds.ts` takes
 * the place of this module.
 */
export { functionBundles } from './build/function-bundles.ts';
export { builtPage, unbuiltPage } from './build/page.ts';
