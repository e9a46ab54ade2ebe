import { serve } from './serve.ts';

export interface CognitoUser {
  sub: string;
  email: string;
  status: 'FORCE_CHANGE_PASSWORD' | 'CONFIRMED' | 'EXTERNAL_PROVIDER';
  disabled?: boolean;
  attributes: Record<string, string>;
}

export interface CognitoStub {
  endpoint: string;
  /** The users of the only pool, by their address in lower case. */
  users: Map<string, CognitoUser>;
  /** The addresses that got a mail with a temporary password, one entry for each mail. */
  invitations: string[];
  /** The operations, in the order of the calls. */
  calls: string[];
  /** Set it to lose answers: the stub does the operation, then cuts the connection. */
  loses: (operation: string, nth: number) => boolean;
}

export const poolId = 'us-east-1_Pool';

interface Input {
  UserPoolId?: string;
  Username?: string;
  MessageAction?: string;
  PaginationToken?: string;
  UserAttributes?: { Name: string; Value: string }[];
}

/** A refusal in Cognito's form: a name and a message. */
class Refused extends Error {
  readonly type: string;
  constructor(type: string) {
    super(`${type} of the stub`);
    this.type = type;
  }
}

/** A Cognito user pool whose user names are addresses, over HTTP. It supports invitations and removals. */
export async function startCognitoStub(): Promise<CognitoStub> {
  const stub: CognitoStub = {
    endpoint: '',
    users: new Map(),
    invitations: [],
    calls: [],
    loses: () => false,
  };
  const { url } = await serve(async (incoming, outgoing) => {
    let body = '';
    for await (const chunk of incoming) body += chunk;
    const operation = String(incoming.headers['x-amz-target']).split('.')[1] ?? '';
    stub.calls.push(operation);
    const { status, answer } = answerTo(stub, operation, JSON.parse(body));
    const nth = stub.calls.filter((call) => call === operation).length;
    if (stub.loses(operation, nth)) return incoming.socket.destroy();
    outgoing.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' });
    outgoing.end(JSON.stringify(answer));
  });
  stub.endpoint = url;
  return stub;
}

function answerTo(stub: CognitoStub, operation: string, input: Input) {
  try {
    return { status: 200, answer: operate(stub, operation, input) };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { status: 400, answer: { __type: error.type, message: error.message } };
  }
}

function operate(stub: CognitoStub, operation: string, input: Input): object {
  if (input.UserPoolId !== poolId) throw new Refused('ResourceNotFoundException');
  const name = String(input.Username).toLowerCase();
  const user = [...stub.users.values()].find(({ email, sub }) => email === name || sub === name);
  switch (operation) {
    case 'AdminGetUser': {
      if (!user) throw new Refused('UserNotFoundException');
      return { Username: user.sub, UserStatus: user.status, UserAttributes: attributesOf(user) };
    }
    case 'AdminCreateUser':
      return { User: input.MessageAction ? resend(stub, user) : create(stub, user, name, input) };
    case 'ListUsers':
      // One a page.
      return pageOf([...stub.users.values()], Number(input.PaginationToken ?? 0));
    case 'AdminDisableUser':
    case 'AdminEnableUser':
      if (!user) throw new Refused('UserNotFoundException');
      user.disabled = operation === 'AdminDisableUser';
      return {};
    case 'AdminDeleteUser':
      if (!user) throw new Refused('UserNotFoundException');
      stub.users.delete(user.email);
      return {};
    default:
      throw new Error(`The stub does not know ${operation}`);
  }
}

function create(stub: CognitoStub, there: CognitoUser | undefined, email: string, input: Input) {
  if (there) throw new Refused('UsernameExistsException');
  const sub = `00000000-0000-4000-8000-${String(stub.calls.length).padStart(12, '0')}`;
  const attributes = Object.fromEntries(
    (input.UserAttributes ?? []).map(({ Name, Value }) => [Name, Value]),
  );
  const user: CognitoUser = { sub, email, status: 'FORCE_CHANGE_PASSWORD', attributes };
  stub.users.set(email, user);
  stub.invitations.push(email);
  return { Username: sub, UserStatus: user.status, Attributes: attributesOf(user) };
}

function pageOf(users: readonly CognitoUser[], at: number) {
  const [user] = users.slice(at);
  const shown = user && {
    ...{ Username: user.sub, UserStatus: user.status, Attributes: attributesOf(user) },
  };
  const more = at + 1 < users.length && { PaginationToken: String(at + 1) };
  return { Users: shown ? [shown] : [], ...more };
}

function resend(stub: CognitoStub, user: CognitoUser | undefined) {
  if (!user) throw new Refused('UserNotFoundException');
  if (user.status !== 'FORCE_CHANGE_PASSWORD') throw new Refused('UnsupportedUserStateException');
  stub.invitations.push(user.email);
  return { Username: user.sub, UserStatus: user.status, Attributes: attributesOf(user) };
}

const attributesOf = ({ sub, attributes }: CognitoUser) =>
  Object.entries({ ...attributes, sub }).map(([Name, Value]) => ({ Name, Value }));
