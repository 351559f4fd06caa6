import type { Template } from "aws-cdk-lib/assertions";

type Dimension = { readonly Name: string; readonly Value: unknown };
export type Watched = {
  readonly namespace: string;
  readonly name: string;
  readonly dimensions: Readonly<Record<string, unknown>>;
};
type Stat = {
  readonly Namespace: string;
  readonly MetricName: string;
  readonly Dimensions?: readonly Dimension[];
};
export type AlarmProperties = Stat & {
  readonly AlarmName: string;
  readonly Metrics?: readonly { readonly MetricStat?: { readonly Metric: Stat } }[];
};

const watchedBy = (stat: Stat): Watched => ({
  namespace: stat.Namespace,
  name: stat.MetricName,
  dimensions: Object.fromEntries((stat.Dimensions ?? []).map(({ Name, Value }) => [Name, Value])),
});

/** Every metric that an alarm looks at, alone or in an expression. */
export const metricsOf = (alarm: AlarmProperties): Watched[] =>
  alarm.Metrics
    ? alarm.Metrics.flatMap(({ MetricStat }) => (MetricStat ? [watchedBy(MetricStat.Metric)] : []))
    : [watchedBy(alarm)];

/** The metrics on the dashboard: each is its namespace, its name, the names and values of its dimensions, and how it is drawn. */
export const shownIn = (template: Template): Watched[] => {
  const [dashboard = {}] = Object.values(template.findResources("AWS::CloudWatch::Dashboard"));
  const [, parts] = dashboard.Properties.DashboardBody["Fn::Join"] as [string, unknown[]];
  const body = JSON.parse(
    parts.map((part) => (typeof part === "string" ? part : "(token)")).join(""),
  );
  const widgets = body.widgets as { properties: { metrics?: unknown[][] } }[];
  return widgets.flatMap(({ properties: { metrics = [] } }) =>
    // An expression is an object in the place of a namespace; what it uses stands beside it.
    metrics
      .filter(([namespace]) => typeof namespace === "string")
      .map(([namespace, name, ...rest]) => {
        const pairs = rest.filter((part) => typeof part === "string");
        const names = pairs.filter((_, at) => at % 2 === 0);
        return {
          namespace: String(namespace),
          name: String(name),
          dimensions: Object.fromEntries(names.map((one) => [one, "(token)"])),
        };
      }),
  );
};
