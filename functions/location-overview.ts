import { overview } from "#lib/domain/overview.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { placeStore } from "#lib/store/places.ts";
import site from "#site";

export const handler = endpoint("location-overview", overview, { places: placeStore(site) });
