import * as z from "zod";
import cdk from "../cdk.json" with { type: "json" };
import { usageError } from "./usage-error.ts";

const unitsPerSecond = (least: number) => z.int().min(least).max(1e6);

/** A value, or `false`. Both schemas take the error, because zod would give its own for a value of the right type. */
const orFalse = <Type extends z.ZodType>(type: (error: string) => Type, error: string) =>
  z.union([z.literal(false), type(error)], error);

const DeploymentSettings = z
  .object({
    functions: z.enum(["group", "endpoint"]),
    memory: z.int().min(256).max(3_008),
    logDays: z.literal([1, 3, 5, 7, 14, 30, 60, 90, 180, 365, 731]),
    warmThroughput: z.union(
      [
        z.literal(false),
        z.strictObject({ reads: unitsPerSecond(12_000), writes: unitsPerSecond(4_000) }),
      ],
      'must be false or such as {"reads":12000,"writes":8000}, at least 12000 and 4000',
    ),
    runtime: z
      .string()
      .regex(
        /^(newest|arn:aws[a-z-]*:lambda:[a-z0-9-]+::runtime:[0-9a-f]{64})$/,
        'must be "newest" or the ARN of a version of the runtime',
      ),
    tracing: z.boolean(),
    watch: z.enum(["auto", "none", "alarms", "everything"]),
    alarmsTo: z.union([z.literal(false), z.email("must be false or a mail address")]),
    budget: z.union(
      [z.literal(false), z.number().positive()],
      "must be false or US dollars a month",
    ),
    docs: orFalse(
      (error) => z.string().regex(/^(\/[A-Za-z0-9_-]+)+$/, error),
      'must be false or a path such as "/docs"',
    ),
    authorizers: orFalse(
      (error) => z.int(error).min(1, error).max(1_000, error),
      "must be false or a number from 1 to 1000",
    ),
  })
  .refine(({ alarmsTo, budget }) => !budget || alarmsTo, {
    path: ["budget"],
    message: "needs an address in alarmsTo",
  });

/** The settings of a deployment, the same for every site. cdk.json describes each. */
export type DeploymentSettings = z.infer<typeof DeploymentSettings>;

export const settingNames = Object.keys(
  DeploymentSettings.shape,
) as readonly (keyof DeploymentSettings)[];

/** The value of a setting from `-c`, which is text: JSON or a plain word. */
const parseSetting = (given: unknown): unknown => {
  if (typeof given !== "string") return given;
  try {
    return JSON.parse(given);
  } catch {
    return given;
  }
};

/**
 * The settings in cdk.json's context, or those that override them.
 * @throws UsageError that names each setting which is wrong
 */
export const deploymentOf = (
  override: (name: string) => unknown = () => undefined,
): DeploymentSettings => {
  const settings = settingNames.map((name) => [
    name,
    parseSetting(override(name) ?? cdk.context[name]),
  ]);
  const { data, error } = DeploymentSettings.safeParse(Object.fromEntries(settings));
  if (data) return data;
  const faults = error.issues.map(({ path, message }) => `  ${path.join(".")}: ${message}`);
  throw usageError(
    `The deployment's settings (the context in cdk.json, or -c) cannot be used:\n${faults.join("\n")}`,
  );
};
