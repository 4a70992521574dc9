import { HttpApiEndpoint } from "effect/http-api"
import { administrator, requires } from "../access/requirement.ts"
import { described, endpointGroup } from "../endpoint-group.ts"
import { listOf } from "../page/page-model.ts"
import { ServerFindingsModel } from "./server-findings-model.ts"
import { ServerHealthModel, ServerSettingModel, ServerSizesModel } from "./server-status-model.ts"

/** State of the server for operators. Not in Tolgee's API. */
export const ServerStatusEndpoints = endpointGroup(
  "serverStatus",
  HttpApiEndpoint.get("getHealth", "/v2/administration/server/health", { success: ServerHealthModel }).pipe(
    requires(administrator),
    described(
      "Returns the state of the server: checks, versions, memory, threads, database, disk and the queue of webhooks. Not part of Tolgee's API."
    )
  ),
  HttpApiEndpoint.get("getFindings", "/v2/administration/server/findings", { success: ServerFindingsModel }).pipe(
    requires(administrator),
    described(
      "Examines the server and returns the findings of `dragoman doctor`, the most severe first. Takes seconds. Not part of Tolgee's API."
    )
  ),
  HttpApiEndpoint.get("getSizes", "/v2/administration/server/sizes", { success: ServerSizesModel }).pipe(
    requires(administrator),
    described(
      "Returns how much the server stores: the size of the database, content by kind, and the tables with the most rows. Not part of Tolgee's API."
    )
  ),
  HttpApiEndpoint.get("listSettings", "/v2/administration/server/settings", {
    success: listOf("settings", ServerSettingModel)
  }).pipe(
    requires(administrator),
    described(
      "Lists the settings with which the server was started, with the origin of each value. Secrets are hidden. Not part of Tolgee's API."
    )
  )
)
