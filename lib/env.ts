/** Read when the function starts, so that a wrong deployment fails at once. @throws Error */
export const requireEnv = (name: string): string => {
  const value = process.env[name];
  if (!value) throw new Error(`The environment variable ${name} is not set.`);
  return value;
};

export const optionalEnv = (name: string): string | undefined => process.env[name] || undefined;

/** In logs and metrics; the stack sets it to the site and the stage. */
export const serviceName = optionalEnv("SERVICE_NAME") ?? "warehouse-tracking";

/** On Lambda, where CloudWatch reads them; elsewhere only with WRITE_METRICS=1. */
export const metricsWanted = (): boolean =>
  optionalEnv("AWS_LAMBDA_FUNCTION_NAME") !== undefined || optionalEnv("WRITE_METRICS") === "1";
