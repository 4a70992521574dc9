import { queryOptions } from "@tanstack/react-query"
import { call } from "../../base/api/call.ts"

/** How a project judges texts of machines. */
export const qualitySettingQuery = (projectId: number) =>
  queryOptions({
    queryKey: ["project", projectId, "quality-estimate"],
    queryFn: async ({ signal }) =>
      (await call("machineTranslation", "listSettings", { params: { projectId } }, { signal })).qualityEstimate
  })
