import { registerLocation } from "#lib/domain/location.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { meter } from "#lib/metrics.ts";
import { locationStore } from "#lib/store/locations.ts";
import { operations } from "#lib/store/operations.ts";
import site from "#site";

export const handler = endpoint("post-trace-location", registerLocation, { operations, meter, locations: locationStore(site) });
