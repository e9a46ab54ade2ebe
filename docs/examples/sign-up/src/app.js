import { randomInt, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';

/**
 * A shop where users sign up with an address and sign in with a mailed link or code.
 *
 * - `POST /sign-up` with `{"email"}`: 202, or 422 with the reason why no mail was sent
 * - `GET /sign-in?token=…` or `?code=…`: 200 with `{"email"}`, or 403
 * - `GET /sign-up/mail?id=…`: what became of the mail of a sign-up
 *
 * @param {import('@postrider/client').Client} postrider
 */
export function createApp(postrider) {
  /** The address of each token and each code that was not used yet. */
  const signIns = new Map();

  async function signUp(email, origin) {
    const [token, code] = [randomUUID(), String(randomInt(100_000, 1_000_000))];
    const outcome = await postrider.execute(
      {
        templateId: 'sign-in',
        variables: { link: `${origin}/sign-in?token=${token}`, code },
        _to: email,
      },
      { idempotencyKey: `sign-up-${token}` },
    );
    if (!outcome.success) return { status: 422, body: { error: outcome.error } };
    for (const secret of [token, code]) signIns.set(secret, email);
    return { status: 202, body: { id: outcome.id } };
  }

  function signIn(secret) {
    const email = signIns.get(secret);
    signIns.delete(secret);
    return email === undefined
      ? { status: 403, body: { error: 'The link or the code is not valid any more' } }
      : { status: 200, body: { email } };
  }

  async function becameOf(id) {
    const { messages } = await postrider.message({ id });
    const [{ state, why }] = messages;
    return { status: 200, body: { state, why } };
  }

  async function answer(request) {
    const origin = `http://${request.headers.host}`;
    const { pathname, searchParams } = new URL(request.url, origin);
    switch (`${request.method} ${pathname}`) {
      case 'POST /sign-up': {
        const { email } = JSON.parse(await textOf(request));
        return signUp(email, origin);
      }
      case 'GET /sign-in':
        return signIn(searchParams.get('token') ?? searchParams.get('code'));
      case 'GET /sign-up/mail':
        return becameOf(searchParams.get('id'));
      default:
        return { status: 404, body: { error: 'Not found' } };
    }
  }

  return createServer(async (request, response) => {
    const { status, body } = await answer(request).catch(({ message }) => {
      return { status: 500, body: { error: message } };
    });
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
}

async function textOf(request) {
  let text = '';
  for await (const part of request.setEncoding('utf8')) text += part;
  return text;
}
