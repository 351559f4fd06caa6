type Row = { readonly id: string };
type Listener = (() => void) | undefined;

/** Lets the page add its listeners first. */
const soon = async (run: () => void, turns = 1): Promise<void> => {
  for (let left = turns; left > 0; left -= 1) await undefined;
  run();
};

const transactionOn = (rows: Map<string, Row>) => {
  const ask = <Result>(answer: () => Result) => {
    const request = { onsuccess: undefined as Listener, result: undefined as Result | undefined };
    void soon(() => {
      request.result = answer();
      request.onsuccess?.();
    });
    return request;
  };
  const transaction = { oncomplete: undefined as Listener, objectStore: () => store };
  const store = {
    transaction,
    get: (id: string) => ask(() => structuredClone(rows.get(id))),
    getAll: () => ask(() => structuredClone([...rows.values()])),
    put: (row: Row) => void rows.set(row.id, structuredClone(row)),
    delete: (id: string) => void rows.delete(id),
  };
  void soon(() => transaction.oncomplete?.(), 20);
  return transaction;
};

/** The part of IndexedDB that the page uses. It never fails: what happens then is in the simulation of the client. */
export const databases = () => {
  const all = new Map<string, Map<string, Row>>();
  return {
    open: (name: string) => {
      const known = all.get(name);
      const rows = known ?? new Map<string, Row>();
      all.set(name, rows);
      const objectStoreNames: string[] = [];
      const result = {
        objectStoreNames,
        createObjectStore: (store: string) => objectStoreNames.push(store),
        transaction: () => transactionOn(rows),
      };
      const request = {
        result,
        onsuccess: undefined as Listener,
        onupgradeneeded: undefined as Listener,
      };
      void soon(() => {
        if (!known) request.onupgradeneeded?.();
        request.onsuccess?.();
      });
      return request;
    },
  };
};
