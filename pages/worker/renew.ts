import { set } from "./store.ts";

let waiting: ServiceWorker | null = null;

const found = (worker: ServiceWorker | null) => {
  waiting = worker;
  if (waiting) set({ update: true });
};

/** Starts the page again with the new version, which reads the same queue. */
export const renew = (): void => {
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
  waiting?.postMessage("renew");
};

/** Keeps the page for when there is no network, and reports when a new version waits. Not over http. */
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
