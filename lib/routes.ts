/** The routes of the API. Each is a POST below the stage `v1`, with its own function. */
export const routes = {
  render: { path: 'render' },
  execute: { path: 'execute' },
  verify: { path: 'verify' },
  message: { path: 'message' },
  cancel: { path: 'cancel' },
  batch: { path: 'batch' },
} as const;

export type Endpoint = keyof typeof routes;

/** The name of the stage, which is the first part of every path. */
export const apiVersion = 'v1';
