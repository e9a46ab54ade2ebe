declare module 'wontache' {
  /** Compiles a template of Mustache to a function that renders it. */
  export default function mustache(template: string): (data: object) => string;
}
