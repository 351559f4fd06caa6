import { text } from "./ask.ts";

const segments =
  "segments of letters, digits, underscores and hyphens, each after a slash, such as";

/** A path of the service, below its base path. */
export const Path = text(/^(\/[A-Za-z0-9_-]+)+$/, `${segments} "/V1/box_info"`);
export const BasePath = text(/^(\/[A-Za-z0-9_-]+)*$/, `"", or ${segments} "/v1"`);
