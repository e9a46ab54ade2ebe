/** The refusals of API Gateway's control plane, with their statuses. */
const statuses = {
  BadRequestException: 400,
  NotFoundException: 404,
  ConflictException: 409,
} as const;

/** One refusal in AWS's own words: the SDK makes the exception of that name of it. */
export class Refusal extends Error {
  readonly type: keyof typeof statuses;
  readonly status: number;

  constructor(type: keyof typeof statuses, message: string) {
    super(message);
    this.name = 'Refusal';
    this.type = type;
    this.status = statuses[type];
  }
}
