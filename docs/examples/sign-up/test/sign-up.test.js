import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { after, before, test } from 'node:test';
import { createClient } from '@postrider/client';
import { createApp } from '../src/app.js';

const postrider = createClient({
  baseUrl: process.env.POSTRIDER_URL,
  apiKey: process.env.POSTRIDER_TEST_KEY,
});
const { waitForMail } = postrider.testing;

const app = createApp(postrider);
let origin;
before(async () => {
  await once(app.listen(0, '127.0.0.1'), 'listening');
  origin = `http://127.0.0.1:${app.address().port}`;
});
after(() => app.close());

/** Each test has an address of its own, so that it cannot get the mail of another test or of an earlier run. */
const newAddress = () => `${randomUUID()}@inbox.example.com`;

async function signUp(email) {
  const answer = await fetch(`${origin}/sign-up`, {
    method: 'POST',
    body: JSON.stringify({ email }),
  });
  return { status: answer.status, ...(await answer.json()) };
}

async function get(url) {
  const answer = await fetch(url);
  return { status: answer.status, ...(await answer.json()) };
}

test('a user signs in with the link in the mail, once', async () => {
  const email = newAddress();
  await signUp(email);

  const mail = await waitForMail({ to: email, template: 'sign-in' });
  const [link] = mail.links;

  assert.equal(mail.subject, 'Sign in to the shop');
  assert.deepEqual(await get(link), { status: 200, email });
  assert.equal((await get(link)).status, 403);
});

test('a user signs in with the code in the mail', async () => {
  const email = newAddress();
  await signUp(email);

  const { codes } = await waitForMail({ to: email, template: 'sign-in' });

  assert.deepEqual(await get(`${origin}/sign-in?code=${codes[0]}`), { status: 200, email });
});

test('the mail of a second sign-up has another link', async () => {
  const email = newAddress();
  await signUp(email);
  const first = await waitForMail({ to: email });
  await signUp(email);
  const second = await waitForMail({ to: email });

  assert.notEqual(second.links[0], first.links[0]);
  assert.deepEqual(await get(second.links[0]), { status: 200, email });
});

test('an address that bounces shows as bounced', async () => {
  const { status, id } = await signUp('bounce@simulator.amazonses.com');

  assert.equal(status, 202);
  const { state, why } = await get(`${origin}/sign-up/mail?id=${id}`);
  assert.equal(state, 'BOUNCED');
  assert.match(why, /It came back/);
});

test('an address without a mail server is refused with the reason', async () => {
  const { status, error } = await signUp('ada@nobody.invalid');

  assert.equal(status, 422);
  assert.equal(error, 'The domain of _to does not exist');
});
