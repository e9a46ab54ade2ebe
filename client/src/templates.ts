import type {
  BatchRequest as AnyBatchRequest,
  BatchMessage,
  ExecuteRequest,
  ExecuteOutcome as Outcome,
  RenderRequest,
} from './types.ts';

declare global {
  /**
   * What the file of `postrider template types` fills in. It is global, because the file would otherwise add the templates
   * to the types of the ES module or to those of the CommonJS module alone.
   */
  interface PostriderTemplates {}
}

/**
 * The templates of your deployment, by id. The file that `postrider template types` writes fills it in: then a missing
 * variable and an unknown template do not compile. While it is empty, any template and any variables compile.
 */
export interface Templates extends PostriderTemplates {}

/** A value that a placeholder prints. */
export type Value = string | number | boolean;

/** One of six outcomes, distinguished by `type`. Check `success`. */
export type ExecuteOutcome = Outcome & {
  /** postrider's own id of the message; absent if the request recorded none. `messageId` is SES's id. */
  id?: string;
};

/** The ids of the templates; any text if no file declares them. */
export type TemplateId = [keyof Templates] extends [never] ? string : keyof Templates & string;

/** What the file declares of a template; `never` if there is no file. */
type Declared<Id> = Id extends keyof Templates ? Templates[Id] : never;

/** The variables that suit each of the templates that `Id` can be. */
type Variables<Id, Part extends string> = (
  Id extends unknown
    ? (variables: PartOf<Declared<Id>, Part>) => void
    : never
) extends (variables: infer All) => void
  ? All
  : never;

type PartOf<Template, Part extends string> =
  Template extends Record<Part, infer Variables>
    ? Variables
    : Template extends { variables: infer Variables }
      ? Variables
      : never;

/** A request to execute for a template: a flow that sends needs `_to`. */
export type ExecuteRequestOf<
  Id extends TemplateId,
  DryRun extends boolean | null | undefined = boolean,
> = [keyof Templates] extends [never]
  ? ExecuteRequest
  : { templateId: Id; variables: Variables<Id, 'variables'>; _dryRun?: DryRun } & Omit<
      ExecuteRequest,
      'templateId' | 'variables' | '_dryRun' | '_to'
    > &
      (true extends SendsOf<Id> ? { _to: string } : Pick<ExecuteRequest, '_to'>);

type SendsOf<Id> = Declared<Id> extends { sends: infer Sends } ? Sends : boolean;

/** A request to render for a template. Its variables may be left out if none is required. */
export type RenderRequestOf<Id extends TemplateId> = [keyof Templates] extends [never]
  ? RenderRequest
  : { template_id: Id } & Omit<RenderRequest, 'template_id' | 'variables'> &
      (Record<never, never> extends Variables<Id, 'rendered'>
        ? { variables?: Variables<Id, 'rendered'> | null }
        : { variables: Variables<Id, 'rendered'> });

/** A request to batch. The compiler checks its templates but not their variables, because a message's may be in two places. */
export type BatchRequest = OfTemplate<Omit<AnyBatchRequest, 'messages'>> & {
  messages: OfTemplate<BatchMessage>[];
};

type OfTemplate<Request> = Omit<Request, 'templateId'> & { templateId?: TemplateId | null };

/** The outcomes of a template's flow: one that sends returns no mail, except in a dry run; one that returns it sends none. */
export type ExecuteOutcomeOf<Id extends TemplateId, DryRun = false> = [keyof Templates] extends [
  never,
]
  ? ExecuteOutcome
  : Id extends unknown
    ? Exclude<ExecuteOutcome, { type: Impossible<Declared<Id>, DryRun> }>
    : never;

type Impossible<Template, DryRun> = Template extends { sends: false }
  ? 'sent' | 'scheduled' | 'send_failed'
  : true extends DryRun
    ? never
    : 'callback';
