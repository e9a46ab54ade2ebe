/**
 * The rules of who may import whom: one for each line of `zones.json`, which `CONTRIBUTING.md` shows,
 * and the few that no table can say.
 */

const zones = require('./zones.json');

/** Everything of ours that code may be imported from. */
const house = '^(bin|cli|client|dashboard|functions|lib|local|shared|test|trials)/';

/** A zone or a file, as a pattern of the paths that belong to it. */
const pathsOf = (zone) => (/\.\w+$/.test(zone) ? `^${literal(zone)}$` : `^${literal(zone)}/`);
const literal = (path) => path.replaceAll('.', '\\.');

/** A zone's files without those of the zones inside it, which have a line of their own. */
function ruleOf({ zone, knows }) {
  const inner = zones.filter((other) => other.zone.startsWith(`${zone}/`));
  return {
    name: `zone ${zone}`,
    severity: 'error',
    from: { path: pathsOf(zone), pathNot: inner.map((other) => pathsOf(other.zone)) },
    to: { path: house, pathNot: [pathsOf(zone), ...knows.map(pathsOf), ...dataFor(zone)] },
  };
}

/** The files directly in shared/ are data that every function's part may read; the engine may not. */
function dataFor(zone) {
  const isOpen = /^shared\//.test(zone) && !/^shared\/(engine|keys)/.test(zone);
  return isOpen ? ['^shared/[^/]+\\.ts$'] : [];
}

// TypeScript 7 has no API to read a file's imports: dependency-cruiser reads them with @swc/core, and none without it.
module.exports = {
  forbidden: [
    ...zones.map(ruleOf),
    {
      name: 'functions know no other',
      comment: 'Each is deployed by itself; what two of them need lives in shared/.',
      severity: 'error',
      from: { path: '^functions/([^/]+)/' },
      to: { path: '^functions/', pathNot: '^functions/$1/' },
    },
    {
      name: 'no circle',
      comment: 'A file that imports its importer cannot be read by itself.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'command groups know no other',
      comment:
        'What two groups share lies beside `commands/`. mcp and selftest run the commands of other groups.',
      severity: 'error',
      from: { path: '^cli/commands/(?!mcp/|selftest/)([^/]+)/' },
      to: { path: '^cli/commands/', pathNot: '^cli/commands/$1/' },
    },
    {
      name: "no circle of the CLI's folders",
      comment: 'A folder imports only from folders below it.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^cli(/|$)' },
      to: { circular: true },
    },
    {
      name: 'adapters know the SDK',
      comment: 'A use case names what it needs as a port; an adapter fulfils it.',
      severity: 'error',
      from: { path: '^(shared|functions|cli)/', pathNot: '^(shared/adapters|cli/aws)/' },
      to: { path: 'node_modules/(@aws-sdk|@smithy)/' },
    },
    {
      name: 'the engine is pure',
      comment:
        'It runs in a browser too: time, randomness, DNS and the provider come in as arguments.',
      severity: 'error',
      from: { path: '^shared/engine/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'the domain asks no network',
      severity: 'error',
      from: { path: '^shared/(keys|message)/' },
      to: { path: '^(node:)?(fs|net|dns|http|https|process|child_process)(/|$)' },
    },
    {
      name: 'shared is bundled',
      comment: 'What no function bundles belongs to whoever uses it.',
      severity: 'error',
      from: { path: '^functions/[^/]+/handler\\.ts$' },
      to: {
        path: '^shared/',
        // The simulated mail clients run in the CLI and in the dashboard's page.
        pathNot: ['\\.d\\.ts$', '^shared/engine/looks/views/'],
        reachable: false,
      },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default'],
    },
  },
};
