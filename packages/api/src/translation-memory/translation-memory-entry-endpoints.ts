import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { described, endpointGroup } from "../endpoint-group.ts"
import { field } from "../field.ts"
import { organizationIdOrSlug, translationMemoryEntryId, translationMemoryId } from "../identifier/path-parameters.ts"
import { listOf, pageOf } from "../page/page-model.ts"
import { listQuery } from "../page/page-query.ts"
import { requiresReading, requiresWriting } from "./requires-memory.ts"
import {
  TranslationMemoryEntriesBody,
  TranslationMemoryEntryBody,
  TranslationMemoryEntryIdsBody,
  TranslationMemoryEntryModel,
  TranslationMemoryRowModel
} from "./translation-memory-entry-model.ts"

const params = { organization: organizationIdOrSlug, translationMemoryId }
const one = { ...params, translationMemoryEntryId }
const entries = "/v2/organizations/:organization/translation-memories/:translationMemoryId/entries"
const entry = `${entries}/:translationMemoryEntryId` as const

const search = field(Schema.optional(Schema.String), "Only sources that contain this text, in any case.")

/** Contents of translation memories. */
export const TranslationMemoryEntryEndpoints = endpointGroup(
  "translationMemoryEntry",
  HttpApiEndpoint.get("list", entries, {
    params,
    query: {
      ...listQuery("unsorted"),
      search,
      targetLanguageTag: field(
        Schema.optional(Schema.String),
        "Only translations in these languages, separated by commas; sources without one stay.",
        "cs,de"
      )
    },
    success: pageOf("translationMemoryRows", TranslationMemoryRowModel)
  }).pipe(
    requiresReading,
    described(
      "Lists the sources of a memory with their translations: stored ones, and keys of projects that the caller may view."
    )
  ),
  HttpApiEndpoint.get("listIds", `${entries}/entryIds`, {
    params,
    query: { search },
    success: listOf("entryIds", Schema.Int)
  }).pipe(requiresReading, described("Lists the id of one entry for each stored source.")),
  HttpApiEndpoint.get("get", entry, { params: one, success: TranslationMemoryEntryModel }).pipe(
    requiresReading,
    described("Returns a stored entry.")
  ),
  HttpApiEndpoint.post("create", entries, {
    params,
    payload: TranslationMemoryEntryBody,
    success: TranslationMemoryEntryModel
  }).pipe(requiresWriting, described("Adds an entry to a memory.")),
  HttpApiEndpoint.post("createMultiple", `${entries}/multiple`, {
    params,
    payload: TranslationMemoryEntriesBody,
    success: listOf("translationMemoryEntries", TranslationMemoryEntryModel)
  }).pipe(requiresWriting, described("Adds translations of one source in several languages, all or none.")),
  HttpApiEndpoint.put("edit", entry, {
    params: one,
    payload: TranslationMemoryEntryBody,
    success: TranslationMemoryEntryModel
  }).pipe(requiresWriting, described("Replaces a stored entry.")),
  HttpApiEndpoint.delete("delete", entry, { params: one, success: HttpApiSchema.Empty(200) }).pipe(
    requiresWriting,
    described("Deletes a stored entry.")
  ),
  HttpApiEndpoint.delete("deleteGroup", `${entry}/group`, { params: one, success: HttpApiSchema.Empty(200) }).pipe(
    requiresWriting,
    described("Deletes the stored entries of the row that shows this one.")
  ),
  HttpApiEndpoint.delete("deleteMultiple", entries, {
    params,
    payload: TranslationMemoryEntryIdsBody,
    success: HttpApiSchema.Empty(200)
  }).pipe(requiresWriting, described("Deletes the stored entries of the rows that show these."))
)
