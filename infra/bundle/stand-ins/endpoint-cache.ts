/** Stands in a bundle for the cache of endpoint discovery, which the DynamoDB client makes and none of its commands uses. */
export class EndpointCache {}
