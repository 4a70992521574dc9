import { HttpApiEndpoint } from "effect/http-api"
import { anybody, demands } from "../access/demand.ts"
import { endpointGroup } from "../endpoint-group.ts"
import { InitialDataModel, ServerConfigurationModel } from "./server-configuration-model.ts"

/** Source: reference "auth-and-permissions" 5.7. */
export const ServerConfigurationEndpoints = endpointGroup(
  "serverConfiguration",
  HttpApiEndpoint.get("get", "/api/public/configuration", { success: ServerConfigurationModel }).pipe(demands(anybody)),
  HttpApiEndpoint.get("getInitialData", "/v2/public/initial-data", { success: InitialDataModel }).pipe(demands(anybody))
)
