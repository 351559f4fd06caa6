/** An error, its cause, the cause of that one: so many are logged. */
const mostCauses = 4;
const mostFrames = 12;

const className = /^[A-Za-z_$][\w$]{0,63}$/;
/** Codes of Node, of drivers and of databases: `ECONNREFUSED`, `28P01`, `ER_ACCESS_DENIED_ERROR`. */
const plainCode = /^[A-Z0-9_]{2,60}$/;
/** One line of a stack as V8 writes it: perhaps the name of a function, and a place in a file. */
const frame =
  /^ {4}at (?:(?:async )?(?:new )?[\w$.<>#]+(?: \[as [\w$.<>#]+\])? \()?(?:file:\/\/|node:)?[\w$@./+-]+:\d+:\d+\)?$/;

type Fault = { readonly name?: unknown; readonly code?: unknown; readonly cause?: unknown };

const nameOf = ({ name, code }: Fault): string => {
  const shown = typeof name === "string" && className.test(name) ? name : "Error";
  return typeof code === "string" && plainCode.test(code) ? `${shown} ${code}` : shown;
};

/**
 * The name and code of an error, then of its causes. Never a message: that of a driver may contain a row or a password, that of a parser
 * what was sent.
 */
export const namesOf = (error: unknown): string[] => {
  const names: string[] = [];
  for (
    let at: unknown = error;
    typeof at === "object" && at !== null && names.length < mostCauses;
    at = (at as Fault).cause
  )
    names.push(nameOf(at as Fault));
  return names.length > 0 ? names : [typeof error];
};

/**
 * Where an error was thrown: the frames of its stack, innermost first. A stack begins with the message, whose lines may even look like
 * frames, so all lines of the message are left out.
 */
export const framesOf = (error: unknown): string[] => {
  const { stack, message } = error instanceof Error ? error : { stack: undefined, message: "" };
  if (typeof stack !== "string") return [];
  const told = new Set(String(message).split("\n"));
  const lines = stack.split("\n").filter((line) => frame.test(line) && !told.has(line));
  return lines.slice(0, mostFrames).map((line) => line.trim().slice("at ".length));
};
