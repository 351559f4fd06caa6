type Asked = { readonly Region: string; readonly Endpoint?: string };

/** Replaces in a bundle the rules about DynamoDB's endpoints (20 kB): the address that was named, or the public one of the region. */
export const defaultEndpointResolver = ({ Region, Endpoint }: Asked) => ({
  url: new URL(
    Endpoint ?? `https://dynamodb.${Region}.amazonaws.com${Region.startsWith("cn-") ? ".cn" : ""}`,
  ),
});
