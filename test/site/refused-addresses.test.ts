import { type Case, refusesFor } from "./refused.ts";

const cases: readonly Case[] = [
  [
    "two routes at one address",
    { "routes.overview": "/box/info" },
    "routes (get-box-info)",
    "GET /box/info is the address of another route",
  ],
  [
    "an edit at the address of the save",
    { "routes.editBox": { method: "POST", path: "/box" } },
    "routes (edit-box)",
    "POST /box is the address",
  ],
  [
    "an edit at the address of the deletion",
    {
      "routes.editBox": { method: "POST", path: "/box/change" },
      "routes.deleteBox": { method: "POST", path: "/box/change" },
    },
    "routes (delete-box)",
    "POST /box/change is the address",
  ],
  [
    "a path without a leading slash",
    { "routes.overview": "overview" },
    "routes.overview",
    "(§4: On which path",
  ],
  [
    "a path with a parameter",
    { "routes.overview": "/trace/{zongpai}" },
    "routes.overview",
    "must be segments of letters, digits",
  ],
  [
    "a path that is none of HTTP",
    { "routes.overview": "/lager/übersicht" },
    "routes.overview",
    "must be segments of letters, digits",
  ],
  ["a base path that ends with a slash", { basePath: "/v1/" }, "basePath", "(§9:"],
  [
    "a method that does not edit",
    { "routes.editBox": { method: "GET", path: "/box/edit" } },
    "routes.editBox.method",
    "(§4: With which method",
  ],
  [
    "assignments that cannot be edited",
    { "routes.editBox": false },
    "routes.editBox",
    "(§4: With which method",
  ],
  [
    "a deletion that is neither served nor not",
    { "routes.deleteBox": true },
    "routes.deleteBox",
    "(§4: With which method",
  ],
  [
    "a route where the page that describes the API is deployed",
    { "docs.deployed": { path: "/docs" }, "routes.overview": "/docs/places" },
    "routes (location-overview)",
    "/docs/places is where the page that describes the API is deployed",
  ],
  [
    "a domain with a scheme",
    {
      "deployment.domain": {
        name: "https://example.org",
        stage: "live",
        certificate: "arn:aws:acm:eu-central-1:123456789012:certificate/0f8f",
      },
    },
    "deployment.domain.name",
    "(§9:",
  ],
  [
    "a network whose names are none",
    { "erp.connection": { network: { vpc: "vpc-1" } } },
    "erp.connection.network.vpc",
    "(§1:",
  ],
  [
    "a throttle of nothing",
    { "deployment.throttle": { rate: 0, burst: 1 } },
    "deployment.throttle.rate",
    "(§8:",
  ],
];

refusesFor("its addresses", cases);
