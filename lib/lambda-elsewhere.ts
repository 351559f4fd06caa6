/*
 * What `#lambda` is outside of a bundle: there a declaration is read, and its handler is never called. So no process but a deployed function
 * loads the deployed site.
 */
type Lambda = typeof import("./lambda.ts");

const onLambdaOnly = (): never => {
  throw new Error(
    "A handler of functions/ works in a bundle only; lib/in-process.ts makes others.",
  );
};

export const withSite: Lambda["withSite"] = onLambdaOnly;
export const withTable: Lambda["withTable"] = onLambdaOnly;
export const withErp: Lambda["withErp"] = onLambdaOnly;
export const withErpIfAsked: Lambda["withErpIfAsked"] = onLambdaOnly;

export const onLambda: Lambda["onLambda"] = () =>
  Object.assign(async () => onLambdaOnly(), { prime: async () => {} });
