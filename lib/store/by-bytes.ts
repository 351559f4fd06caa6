/** DynamoDB sorts text by its UTF-8 bytes, JavaScript by UTF-16 units: beyond the basic plane the two differ. */
export const byBytes = (one: string, other: string): number =>
  Buffer.compare(Buffer.from(one), Buffer.from(other));
