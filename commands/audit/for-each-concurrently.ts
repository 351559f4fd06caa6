/** Runs the work for each item, for at most `limit` items at a time. */
export const forEachConcurrently = async <Item>(
  items: Iterable<Item>,
  limit: number,
  work: (item: Item) => Promise<unknown>,
): Promise<void> => {
  const queue = Iterator.from(items);
  const worker = async () => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: limit }, worker));
};
