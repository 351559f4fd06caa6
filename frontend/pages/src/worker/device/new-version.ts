import { set } from "../state.ts";

let workerRegistration: ServiceWorkerRegistration | undefined;

/** Reloads the page with the new version, which uses the same queue. */
export const startNewVersion = (): void => {
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
  workerRegistration?.waiting?.postMessage("renew");
};

/** Makes the page work offline, and reports when a new version waits. Browsers have no service workers over http. */
export const registerServiceWorker = async (): Promise<void> => {
  workerRegistration = await navigator.serviceWorker?.register("sw.js");
  // Without a controller this is the first version, not a new one.
  const noteVersion = () =>
    set({
      newVersion: !!workerRegistration?.waiting && navigator.serviceWorker.controller !== null,
    });
  noteVersion();
  workerRegistration?.addEventListener("updatefound", () =>
    workerRegistration?.installing?.addEventListener("statechange", noteVersion),
  );
};
