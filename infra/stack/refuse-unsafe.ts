import { RemovalPolicy } from "aws-cdk-lib";
import type { Site } from "#lib/site/schema.ts";

/** The one stage that is for a developer's machine: it may be open, and it holds nothing worth keeping. */
export const localStage = "local";

/** Whether a stage may be thrown away with all that it recorded. */
export const isDisposable = (stage: string): boolean => stage === localStage || stage === "dev";

/** Of what holds data: it outlives its stack, but not a first deployment that fails. */
export const keptRemoval = (stage: string): RemovalPolicy =>
  isDisposable(stage) ? RemovalPolicy.DESTROY : RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE;

/** Addresses that mean the machine itself, and those that only a network of one's own knows. */
const loopback = /^(localhost|127\..*|::1|0\.0\.0\.0)$/i;
const privateHost = /^(10\..*|192\.168\..*|172\.(1[6-9]|2\d|3[01])\..*|f[cd][0-9a-f]{2}:.*|[^.:]+|.*\.(internal|local|lan|corp|intra))$/i;

/** What is wrong with the way to the ERP on a stage that people work with. */
const wayToErp = ({ name, erp: { connection } }: Site): string | undefined => {
  if (!connection) return undefined;
  const { host, tls, network } = connection;
  if (loopback.test(host)) return `The site ${name} looks for the ERP on ${host}, where a function finds nothing but itself.`;
  if (tls === "off")
    return `The site ${name} asks the ERP without encryption (erp.connection.tls: off): that is for a developer's own stage.`;
  if (privateHost.test(host) && network === false)
    return `The site ${name} names the ERP's host ${host}, which only a network of its own knows: erp.connection.network must name that.`;
  return undefined;
};

/** What a stage may be called. */
const stageName = /^[a-z][a-z0-9]{0,15}$/;

/**
 * Refuses to synthesise what must not stand in the open.
 * @throws UsageError when the stage is no name; Error that says what to answer instead
 */
export const refuseUnsafe = (site: Site, stage: string): void => {
  const { name, auth, erp } = site;
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
  const fault = isDisposable(stage) ? undefined : wayToErp(site);
  if (fault !== undefined) throw new Error(fault);
};
