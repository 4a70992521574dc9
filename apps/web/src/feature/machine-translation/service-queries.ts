import { queryOptions } from "@tanstack/react-query"
import { call } from "../../base/api/call.ts"
import type { Response } from "../../base/api/contract.ts"

type Config = Response<"machineTranslation", "listSettings">["_embedded"]["languageConfigs"][number]

/** A service with how it is used. */
export type ServiceInfo = Config["enabledServicesInfo"][number]

/** Services of a language. null as the language: all languages without settings of their own. */
export type ServiceSetting = Pick<Config, "targetLanguageId" | "primaryServiceInfo" | "enabledServicesInfo">

export type Prompt = Response<"prompt", "get">

/** Settings of services of a project, the default first. */
export const serviceSettingsQuery = (projectId: number) =>
  queryOptions({
    queryKey: ["project", projectId, "translation-services"],
    queryFn: async ({ signal }): Promise<ReadonlyArray<ServiceSetting>> =>
      (await call("machineTranslation", "listSettings", { params: { projectId } }, { signal }))._embedded
        .languageConfigs
  })

export const promptsKey = (projectId: number) => ["project", projectId, "prompts"] as const

/** More prompts than a project has. */
const promptsMax = 1_000

export const promptsQuery = (projectId: number) =>
  queryOptions({
    queryKey: [...promptsKey(projectId), "all"],
    queryFn: async ({ signal }): Promise<ReadonlyArray<Prompt>> => {
      const request = { params: { projectId }, query: { size: promptsMax } }
      return (await call("prompt", "list", request, { signal }))._embedded?.prompts ?? []
    }
  })
