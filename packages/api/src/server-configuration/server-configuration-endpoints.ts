import { HttpApiEndpoint } from "effect/http-api"
import { nothing, requires } from "../access/requirement.ts"
import { described, endpointGroup } from "../endpoint-group.ts"
import { InitialDataModel, ServerConfigurationModel } from "./server-configuration-model.ts"

export const ServerConfigurationEndpoints = endpointGroup(
  "serverConfiguration",
  HttpApiEndpoint.get("get", "/api/public/configuration", { success: ServerConfigurationModel }).pipe(
    requires(nothing),
    described("Returns the public configuration of the server.")
  ),
  HttpApiEndpoint.get("getInitialData", "/v2/public/initial-data", { success: InitialDataModel }).pipe(
    requires(nothing),
    described("Returns everything that a web page needs to start; anonymous callers get only the configuration.")
  )
)
