import { describe, expect, it } from "vitest";
import type { StackTemplate } from "#infra/stack/template.ts";
import { changePattern, changeTemplate } from "#lib/store/changes.ts";
import demo from "../../sites/demo.ts";
import { demoWith } from "../site/demo-with.ts";
import { changesAddress } from "../site/site-kinds.ts";
import { ofType, propertiesOfOnly, templateOf } from "./template.ts";

const sendingTo = (to: unknown) => demoWith({ changes: { to, who: false } });

const nameOf = (template: StackTemplate, type: string) => ofType(template, type)[0]?.[0];
const arnOfResource = (name: unknown) => ({ "Fn::GetAtt": [name, "Arn"] });

describe("§6 the changes of a stage", () => {
  it.each([
    ["a queue", "queue", 10, "sqs:SendMessage", "AWS::SQS::Queue"],
    ["a bus", "bus", 10, "events:PutEvents", "AWS::Events::EventBus"],
    ["an address", changesAddress, 1, "events:InvokeApiDestination", "AWS::Events::ApiDestination"],
  ] as const)("go to %s by a pipe with only those two rights", (_, to, batch, action, type) => {
    const site = sendingTo(to);
    const template = templateOf(site, "staging");
    const source = { "Fn::GetAtt": [nameOf(template, "AWS::DynamoDB::Table"), "StreamArn"] };
    const target = arnOfResource(nameOf(template, type));
    const [[lost] = []] = ofType(template, "AWS::SQS::Queue").filter(
      ([, { Properties }]) => !Properties.FifoQueue,
    );
    const pipe = propertiesOfOnly(template, "AWS::Pipes::Pipe");
    expect(propertiesOfOnly(template, "AWS::DynamoDB::Table").StreamSpecification).toEqual({
      StreamViewType: "NEW_AND_OLD_IMAGES",
    });
    expect(pipe).toMatchObject({
      Source: source,
      Target: target,
      SourceParameters: {
        DynamoDBStreamParameters: {
          StartingPosition: "TRIM_HORIZON",
          BatchSize: batch,
          MaximumRetryAttempts: -1,
          DeadLetterConfig: { Arn: arnOfResource(lost) },
        },
        FilterCriteria: { Filters: [{ Pattern: JSON.stringify(changePattern) }] },
      },
      TargetParameters: { InputTemplate: changeTemplate(site) },
    });
    const [role] = ofType(template, "AWS::IAM::Role").filter(
      ([name]) => JSON.stringify(pipe.RoleArn) === JSON.stringify(arnOfResource(name)),
    );
    const { AssumeRolePolicyDocument, Policies } = role?.[1].Properties ?? {};
    expect(AssumeRolePolicyDocument.Statement).toMatchObject([
      {
        Principal: { Service: "pipes.amazonaws.com" },
        Condition: { StringEquals: { "aws:SourceAccount": { Ref: "AWS::AccountId" } } },
      },
    ]);
    const may = (Action: unknown, Resource: unknown) => ({ Action, Effect: "Allow", Resource });
    const read = ["DescribeStream", "GetRecords", "GetShardIterator"].map((it) => `dynamodb:${it}`);
    expect(Policies[0].PolicyDocument.Statement).toEqual([
      may(read, source),
      may("dynamodb:ListStreams", "*"),
      ...(to === "queue"
        ? [may(action, [target, arnOfResource(lost)])]
        : [may(action, target), may("sqs:SendMessage", arnOfResource(lost))]),
    ]);
    expect(JSON.stringify(template.resources).match(/"dynamodb:\w*Stream\w*"/g)).toHaveLength(2);
  });

  it("keep their order for each goods in a FIFO queue without duplicates", () => {
    const template = templateOf(sendingTo("queue"), "staging");
    const [feed] = ofType(template, "AWS::SQS::Queue").filter(
      ([, { Properties }]) => Properties.FifoQueue,
    );
    expect(feed?.[1].Properties).toMatchObject({ MessageRetentionPeriod: 14 * 86_400 });
    expect(
      propertiesOfOnly(template, "AWS::Pipes::Pipe").TargetParameters.SqsQueueParameters,
    ).toEqual({
      MessageGroupId: "$.dynamodb.Keys.pk.S",
      MessageDeduplicationId: "$.eventID",
    });
    expect(template.outputs.ChangesAt?.Value).toEqual({ Ref: feed?.[0] });
  });

  it.each([
    ["the site answers false", demo],
    ["the address has another stage", sendingTo({ ...changesAddress, stage: "live" })],
  ])("make and grant nothing if %s", (_, site) => {
    const { resources } = templateOf(site, "staging");
    expect(JSON.stringify(resources)).not.toMatch(
      /AWS::(Pipes|SQS|Events)|Stream(Specification|Arn)|dynamodb:\w*Stream/,
    );
  });

  it("of a given table come from the stream that is given with it", () => {
    const site = sendingTo("queue");
    const given = { existingTable: "Warehouse-restored" };
    expect(() => templateOf(site, "staging", given)).toThrow(
      /npm run table -- stream --table Warehouse-restored/,
    );
    const stream = "arn:aws:dynamodb:eu-central-1:123456789012:table/Warehouse-restored/stream/1";
    const template = templateOf(site, "staging", { ...given, existingStream: stream });
    expect(propertiesOfOnly(template, "AWS::Pipes::Pipe").Source).toBe(stream);
  });
});
