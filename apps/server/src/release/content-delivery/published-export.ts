import type { ContentDeliveryConfigBody } from "@dragoman/api"
import type { PublishedExport } from "@dragoman/domain/content-delivery"
import { type TranslationState, translationStates } from "@dragoman/domain/translation"
import type { Validated } from "@dragoman/domain/validation"
import { parseExportBody } from "../../transfer/export/export-request.ts"

/** Checks the parameters of a content delivery as the export does, and fills in their defaults. */
export const parsePublishedExport = (body: ContentDeliveryConfigBody): Validated<PublishedExport> => {
  const parsed = parseExportBody(body)
  if (!parsed.ok) return parsed
  const states = body.filterState?.filter(isState) ?? null
  const value: PublishedExport = {
    languages: body.languages ?? null,
    format: parsed.value.format.format,
    structureDelimiter: body.structureDelimiter === undefined ? "." : body.structureDelimiter,
    supportArrays: body.supportArrays ?? false,
    messageFormat: body.messageFormat ?? null,
    fileStructureTemplate: body.fileStructureTemplate ?? null,
    escapeHtml: body.escapeHtml ?? false,
    filterKeyId: body.filterKeyId ?? null,
    filterKeyIdNot: body.filterKeyIdNot ?? null,
    filterTag: body.filterTag ?? null,
    filterTagIn: body.filterTagIn ?? null,
    filterTagNotIn: body.filterTagNotIn ?? null,
    filterKeyPrefix: body.filterKeyPrefix ?? null,
    // Absent and empty lists are the finished texts, null is all.
    filterState: body.filterState === null ? null : states?.length ? states : parsed.value.states,
    filterNamespace: body.filterNamespace ?? null,
    ...(body.reviewedOnly === true && { reviewedOnly: true })
  }
  return { ok: true, value }
}

const isState = (name: string): name is TranslationState => translationStates.some((state) => state === name)
