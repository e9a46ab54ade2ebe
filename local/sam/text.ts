export interface SamFiles {
  /** Path of the template. */
  template: string;
  /** The folder with `env.json` and `events`. */
  out: string;
  apiKey: string;
  relay: string | undefined;
}

/** The port of `sam local start-api`: its own default is that of `npm start`. */
const port = 3003;

/** What to do with what was written: commands that work as printed. */
export function samCommands({ template, out, apiKey, relay }: SamFiles): string {
  const shared = `-t ${template} --env-vars ${out}/env.json`;
  const reach = relay
    ? `The functions reach the local run at ${relay}, as long as this runs. Ctrl-C ends it.`
    : 'No relay is up: containers cannot reach a local run that listens on 127.0.0.1 alone. With --relay they can.';
  return `
Written: ${template}, ${out}/env.json, ${out}/events

The API at http://127.0.0.1:${port}/v1:

sam local start-api ${shared} --port ${port} --warm-containers LAZY

curl -sS http://127.0.0.1:${port}/v1/verify \\
  -H 'Authorization: Bearer ${apiKey}' -H 'Content-Type: application/json' \\
  -d '{"email":"someone@inbox.example.com"}'

One function (Authorizer, Render, Execute, Verify, NotFound, Events, Manage):

sam local invoke Render ${shared} -e ${out}/events/Render.json

${reach}
What differs from AWS: docs/sam-local.md
`;
}
