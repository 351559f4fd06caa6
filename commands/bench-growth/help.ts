/** What --help prints. */
export const help = `Measures how the service does as its table, a box and a history grow.

  npm run bench:growth [-- options]

Starts an embedded DynamoDB of its own on a file in a temporary folder, fills it to each size and measures every operation there:
the handlers in this process, one call at a time, on goods drawn from the whole table. Then one box grows item by item, and the
history of goods operation by operation. The folder (1.3 GB at 500,000 goods) is removed at the end.

  --sizes <list>      the sizes in goods, rising (default 1e3,1e5,5e5)
  --box <n>           how far the box and the history grow, 10 to 100000 (default 5000)
  --samples <n>       how many calls of each operation are measured at each size, 2 to 10000 (default 200)
  --seed <n>          what decides which goods are drawn (default 1)
  --write             write docs/growth.md and docs/growth.svg
  --json              print the figures as JSON instead of tables
  --help              print this text

The units are what the engine says that it consumed. They must be the same at every size for every write, and for every page of
the overview that reads as many entries. Latency depends on the machine and the engine; nothing is asserted of it.

If the engine needs longer than 10 minutes for the fill, the fill stops, the size that was reached is measured, and it is said.

Exit status: 0 the units do not grow; 1 they do, or the measuring could not be finished; 2 wrong call; 130 interrupted.
`;
