/**
 * The requests and answers of a service's routes, by route id, with canonical names and as JSON: quantities are numbers, instants are text.
 * The service has this type for all routes. `npm run client` writes it for the routes of one site.
 */
export type Requests = {
  readonly [route: string]: {
    readonly kind: "read" | "write";
    readonly fields: object;
    readonly answer: object;
  };
};

type IdOf<R extends Requests, Kind> = {
  [Id in keyof R]: Kind extends R[Id]["kind"] ? Id : never;
}[keyof R] &
  string;

/** The routes that change data. Only their requests wait in the queue. */
export type WriteId<R extends Requests> = IdOf<R, "write">;
export type ReadId<R extends Requests> = IdOf<R, "read">;
/** The writes that support a dry run. */
export type DryRunId<R extends Requests> = {
  [Id in WriteId<R>]: "dry_run" extends keyof R[Id]["fields"] ? Id : never;
}[WriteId<R>];
