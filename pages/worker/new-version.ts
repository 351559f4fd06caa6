import { set } from "./state.ts";

let workerRegistration: ServiceWorkerRegistration | undefined;

/** Starts the page again with the new version, which reads the same queue. */
export const startNewVersion = (): void => {
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
  workerRegistration?.waiting?.postMessage("renew");
};

/** Keeps the page for use without a network, and reports when a new version waits. Over http, browsers have no service workers. */
export const registerServiceWorker = async (): Promise<void> => {
  workerRegistration = await navigator.serviceWorker?.register("sw.js");
  // The first version is not a new one.
  const noteVersion = () =>
    set({
      newVersion: !!workerRegistration?.waiting && navigator.serviceWorker.controller !== null,
    });
  noteVersion();
  workerRegistration?.addEventListener("updatefound", () =>
    workerRegistration?.installing?.addEventListener("statechange", noteVersion),
  );
};
