import { HttpApiEndpoint } from "effect/http-api"
import { anybody, requires } from "../access/requirement.ts"
import { endpointGroup } from "../endpoint-group.ts"
import { InitialDataModel, ServerConfigurationModel } from "./server-configuration-model.ts"

/** Source: reference "auth-and-permissions" 5.7. */
export const ServerConfigurationEndpoints = endpointGroup(
  "serverConfiguration",
  HttpApiEndpoint.get("get", "/api/public/configuration", { success: ServerConfigurationModel }).pipe(
    requires(anybody)
  ),
  HttpApiEndpoint.get("getInitialData", "/v2/public/initial-data", { success: InitialDataModel }).pipe(
    requires(anybody)
  )
)
