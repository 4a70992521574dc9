import type { ServerClient } from "../server-client.ts"

/** Clients that read and write without a break, and note each request that fails. */
export interface SteadyLoad {
  readonly failures: ReadonlyArray<string>
  readonly requests: () => number
  /** Names of keys whose creation was confirmed. */
  readonly keys: ReadonlyArray<string>
  /** Returns when so many more requests are done; fails when one of them has failed. */
  readonly more: (requests: number) => Promise<void>
  readonly stop: () => Promise<void>
}

const clients = 4

export const startLoad = (client: ServerClient, projectId: number): SteadyLoad => {
  const failures: Array<string> = []
  const keys: Array<string> = []
  const waiting = new Set<{ readonly at: number; readonly resolve: () => void; readonly reject: (e: Error) => void }>()
  let done = 0
  let isStopped = false
  const path = `/v2/projects/${projectId}`
  const rounds = [
    async (name: string) => {
      await client.call("POST", `${path}/keys`, { name, translations: { en: `Text of ${name}` }, tags: ["load"] })
      keys.push(name)
    },
    () => client.call("GET", `${path}/translations?size=20&languages=en`),
    (name: string) => client.call("POST", `${path}/translations`, { key: `set-${name}`, translations: { en: name } }),
    () => client.call("GET", `${path}/translations/en`),
    () => client.call("GET", `${path}/activity?size=5`),
    () => client.call("GET", "/v2/projects")
  ]
  const run = async (number: number) => {
    for (let round = 0; !isStopped; round++) {
      try {
        await rounds[round % rounds.length]?.(`k${number}-${round}`)
      } catch (error) {
        failures.push(String(error))
      }
      done++
      for (const one of waiting) {
        if (failures.length === 0 && done < one.at) continue
        waiting.delete(one)
        if (failures.length === 0) one.resolve()
        else one.reject(new Error(failures[0]))
      }
    }
  }
  const running = Array.from({ length: clients }, (_, number) => run(number))
  return {
    failures,
    keys,
    requests: () => done,
    more: (requests) =>
      new Promise((resolve, reject) => {
        waiting.add({ at: done + requests, resolve, reject })
      }),
    stop: async () => {
      isStopped = true
      await Promise.all(running)
    }
  }
}
