import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

const siteNames = ["demo", "odd"] as const;
/** Variants of demo in one answer. */
const variants = ["fixed-cap", "goods-cap", "unguarded"] as const;

/** What a bundle has in the place of zod and of the check of its profile: one suite runs with it, so that the deployed schemas are tested. */
const asBundled = [
  { find: /^zod$/, replacement: path("./infra/bundle/stand-ins/zod.ts") },
  { find: "#check-site", replacement: path("./lib/site/trust-site.ts") },
];

const onSite = (suite: string, include: string[], site: string, env: Record<string, string>) => ({
  extends: true as const,
  resolve: { alias: suite === "in process" && site === "odd" ? asBundled : [] },
  test: {
    name: `${suite} ${site}`,
    include,
    setupFiles: ["environment", "sent-notes"].map((name) => path(`./test/support/${name}.ts`)),
    env: { TEST_SITE: site, ...env },
  },
});

/** The suites that need real database servers, which are started for them alone and are skipped where the machine has none. */
const onServers = () => {
  const project = onSite("erp", ["test/erp/servers/**/*.test.ts"], "postgresql", { TEST_TRANSPORT: "handlers" });
  return { ...project, test: { ...project.test, globalSetup: [path("./test/support/erp-servers-setup.ts")] } };
};

export default defineConfig({
  test: {
    // Many tests wait, for a deadline or a child process: more of them run at once than there are cores.
    maxWorkers: 3,
    globalSetup: [path("./test/support/engine.ts"), path("./test/support/sent-commands-setup.ts")],
    setupFiles: [path("./test/support/end-with-runner.ts")],
    testTimeout: 20_000,
    hookTimeout: 20_000,
    env: { POWERTOOLS_LOG_LEVEL: "SILENT" },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: [
            "test/{domain,http,site,infra,replay,commands,client,scan,fuzz,openapi,page,model,torture}/**/*.test.ts",
            "test/erp/*.test.ts",
            "test/*.test.ts",
          ],
        },
      },
      onSite("variant", ["test/variant/keyed-by-fields.test.ts"], "keyed-by-fields", {}),
      onSite("variant", ["test/variant/states.test.ts"], "demo", {}),
      onSite("variant", ["test/variant/auth-key.test.ts"], "api-key", {}),
      onSite("variant", ["test/variant/auth-jwt.test.ts"], "jwt", {}),
      ...variants.map((site) => onSite("variant", ["test/endpoint/attachment*.test.ts", "test/store/attachment*.test.ts"], site, {})),
      ...siteNames.map((site) => onSite("store", ["test/store/**/*.test.ts"], site, {})),
      ...siteNames.map((site) => onSite("in process", ["test/endpoint/**/*.test.ts"], site, { TEST_TRANSPORT: "handlers" })),
      ...siteNames.map((site) => onSite("over HTTP", ["test/endpoint/*.test.ts"], site, { TEST_TRANSPORT: "http" })),
      // Long: the project runs only where it is asked for.
      ...(process.env.TEST_ALL ? [{ extends: true as const, test: { name: "browser", include: ["test/browser/**/*.test.ts"] } }] : []),
      onServers(),
      // After all others: it reads what the endpoint suite sent.
      { extends: true, test: { name: "least privilege", include: ["test/least-privilege/**/*.test.ts"], sequence: { groupOrder: 1 } } },
    ],
  },
});
