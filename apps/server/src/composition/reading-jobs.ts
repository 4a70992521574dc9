import { findKeys } from "../content/key-search/find-keys.ts"
import { renderKeyInfo } from "../content/key-search/render-key-info.ts"
import { renderKeyPage } from "../content/translation-list/render-key-page.ts"
import { renderTranslationMap } from "../content/translation-list/render-translation-map.ts"
import { findKeyAfter, selectKeyIds } from "../content/translation-list/select-key-ids.ts"
import { countProject } from "../project/stats/count-project.ts"
import { readWebhookDeliveries } from "../webhook/delivery-log/read-webhook-deliveries.ts"

/**
 * Every kind of reading that may take too long for the thread that answers requests. Input and result are plain data; bytes
 * of a body go to the client as they are.
 */
export const readingJobs = {
  selectKeyIds,
  findKeyAfter,
  renderKeyPage,
  renderTranslationMap,
  findKeys,
  renderKeyInfo,
  countProject,
  readWebhookDeliveries
}

export type ReadingJobs = typeof readingJobs

export type ReadingKind = keyof ReadingJobs
