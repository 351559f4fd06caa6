import { set } from "./state.ts";

let workerRegistration: ServiceWorkerRegistration | undefined;

/** Starts the page again with the new version, which reads the same queue. */
export const startNewVersion = (): void => {
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
  workerRegistration?.waiting?.postMessage("renew");
};

/** Keeps the page for when there is no network, and reports when a new version waits. Not over http. */
export const registerServiceWorker = async (): Promise<void> => {
  workerRegistration = await navigator.serviceWorker?.register("sw.js");
  // The first version is not a new one.
  const look = () =>
    set({
      newVersion: !!workerRegistration?.waiting && navigator.serviceWorker.controller !== null,
    });
  look();
  workerRegistration?.addEventListener("updatefound", () =>
    workerRegistration?.installing?.addEventListener("statechange", look),
  );
};
