import { createClient } from '@postrider/client';

const postrider = createClient({
  baseUrl: process.env.POSTRIDER_URL,
  apiKey: process.env.POSTRIDER_KEY,
});

/**
 * Mails a link with which the user sets a new password. Called again with the same token, it sends no second mail.
 *
 * @param {{ name: string, email: string }} user
 * @param {string} token
 * @returns {Promise<string | null>} why the mail was not sent; null if it was sent
 */
export async function mailPasswordReset(user, token) {
  const outcome = await postrider.execute(
    {
      templateId: 'password-reset',
      variables: { name: user.name, link: `https://shop.example/reset/${token}` },
      _to: user.email,
    },
    { idempotencyKey: `password-reset-${token}` },
  );
  return outcome.success ? null : outcome.error;
}
