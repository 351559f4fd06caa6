const explorer = document.querySelector("openapi-explorer");
const { root, first, apiKey } = explorer.dataset;

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
});
explorer.setAttribute("spec-url", new URL("openapi.json", import.meta.url).href);
