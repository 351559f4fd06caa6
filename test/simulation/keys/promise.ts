import { onEachSite } from "../each-site.ts";
import { hallOn, simulateKeys } from "./simulate.ts";

/** Scans these numbers of labels on each site. Without a seed the runs differ each time. */
export const keysOn = (labels: Readonly<Record<string, number>>, seed?: number): void =>
  onEachSite(
    {
      title: "on %s, each write says what one label said",
      unit: "labels",
      folder: "test/simulation/keys",
      play: async (site, most, options) => {
        const simulated = await simulateKeys(await hallOn(site), { labels: most, ...options });
        const { failure, labels: count, told, unknowable } = simulated;
        const outcomes = Object.entries(told).map(([outcome, times]) => `${outcome} ${times}`);
        const hidden = Object.entries(unknowable).map(
          ([kind, { drawn, taken }]) => `${kind} ${drawn} (${taken} taken)`,
        );
        const met = `${outcomes.join(", ")}; not knowable: ${hidden.join(", ")}`;
        const steps = failure?.steps.map((step) => `  ${JSON.stringify(step)}`) ?? [];
        const text = [failure?.found, JSON.stringify(failure?.run.scanners), ...steps].join("\n");
        return { count, met, failure: failure && { ...failure, text } };
      },
    },
    labels,
    seed,
  );
