/** Read when the function starts, so that a wrong deployment fails at once. @throws Error */
export const requireEnv = (name: string): string => {
  const value = process.env[name];
  if (!value) throw new Error(`The environment variable ${name} is not set.`);
  return value;
};

export const readEnv = (name: string): string | undefined => process.env[name] || undefined;

/** The folder that a function was deployed into; elsewhere the working directory. */
export const functionFolder = (): string => readEnv("LAMBDA_TASK_ROOT") ?? ".";

/** In logs and metrics; the stack sets it to the site and the stage. */
export const serviceName = readEnv("SERVICE_NAME") ?? "warehouse-tracking";

/** The stack sets it where the deployment's `watch` is `everything`. */
export const isMetricsEnabled = (): boolean => readEnv("WRITE_METRICS") === "1";

/** The stack sets it where the deployment's `watch` is not `none`. */
export const isRefusalLogEnabled = (): boolean => readEnv("LOG_REFUSALS") === "1";
