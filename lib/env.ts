/**
 * A setting that the function cannot run without; read when the function starts, so that a wrong deployment fails at once
 * and names what is missing.
 */
export const requireEnv = (name: string): string => {
  const value = process.env[name];
  if (!value) throw new Error(`The environment variable ${name} is not set.`);
  return value;
};

export const optionalEnv = (name: string): string | undefined => process.env[name] || undefined;

/** What logs and metrics call this deployment; the stack sets it to the site and the stage. */
export const serviceName = optionalEnv("POWERTOOLS_SERVICE_NAME") ?? "warehouse-tracking";

/** Only on Lambda does somebody read metrics from the output; elsewhere POWERTOOLS_METRICS_DISABLED=false asks for them. */
export const metricsWanted = (): boolean =>
  optionalEnv("AWS_LAMBDA_FUNCTION_NAME") !== undefined || optionalEnv("POWERTOOLS_METRICS_DISABLED") === "false";
