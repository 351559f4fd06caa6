import { set } from "./store.ts";

let waiting: ServiceWorker | null = null;

const found = (worker: ServiceWorker | null) => {
  waiting = worker;
  if (waiting) set({ update: true });
};

/** The new version of the page takes over, and the page starts again; the queue is read by either. */
export const renew = (): void => {
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
  waiting?.postMessage("renew");
};

/** Keeps the page for when there is no network, and reports when a new version of it waits. Over http there is none. */
export const keepPage = async (): Promise<void> => {
  const registration = await navigator.serviceWorker?.register("sw.js");
  if (!registration) return;
  // The first version is not a new one.
  const isNew = () => navigator.serviceWorker.controller !== null;
  if (isNew()) found(registration.waiting);
  registration.addEventListener("updatefound", () => {
    const { installing } = registration;
    installing?.addEventListener(
      "statechange",
      () => installing.state === "installed" && isNew() && found(installing),
    );
  });
};
