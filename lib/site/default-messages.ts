import type { ErrorGroup } from "../errors.ts";
import type { Site } from "./schema.ts";

/** The conditions for which a site has no message of its own, by their paths in the profile: they are told in the default's words, in English. */
export const defaultMessages = ({ errors }: Pick<Site, "errors">): string[] =>
  (Object.keys(errors) as ErrorGroup[]).flatMap((group) =>
    Object.entries<{ readonly message?: string | undefined }>(errors[group]).flatMap(([name, { message }]) =>
      message === undefined ? [`errors.${group}.${name}`] : [],
    ),
  );
