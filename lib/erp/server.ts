import { Socket } from "node:net";
import { type ErpDatabase, type ErpSession, LookupFailure } from "./database.ts";
import type { ErpPassword } from "./password.ts";

export type ServerDriver = {
  /** Connects the socket, signs in and sets the session's limits. @throws the driver's error */
  readonly signIn: (
    connection: { readonly socket: Socket; readonly close: () => void },
    password: string,
  ) => Promise<ErpSession["ask"]>;
  /**
   * `late`: the statement took too long, the connection is good. `value`: the statement cannot be computed with a value of its parameters or
   * rows. `lost`: the connection is broken.
   */
  readonly meaningOf: (
    error: Readonly<Record<string, unknown>>,
  ) => "late" | "value" | "lost" | "credentials" | undefined;
};

const openSession = async (
  { signIn, meaningOf }: ServerDriver,
  password: string,
  signal: AbortSignal,
): Promise<ErpSession> => {
  signal.throwIfAborted();
  const socket = new Socket().setNoDelay(true).setKeepAlive(true);
  let isUsable = true;
  const close = () => {
    isUsable = false;
    socket.destroy();
  };
  socket.on("error", close);
  socket.on("close", close);
  signal.addEventListener("abort", close);
  try {
    const ask = await signIn({ socket, close }, password);
    return {
      ask: async (sql, parameters) => {
        try {
          return await ask(sql, parameters);
        } catch (error) {
          const meaning = meaningOf(error as Record<string, unknown>);
          if (meaning === "late")
            throw new LookupFailure("late", "the database gave the statement up", error);
          if (meaning === "value")
            throw new LookupFailure("value", "the database refused a value", error);
          if (meaning === "lost") close();
          throw error;
        }
      },
      isUsable: () => isUsable,
      close,
    };
  } catch (error) {
    close();
    if (meaningOf(error as Record<string, unknown>) !== "credentials") throw error;
    throw new LookupFailure("credentials", "the database refused the credentials", error);
  } finally {
    signal.removeEventListener("abort", close);
  }
};

/**
 * Opens a session with a driver. If the password is refused and has changed, the new one is tried, so that it can be changed without a
 * deployment.
 * The returned function throws the driver's error, or LookupFailure `credentials`.
 */
export const sessionOpener =
  (password: ErpPassword, driver: ServerDriver): ErpDatabase["open"] =>
  async (signal) => {
    const currentPassword = await password.current();
    try {
      return await openSession(driver, currentPassword, signal);
    } catch (error) {
      const isRefused = error instanceof LookupFailure && error.kind === "credentials";
      const newPassword = isRefused ? await password.otherThan(currentPassword) : undefined;
      if (newPassword === undefined) throw error;
      return openSession(driver, newPassword, signal);
    }
  };
