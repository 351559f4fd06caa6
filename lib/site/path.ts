import * as z from "zod";

export const segments = { error: "must be segments of letters, digits, underscores and hyphens, each after a slash, such as /V1/box_info" };

/** A path of the service, below its base path. */
export const Path = z.string().regex(/^(\/[A-Za-z0-9_-]+)+$/, segments);
