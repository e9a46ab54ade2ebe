/** An error of SES as it is answered. */
export interface SesRefusal {
  status: number;
  /** The error's name in the API, for `x-amzn-errortype`. */
  type: string;
  message: string;
}
