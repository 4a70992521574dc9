import { ScreenshotRepository, type ScreenshotRow } from "@dragoman/store"
import { Effect } from "effect"
import type { ProjectAccess } from "../../platform/access/access.ts"
import { getKey } from "../key/key-queries.ts"

/** The screenshots of a key, by id. */
export const listScreenshots = Effect.fn("listScreenshots")(function* (
  access: ProjectAccess<"screenshots.view">,
  keyId: number
) {
  const repository = yield* ScreenshotRepository
  yield* getKey(access, keyId)
  return yield* repository.listOfKeys([keyId])
})

/** A screenshot of several keys is in the list of each of them. */
export const screenshotsByKey = (
  screenshots: ReadonlyArray<ScreenshotRow>
): ReadonlyMap<number, ReadonlyArray<ScreenshotRow>> => {
  const pairs = screenshots.flatMap((screenshot) => screenshot.references.map(({ keyId }) => ({ keyId, screenshot })))
  const byKey = Map.groupBy(pairs, ({ keyId }) => keyId)
  return new Map([...byKey].map(([keyId, ofKey]) => [keyId, ofKey.map(({ screenshot }) => screenshot)]))
}
