import { Agent, request } from "node:http"
import type { ContentSeed } from "./content-seed.ts"
import { keyNameOf } from "./content-seed.ts"

/** One text of a project, another one each time; the milliseconds from sending to the answer. */
const writeText = (agent: Agent, baseUrl: string, projectId: number, apiKey: string, number: number): Promise<number> =>
  new Promise((resolve, reject) => {
    const startedAt = performance.now()
    // None of these keys is in the trash or in a namespace.
    const key = keyNameOf((number % 20) * 10 + 3)
    const sent = request(
      `${baseUrl}/v2/projects/${projectId}/translations`,
      { agent, method: "PUT", headers: { "content-type": "application/json", "x-api-key": apiKey } },
      (response) => {
        response.resume()
        response.once("end", () => {
          if (response.statusCode === 200) resolve(performance.now() - startedAt)
          else reject(new Error(`writing a text was answered with ${response.statusCode}`))
        })
      }
    )
    sent.once("error", reject)
    sent.end(JSON.stringify({ key, translations: { en: `Text ${number} of ${startedAt}` } }))
  })

/**
 * Writes texts at a steady rate, whether the ones before were answered or not, in one project after the other; returns the
 * latencies in milliseconds.
 */
export const writeTexts = async (
  baseUrl: string,
  { projects, apiKeys }: Pick<ContentSeed, "projects" | "apiKeys">,
  perSecond: number,
  seconds: number
): Promise<ReadonlyArray<number>> => {
  // Connections of an earlier call would be closed by the server just when they are used again.
  const agent = new Agent({ keepAlive: true, maxSockets: 16 })
  const startedAt = performance.now()
  const writes: Array<Promise<number>> = []
  for (let number = 0; number < perSecond * seconds; number++) {
    const dueAt = startedAt + (number * 1_000) / perSecond
    const early = dueAt - performance.now()
    if (early > 0) await new Promise((resolve) => setTimeout(resolve, early))
    const place = number % projects.length
    writes.push(writeText(agent, baseUrl, projects[place]?.projectId ?? 0, apiKeys[place] ?? "", number))
  }
  const latencies = await Promise.all(writes)
  agent.destroy()
  return latencies
}
