/** Replaces in a bundle the cache of endpoint discovery: the DynamoDB client creates it, but none of our commands uses it. */
export class EndpointCache {}
