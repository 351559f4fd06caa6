import { bundleSite } from "#infra/bundle/bundle-site.ts";
import { profileOf } from "#infra/choose-site.ts";
import { usageError } from "#infra/usage-error.ts";
import { scratchFolder } from "../cli/scratch.ts";

/** The package of a file in a bundle; our own files by their folder. */
const packageOf = (file: string): string =>
  /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? file.replace(/\/[^/]*$/, "");

/**
 * The bytes of a function's bundle by package, the largest first; what the bundler adds between files belongs to none.
 * @throws UsageError if the site deploys no such function
 */
export const packagesIn = async (id: string, choice: string): Promise<[string, number][]> => {
  const bundles = await bundleSite({
    profile: profileOf(choice),
    folder: scratchFolder("packages").folder,
  });
  const bundle = bundles.get(id);
  if (!bundle)
    throw usageError(
      `There is no function "${id}". The functions are: ${[...bundles.keys()].join(", ")}.`,
    );
  const sums = new Map([["all", bundle.bytes]]);
  for (const [file, bytes] of bundle.inputs)
    sums.set(packageOf(file), (sums.get(packageOf(file)) ?? 0) + bytes);
  return [...sums].toSorted(([, one], [, other]) => other - one);
};
