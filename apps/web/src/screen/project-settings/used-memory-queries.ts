import { queryOptions } from "@tanstack/react-query"
import { call } from "../../base/api/call.ts"
import type { Response } from "../../base/api/contract.ts"

type Used = Response<"translationMemory", "listOfProject">["_embedded"]
export type UsedMemory = NonNullable<Used>["translationMemoryAssignments"][number]

/** The translation memories that a project uses, its own one first. */
export const usedMemoriesQuery = (projectId: number) =>
  queryOptions({
    queryKey: ["project", projectId, "memories"],
    queryFn: async ({ signal }) => {
      const { _embedded } = await call("translationMemory", "listOfProject", { params: { projectId } }, { signal })
      return _embedded?.translationMemoryAssignments ?? []
    }
  })

const memoriesMax = 200

/** The shared memories of an organization. */
export const freeMemoriesQuery = (slug: string) =>
  queryOptions({
    queryKey: ["organization", slug, "memories", "shared"],
    queryFn: async ({ signal }) => {
      const request = { params: { organization: slug }, query: { size: memoriesMax, type: "SHARED" as const } }
      const { _embedded } = await call("translationMemory", "listWithStats", request, { signal })
      return _embedded?.translationMemories ?? []
    }
  })
