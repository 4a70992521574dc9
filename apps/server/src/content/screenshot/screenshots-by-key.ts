import type { ScreenshotRow } from "@dragoman/store"

/** A screenshot of several keys is in the list of each of them. */
export const screenshotsByKey = (
  screenshots: ReadonlyArray<ScreenshotRow>
): ReadonlyMap<number, ReadonlyArray<ScreenshotRow>> => {
  const byKey = new Map<number, Array<ScreenshotRow>>()
  for (const screenshot of screenshots) {
    for (const { keyId } of screenshot.references) {
      const ofKey = byKey.get(keyId)
      if (ofKey === undefined) byKey.set(keyId, [screenshot])
      else ofKey.push(screenshot)
    }
  }
  return byKey
}
