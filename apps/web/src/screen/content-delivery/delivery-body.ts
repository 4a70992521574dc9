import type { Request, Response } from "../../base/api/contract.ts"
import { type ExportChoice, toExportQuery } from "../export/export-choice.ts"

export type ContentDelivery = Response<"contentDelivery", "get">
type DeliveryBody = Request<"contentDelivery", "update">["payload"]

/** The fields of the form besides those of the export. */
export interface DeliverySettings {
  readonly name: string
  /** null: the storage of the server. */
  readonly storageId: number | null
  /** Blank: the server generates one. */
  readonly slug: string
  readonly autoPublish: boolean
  readonly pruneBeforePublish: boolean
  readonly zip: boolean
  readonly reviewedOnly: boolean
}

/** All states of texts that an export has; null in a content delivery. */
const allStates = ["UNTRANSLATED", "TRANSLATED", "REVIEWED"] as const

/** Returns the settings that the form begins with. */
export const settingsOf = (delivery: ContentDelivery | null): DeliverySettings => ({
  name: delivery?.name ?? "",
  storageId: delivery?.storage?.id ?? null,
  slug: delivery !== null && delivery.storage !== null ? delivery.slug : "",
  autoPublish: delivery?.autoPublish ?? true,
  pruneBeforePublish: delivery?.pruneBeforePublish ?? true,
  zip: delivery?.zip ?? false,
  reviewedOnly: delivery?.reviewedOnly ?? false
})

/** Returns the choice of the export that the form begins with. */
export const choiceOf = (delivery: ContentDelivery | null, branch: string | undefined): ExportChoice => ({
  branch: delivery === null ? branch : (delivery.filterBranch ?? undefined),
  format: delivery?.format ?? "JSON",
  languages: delivery?.languages ?? [],
  namespaces: delivery?.filterNamespace ?? [],
  tags: delivery?.filterTagIn ?? [],
  states: delivery === null ? [] : allStates.filter((state) => delivery.filterState?.includes(state) ?? true),
  template: delivery?.fileStructureTemplate ?? ""
})

/** Returns the body that saves the form. A `PUT` replaces everything, so fields that the form does not show are sent as they are. */
export const deliveryBodyOf = (
  delivery: ContentDelivery | null,
  { name, storageId, slug, ...flags }: DeliverySettings,
  choice: ExportChoice
): DeliveryBody => ({
  ...(delivery === null ? {} : hiddenFieldsOf(delivery, choice)),
  ...toExportQuery(choice),
  ...flags,
  name: name.trim(),
  contentStorageId: storageId,
  // Slugs of files in the server are generated alone: docs/content-delivery.md#slugs.
  ...(storageId === null || slug.trim() === "" ? {} : { slug: slug.trim() })
})

/** Splitting and syntax belong to the format: another one begins with its defaults. */
const hiddenFieldsOf = (delivery: ContentDelivery, choice: ExportChoice): DeliveryBody => ({
  filterKeyId: delivery.filterKeyId,
  filterKeyIdNot: delivery.filterKeyIdNot,
  filterTag: delivery.filterTag,
  filterTagNotIn: delivery.filterTagNotIn,
  filterKeyPrefix: delivery.filterKeyPrefix,
  ...(choice.format === delivery.format
    ? {
        structureDelimiter: delivery.structureDelimiter,
        supportArrays: delivery.supportArrays,
        messageFormat: delivery.messageFormat,
        escapeHtml: delivery.escapeHtml
      }
    : {})
})
