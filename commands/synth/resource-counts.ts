/** The numbers of all resources of a template, and of some kinds. */
export type ResourceCounts = {
  readonly functions: number;
  /** Includes composite alarms. */
  readonly alarms: number;
  readonly resources: number;
};

export const countsOf = (
  resources: Readonly<Record<string, { readonly Type: string }>>,
): ResourceCounts => {
  const types = Object.values(resources).map(({ Type }) => Type);
  return {
    functions: types.filter((type) => type === "AWS::Lambda::Function").length,
    alarms: types.filter((type) => /^AWS::CloudWatch::(Composite)?Alarm$/.test(type)).length,
    resources: types.length,
  };
};
