const explorer = document.querySelector("openapi-explorer");
const { root, first, apiKey, keyHeader } = explorer.dataset;

// A deployment does not know its own address, so the page takes it from this file's.
const address = new URL(root, import.meta.url).href.replace(/\/$/, "");
document.querySelector("#address").textContent = address;
explorer.setAttribute("server-url", address);

// An address with a fragment leads to another endpoint.
if (!location.hash) explorer.setAttribute("explorer-location", first);

explorer.addEventListener("spec-loaded", ({ detail }) => {
  if (apiKey) explorer.setAuthenticationConfiguration("apiKey", { token: apiKey });
  // One touch sends a request: what it must have is filled in.
  const parameters = detail.tags.flatMap(({ paths }) => paths).flatMap((path) => path.parameters);
  for (const { required, example, schema } of parameters)
    if (required && example !== undefined) schema.default = example;
  for (const { name, schema } of parameters)
    if (name === keyHeader) schema.example = "made for each new request";
});

/** The key of each request that this page sent, by the content of the request. */
const keys = new Map();

/** A new key: 32 digits. It needs no secure context, unlike a UUID of the browser. */
const newKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");

// A new request gets a new key, and the same request keeps its key, unless the visitor typed one.
explorer.addEventListener("request", (event) => {
  const { url, method, headers, body } = event.detail.request;
  const field = event.composedPath()[0].querySelector(`[data-pname="${keyHeader}"]`);
  if (!field || field.value) return;
  const content = JSON.stringify([method, url, body]);
  const key = keys.get(content) ?? newKey();
  keys.set(content, key);
  headers.set(keyHeader, key);
  field.placeholder = key;
});
explorer.setAttribute("spec-url", new URL("openapi.json", import.meta.url).href);
