import { setTimeout as pause } from "node:timers/promises"
import { type WebhookFixture, writerKeys } from "./webhook-fixture.ts"

export interface WritingOptions {
  readonly changes: number
  /** The changes are spread evenly over this time; what a dead server has delayed is made up for. 0: as fast as they go. */
  readonly overMillis: number
}

export interface WrittenChanges {
  /** Texts whose change was acknowledged with 200. */
  readonly acknowledged: ReadonlySet<string>
  /** Requests that were sent again because they had no good answer: their change may be there or not. */
  readonly unsure: number
  /** The different responses that were not good: the status and `Retry-After`. */
  readonly rejections: ReadonlySet<string>
}

const againAfterMillis = 20

/** Changes texts through the API, each to one that no other change has, by several writers until all are acknowledged. */
export const writeChanges = async (
  { address, project, authorization }: WebhookFixture,
  { changes, overMillis }: WritingOptions
): Promise<WrittenChanges> => {
  const acknowledged = new Set<string>()
  const rejections = new Set<string>()
  let unsure = 0
  let begun = 0
  const startedAt = performance.now()
  const isWritten = async (key: string, text: string): Promise<boolean> => {
    try {
      const response = await fetch(`${address}${project}/translations`, {
        method: "PUT",
        headers: { "content-type": "application/json", authorization },
        body: JSON.stringify({ key, translations: { en: text } })
      })
      await response.text()
      if (response.status === 200) return true
      rejections.add(`${response.status}, retry after ${response.headers.get("retry-after")} s`)
      return false
    } catch {
      return false
    }
  }
  const write = async (key: string): Promise<void> => {
    while (begun < changes) {
      const index = begun++
      const wait = startedAt + (index / changes) * overMillis - performance.now()
      if (wait > 1) await pause(wait)
      const text = `Text ${index}`
      while (!(await isWritten(key, text))) {
        unsure++
        await pause(againAfterMillis)
      }
      acknowledged.add(text)
    }
  }
  await Promise.all(writerKeys.map(write))
  return { acknowledged, unsure, rejections }
}
