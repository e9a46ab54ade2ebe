import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { reasonOf } from '../failure.ts';
import { sendAnswer } from '../gateway/answer.ts';
import { answerError, ownHosts, refusedOrigin } from '../loopback/door.ts';
import type { Behaviour, Site } from '../template/site.ts';
import { fits } from '../wildcard.ts';
import {
  type EdgeEvent,
  type EdgeFunction,
  type EdgeRequest,
  type EdgeResponse,
  edgeFunction,
  isResponse,
} from './edge-function.ts';
import type { PageFiles } from './page-files.ts';
import { answerProblem, refusedRequest } from './refusals.ts';

export interface SiteServerOptions {
  site: Site;
  files: PageFiles;
  manage: RequestListener;
  /** Changes the headers of an edge function's response so that the page works on this machine. */
  localHeaders: (headers: EdgeResponse['headers']) => EdgeResponse['headers'];
  tell: (line: string) => void;
}

interface CompiledBehaviour extends Omit<Behaviour, 'viewerRequest' | 'viewerResponse'> {
  viewerRequest: EdgeFunction | undefined;
  viewerResponse: EdgeFunction | undefined;
}

/** CloudFront for the page: finds the behaviour of a path, runs its edge functions and asks its origin. */
export class SiteServer {
  private readonly options: SiteServerOptions;
  private readonly behaviours: CompiledBehaviour[];

  constructor(options: SiteServerOptions) {
    this.options = options;
    this.behaviours = options.site.behaviours.map((behaviour) => ({
      ...behaviour,
      viewerRequest: compiled(behaviour.viewerRequest),
      viewerResponse: compiled(behaviour.viewerResponse),
    }));
  }

  readonly handle: RequestListener = async (req, res) => {
    const [uri = '/'] = (req.url ?? '/').split('?');
    const behaviour = this.behaviours.find(({ pattern }) => fits(pattern, uri));
    const isPage = behaviour?.origin === 'files' && (req.method === 'GET' || req.method === 'HEAD');
    const refused = isPage ? undefined : refusedRequest(req, isOwnOriginFor(req));
    if (refused) {
      req.resume();
      return answerProblem(res, refused);
    }
    if (!behaviour?.methods.includes(req.method ?? '')) {
      req.resume();
      return answerError(res, 403, `The page does not accept the method ${req.method}`);
    }
    if (behaviour.origin === 'manage') return this.options.manage(req, res);
    await this.page(req, res, behaviour);
  };

  private async page(
    req: IncomingMessage,
    res: ServerResponse,
    behaviour: CompiledBehaviour,
  ): Promise<void> {
    try {
      const { response, body } = await this.pageAnswer(req, behaviour);
      const headers = Object.entries(this.options.localHeaders(response.headers));
      sendAnswer(res, {
        statusCode: response.statusCode,
        headers: headers.flatMap(([name, { value }]) => [name, value]),
        body,
      });
    } catch (error) {
      // CloudFront answers 503 when a function fails.
      this.options.tell(`An edge function of the page failed: ${reasonOf(error)}`);
      answerError(res, 503, 'The page cannot be served');
    }
  }

  private async pageAnswer(req: IncomingMessage, behaviour: CompiledBehaviour) {
    const { site, files } = this.options;
    const event = eventOf(req, site);
    const asked = (await behaviour.viewerRequest?.(event)) ?? event.request;
    // If the viewer-request function answers itself, CloudFront runs no viewer-response function.
    if (isResponse(asked)) return { response: asked, body: asked.body?.data ?? '' };
    const uri = asked.uri === '/' ? `/${site.rootObject}` : asked.uri;
    const answer = files.answer(uri);
    const { response, body } = answer;
    // If the origin answers with an error, CloudFront runs no viewer-response function either.
    // https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/edge-function-restrictions-all.html
    if (!behaviour.viewerResponse || response.statusCode >= 400) return answer;
    const after = await behaviour.viewerResponse(responseEvent(event, asked, response));
    if (!isResponse(after)) throw new Error('a viewer-response function returned no response');
    return { response: after, body };
  }
}

function compiled(code: string | undefined): EdgeFunction | undefined {
  return code === undefined ? undefined : edgeFunction(code);
}

function isOwnOriginFor(req: IncomingMessage): (origin: string) => boolean {
  const own = ownHosts((req.socket.address() as AddressInfo).port);
  return (origin) => refusedOrigin(origin, own) === undefined;
}

function eventOf(req: IncomingMessage, site: Site): EdgeEvent {
  const [uri = '/', query = ''] = (req.url ?? '/').split('?', 2);
  const headers = Object.entries(req.headers).filter(([name]) => name !== 'cookie');
  return {
    version: '1.0',
    context: {
      distributionDomainName: new URL(site.url).host,
      distributionId: 'local',
      eventType: 'viewer-request',
      requestId: randomUUID(),
    },
    viewer: { ip: req.socket.remoteAddress ?? '' },
    request: {
      method: req.method ?? '',
      uri,
      querystring: Object.fromEntries(
        [...new URLSearchParams(query)].map(([name, value]) => [name, { value }]),
      ),
      headers: Object.fromEntries(headers.map(([name, value]) => [name, { value: String(value) }])),
      // The page uses no cookies.
      cookies: {},
    },
  };
}

function responseEvent(event: EdgeEvent, request: EdgeRequest, response: EdgeResponse): EdgeEvent {
  const context = { ...event.context, eventType: 'viewer-response' as const };
  return { ...event, context, request, response };
}
