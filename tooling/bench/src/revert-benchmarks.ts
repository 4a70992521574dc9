import { join } from "node:path"
import { makeContentDatabase } from "./content-database.ts"
import { startDragoman } from "./processes.ts"
import { projectCalls } from "./project-calls.ts"
import type { Result } from "./result.ts"
import { median, round } from "./statistics.ts"

const texts = 10_000
const rounds = 3

/** Milliseconds. */
const target = 3_000

/** Reverting an import that changed 10,000 texts, as one request. */
export const revertBenchmarks = async (folder: string, share: number): Promise<ReadonlyArray<Result>> => {
  const { dataDir, seed } = await makeContentDatabase(join(folder, "reverts"), [{ keys: 1_000, languages: 2 }])
  const [project] = seed.projects
  const [apiKey = ""] = seed.apiKeys
  if (project === undefined) throw new Error("no project")
  const count = Math.round(texts * share)
  const server = await startDragoman(dataDir)
  const { send, time } = projectCalls(server.baseUrl, project.projectId, apiKey)
  const push = (turn: number) => {
    const keys = Array.from({ length: count }, (_, index) => [`revert.${index}`, `Text ${index} of ${turn}`])
    const form = new FormData()
    form.append("files", new Blob([JSON.stringify(Object.fromEntries(keys))]), "en.json")
    form.append("params", JSON.stringify({ forceMode: "OVERRIDE", overrideMode: "ALL", createNewKeys: true }))
    return send("POST", "single-step-import", form)
  }
  const times: Array<number> = []
  try {
    await push(0)
    for (let turn = 1; turn <= rounds; turn++) {
      await push(turn)
      const { _embedded } = JSON.parse(await send("GET", "activity?size=1&sort=id,desc"))
      times.push(await time("POST", `revisions/${_embedded.activities[0]?.revisionId}/revert`, {}))
    }
  } finally {
    await server.stop()
  }
  return [
    {
      name: `revert of an import of ${count} texts`,
      measured: `${round(median(times) / 1_000)} s`,
      target: `≤ ${target / 1_000} s`,
      reached: median(times) <= target,
      detail: times.map((time) => `${round(time / 1_000)} s`).join(", ")
    }
  ]
}
