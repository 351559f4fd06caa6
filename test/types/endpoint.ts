import { saveItem } from "#lib/domain/box.ts";
import { registerGoods } from "#lib/domain/registration.ts";
import { handlerOf } from "#lib/http/endpoint.ts";
import type { ServiceContext } from "#lib/http/request.ts";
import { v1 } from "#lib/routes.ts";
import { readEndpoint, type WithErp, type WithTable, writeEndpoint } from "#lib/service.ts";
import { boxStore } from "#lib/store/boxes.ts";
import { locationStore } from "#lib/store/locations.ts";
import { postBox } from "../../functions/post-box.ts";

const withErp = ({ site, table, erp }: WithErp) => ({ boxes: boxStore(table, site), erp });
const withoutErp = ({ site, table }: WithTable) => ({ boxes: boxStore(table, site) });
const placing = ({ site, table }: WithTable) => ({ locations: locationStore(table, site) });

export const endpoints = () => [
  writeEndpoint({ route: v1["post-box"], verb: saveItem, dependencies: withErp }),

  // @ts-expect-error a verb that needs a field which the route's input lacks
  writeEndpoint({ route: v1["delete-box"], verb: saveItem, dependencies: withErp }),

  // @ts-expect-error a verb with the answer of another route
  writeEndpoint({ route: v1["post-box"], verb: registerGoods, dependencies: placing }),

  // @ts-expect-error a missing dependency of the verb
  writeEndpoint({ route: v1["post-box"], verb: saveItem, dependencies: withoutErp }),

  // @ts-expect-error a write that is served as a read, and so records no operation
  readEndpoint({ route: v1["post-box"], verb: saveItem, dependencies: withErp }),
];

export const handler = (parts: WithTable, served: ServiceContext) =>
  // @ts-expect-error an endpoint that asks the ERP where there is none
  handlerOf(postBox, parts, served);
