import { buildClient, CommitmentPolicy, KmsKeyringNode } from '@aws-crypto/client-node';

const { KEY_ARN, POSTRIDER_URL, POSTRIDER_KEY } = process.env;
const { decrypt } = buildClient(CommitmentPolicy.REQUIRE_ENCRYPT_ALLOW_DECRYPT);
const keyring = new KmsKeyringNode({ keyIds: [KEY_ARN] });

/** https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-lambda-custom-email-sender.html */
export async function handler({ triggerSource, userName, request: { code, userAttributes } }) {
  const { plaintext } = await decrypt(keyring, Buffer.from(code, 'base64'));
  // `cognito-sign-up` for CustomEmailSender_SignUp.
  const action = triggerSource.replace('CustomEmailSender_', '');
  const templateId = `cognito${action.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  const answer = await fetch(`${POSTRIDER_URL}/execute`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${POSTRIDER_KEY}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      templateId,
      variables: { code: plaintext.toString(), name: userAttributes.name ?? '' },
      _to: userAttributes.email,
      _language: userAttributes.locale,
      _reference: userName,
    }),
  });
  const { success, error } = await answer.json();
  if (!success) throw new Error(error);
}
