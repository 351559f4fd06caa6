import type { Site } from "#lib/site/schema.ts";

/** The one stage that is for a developer's machine: it may be open, and it holds nothing worth keeping. */
export const localStage = "local";

/** Whether a stage may be thrown away with all that it recorded. */
export const isDisposable = (stage: string): boolean => stage === localStage || stage === "dev";

/** What a stage may be called. */
export const stageName = /^[a-z][a-z0-9]{0,15}$/;

/**
 * Refuses to synthesise what must not stand in the open.
 * @throws UsageError when the stage is no name; Error that says what to answer instead
 */
export const refuseUnsafe = ({ name, auth, erp }: Site, stage: string): void => {
  if (!stageName.test(stage))
    throw Object.assign(new Error(`The stage "${stage}" is no name: 1 to 16 lower-case letters and digits, a letter first.`), {
      name: "UsageError",
    });
  if (stage === localStage) return;
  if (auth.scheme === "none")
    throw new Error(
      `The site ${name} asks for no credentials (auth: none), so anybody could write to its warehouse: that is synthesised for the stage ${localStage} only. Answer iam, apiKey or jwt.`,
    );
  if (erp.connection && "environment" in erp.connection.password)
    throw new Error(
      `The site ${name} takes the ERP's password from the environment variable ${erp.connection.password.environment}, which a template would show in clear: outside the stage ${localStage}, erp.connection.password must name a secret.`,
    );
};
