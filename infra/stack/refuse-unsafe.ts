import { RemovalPolicy } from "aws-cdk-lib";
import { usageError } from "#infra/usage-error.ts";
import { StageName } from "#lib/site/deployment.ts";
import type { Site } from "#lib/site/schema.ts";

/** The stage for a developer's machine: it may be open. */
export const localStageName = "local";

/** Whether a stage may be deleted with all its data. */
export const isDisposable = (stage: string): boolean => stage === localStageName || stage === "dev";

/** For resources with data: they stay when their stack is deleted, but not after a first deployment that failed. */
export const keptRemoval = (stage: string): RemovalPolicy =>
  isDisposable(stage) ? RemovalPolicy.DESTROY : RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE;

/** Addresses of the machine itself. */
const loopbackHost = /^(localhost|127\..*|::1|0\.0\.0\.0)$/i;
/** Addresses that exist only in a private network. */
const privateHost =
  /^(10\..*|192\.168\..*|172\.(1[6-9]|2\d|3[01])\..*|f[cd][0-9a-f]{2}:.*|[^.:]+|.*\.(internal|local|lan|corp|intra))$/i;

/** The fault of the connection to the ERP, if there is one. */
const erpConnectionFault = ({ name, erp: { connection } }: Site): string | undefined => {
  if (!connection) return undefined;
  const { host, tls, network } = connection;
  if (loopbackHost.test(host))
    return `The site ${name} has its ERP on ${host}, which is the function itself on AWS.`;
  if (tls === "off")
    return `The site ${name} connects to the ERP without encryption (erp.connection.tls: off), which only a developer's own stage can do.`;
  if (privateHost.test(host) && network === false)
    return `The site ${name} has its ERP on the private host ${host}: name its network in erp.connection.network.`;
  return undefined;
};

/**
 * Refuses to synthesise a stage that would be unsafe.
 * @throws UsageError if the stage's name is not valid; Error that says what the site must answer instead
 */
export const refuseUnsafe = (site: Site, stage: string): void => {
  const { name, auth, erp } = site;
  if (!StageName.safeParse(stage).success)
    throw usageError(
      `The stage "${stage}" is not valid: it must have 1 to 16 lower-case letters and digits, and begin with a letter.`,
    );
  if (stage === localStageName) return;
  if (auth.scheme === "none")
    throw new Error(
      `The site ${name} needs no credentials (auth: none), which only the stage ${localStageName} can do. Answer iam, apiKey or jwt.`,
    );
  if (erp.connection && "environment" in erp.connection.password)
    throw new Error(
      `The site ${name} takes the ERP's password from the environment variable ${erp.connection.password.environment}, which is visible in a template. In every stage except ${localStageName}, erp.connection.password must name a secret.`,
    );
  const fault = isDisposable(stage) ? undefined : erpConnectionFault(site);
  if (fault !== undefined) throw new Error(fault);
};
