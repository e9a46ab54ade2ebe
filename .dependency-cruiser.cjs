/** The import zones of CONTRIBUTING.md: who may know whom. Those of dashboard/ are in biome.json: this tool reads no TSX. */

module.exports = {
  forbidden: [
    {
      name: 'no-circles',
      comment: 'A file that imports its importer cannot be read on its own.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'domain-is-pure',
      comment:
        'render, flow and verify know nothing of ours but themselves, the errors and the limits.',
      severity: 'error',
      from: { path: '^shared/(render|flow|verify)/' },
      to: {
        path: '^(bin|lib|functions|shared|local|cli|dashboard)/',
        pathNot: ['^shared/$1/', '^shared/(errors|limits)\\.ts$'],
      },
    },
    {
      name: 'domain-knows-no-sdk',
      severity: 'error',
      comment: 'Only the adapters know an SDK.',
      from: { path: '^(shared|functions|cli)/', pathNot: '^shared/adapters/' },
      to: { path: 'node_modules/(@aws-sdk|@smithy)/' },
    },
    {
      name: 'domain-touches-no-network',
      comment: 'Time, randomness, DNS and the provider come in as arguments.',
      severity: 'error',
      from: { path: '^shared/(render|flow|verify|keys|message)/' },
      to: { path: '^(node:)?(fs|net|dns|http|https|process|child_process)(/|$)' },
    },
    {
      name: 'shared-looks-down',
      comment: 'shared/ is bundled into functions: it knows none of its users.',
      severity: 'error',
      from: { path: '^shared/' },
      to: { path: '^(bin|lib|functions|local|cli)/' },
    },
    {
      name: 'functions-import-shared',
      severity: 'error',
      from: { path: '^functions/([^/]+)/' },
      to: { path: '^(bin|lib|functions|local|cli)/', pathNot: '^functions/$1/' },
    },
    {
      name: 'lib-knows-names-only',
      comment: 'The stack shares names with the runtime, never code that runs.',
      severity: 'error',
      from: { path: '^lib/' },
      to: {
        path: '^(bin|functions|shared|local|cli)/',
        pathNot: [
          '^shared/(routes|env|errors|plans|nearest)\\.ts$',
          '^functions/manage/contracts/(common|page-config|problem)\\.ts$',
          '^shared/manage/partition\\.ts$',
        ],
      },
    },
    {
      name: 'nobody-imports-lib',
      comment: 'The CLI may read the settings; the stack is for bin and tests.',
      severity: 'error',
      from: { path: '^(functions|shared|local|cli)/' },
      to: { path: '^(bin|lib)/', pathNot: ['^lib/settings\\.ts$', '^bin/installed\\.js$'] },
    },
    {
      name: 'contracts-are-data',
      comment: 'What the page and the function share holds shapes and limits, nothing that runs.',
      severity: 'error',
      from: { path: '^functions/manage/contracts/' },
      to: {
        path: '^(functions|shared)/',
        pathNot: ['^functions/manage/contracts/', '^shared/limits\\.ts$'],
      },
    },
    {
      name: 'openapi-reads-the-contracts',
      comment: 'The document is made of what checks the requests and what refuses them.',
      severity: 'error',
      from: { path: '^openapi/' },
      to: {
        path: '^(bin|lib|functions|shared|local|cli|dashboard)/',
        pathNot: [
          '^functions/(render|execute|verify)/contract\\.ts$',
          '^shared/(errors|limits|routes|plans)\\.ts$',
          '^shared/http/contract\\.ts$',
          '^shared/(flow/(outcome|trace)|render/report|verify/verify-address)\\.ts$',
        ],
      },
    },
    {
      name: 'nobody-imports-openapi',
      severity: 'error',
      from: { path: '^(bin|lib|functions|shared|local|cli|soak|dashboard)/' },
      to: { path: '^openapi/' },
    },
    {
      name: 'client-stands-alone',
      comment:
        'It is published by itself, without dependencies, and runs on any platform with fetch.',
      severity: 'error',
      from: { path: '^client/src/' },
      to: { pathNot: '^client/src/' },
    },
    {
      name: 'nobody-imports-the-dashboard',
      severity: 'error',
      from: { path: '^(bin|lib|functions|shared|local|cli|soak)/' },
      to: { path: '^dashboard/src/' },
    },
    {
      name: 'nobody-imports-fuzz',
      comment: 'It tries the product and is no part of it.',
      severity: 'error',
      from: {
        path: '^(bin|lib|functions|shared|local|cli|openapi|client|soak|bench|mutation|dashboard)/',
      },
      to: { path: '^fuzz/' },
    },
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default'],
    },
  },
};
