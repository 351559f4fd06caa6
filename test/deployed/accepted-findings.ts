/** What we think of a finding. `noise`: it does not fit this stack. `accepted`: it is true, and we have a reason. `false`: it is not true. */
type Verdict = "noise" | "accepted" | "false";

type AcceptedFinding = {
  readonly judge: "cfn-lint" | "checkov";
  readonly rule: string;
  /** The type of the resources that may have it. */
  readonly on: string;
  readonly verdict: Verdict;
  readonly reason: string;
};

/** Every finding of the judges that may stay, each with its reason. A finding that is not here, and a line without a finding, are red. */
export const acceptedFindings: readonly AcceptedFinding[] = [
  {
    ...{ judge: "cfn-lint", rule: "W3005", on: "AWS::Lambda::Function", verdict: "noise" },
    reason:
      "CDK writes a DependsOn on the role that a reference implies already. It changes nothing. `sam validate --lint` fails for it alone.",
  },
  {
    ...{ judge: "checkov", rule: "CKV_AWS_59", on: "AWS::ApiGateway::Method", verdict: "accepted" },
    reason:
      "Open methods are the pages, the API's page and the health address. They have no data (open-files.ts, api.ts).",
  },
  {
    ...{ judge: "checkov", rule: "CKV_AWS_73", on: "AWS::ApiGateway::Stage", verdict: "accepted" },
    reason:
      "X-Ray is off unless `tracing` is set: it was 23 % of the price of a scan (decision 13).",
  },
  {
    ...{ judge: "checkov", rule: "CKV_AWS_120", on: "AWS::ApiGateway::Stage", verdict: "noise" },
    reason: "A cache of the gateway would answer with old places and quantities.",
  },
  {
    ...{ judge: "checkov", rule: "CKV_AWS_115", on: "AWS::Lambda::Function", verdict: "accepted" },
    reason:
      "Reserved concurrency would refuse scans of a busy hour. deployment.throttle and .perCaller limit callers, and a deployment names them if they are not set.",
  },
  {
    ...{ judge: "checkov", rule: "CKV_AWS_116", on: "AWS::Lambda::Function", verdict: "noise" },
    reason: "The gateway waits for each call: there is no event that could be lost.",
  },
  {
    ...{ judge: "checkov", rule: "CKV_AWS_117", on: "AWS::Lambda::Function", verdict: "noise" },
    reason:
      "Only the function that asks an ERP server needs a network. The others reach DynamoDB by IAM alone.",
  },
  {
    ...{ judge: "checkov", rule: "CKV_AWS_173", on: "AWS::Lambda::Function", verdict: "noise" },
    reason: "No variable holds a secret: names of the table and the service, and switches.",
  },
  {
    ...{ judge: "checkov", rule: "CKV_AWS_119", on: "AWS::DynamoDB::Table", verdict: "accepted" },
    reason: "The table has the account's KMS key for DynamoDB, not one of its own (decision 16).",
  },
  {
    ...{ judge: "checkov", rule: "CKV_AWS_158", on: "AWS::Logs::LogGroup", verdict: "accepted" },
    reason:
      "CloudWatch encrypts logs with its own key. Functions log nothing that was sent; the access log has names of callers (docs/operations.md). A key costs 1 USD a month.",
  },
  {
    ...{ judge: "checkov", rule: "CKV_AWS_26", on: "AWS::SNS::Topic", verdict: "accepted" },
    reason: "Messages have names of alarms and figures, nothing secret (decision 13).",
  },
];
