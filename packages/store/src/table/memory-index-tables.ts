import { Schema } from "effect"
import { hasDefault, Id, table } from "../database/table.ts"

/** One index of base texts for an organization and a language. */
export const memoryIndexTable = table("memory_index", {
  id: Id,
  organizationId: Schema.Number,
  /** In lower case. */
  languageTag: Schema.String,
  /** The generation that lookups read. */
  generation: hasDefault(Schema.Number),
  rankedGrams: hasDefault(Schema.Number),
  builtCount: hasDefault(Schema.Number),
  changedCount: hasDefault(Schema.Number)
})

/** A distinct base text. */
export const memorySourceTable = table("memory_source", {
  id: Id,
  indexId: Schema.Number,
  /** SHA-256 of the text, in hexadecimal. */
  digest: Schema.String,
  text: Schema.String
})

/** The base text that a key had when it was indexed. */
export const memoryKeyTable = table("memory_key", {
  keyId: Schema.Number,
  sourceId: Schema.Number,
  /** The project of the key; null: a server of before wrote the row. */
  projectId: Schema.NullOr(Schema.Number)
})

/** Keys whose base text has to be indexed. */
export const memoryPendingTable = table("memory_pending", {
  keyId: Schema.Number,
  /** The project of the key; null: a server of before wrote the row. */
  projectId: Schema.NullOr(Schema.Number)
})

/** The source that a stored entry had when it was indexed. */
export const memoryEntrySourceTable = table("memory_entry_source", { entryId: Schema.Number, sourceId: Schema.Number })

/** Stored entries whose source has to be indexed. */
export const memoryEntryPendingTable = table("memory_entry_pending", { entryId: Schema.Number })

/** The number of a gram in one generation of an index. */
export const memoryGramTable = table("memory_gram", {
  indexId: Schema.Number,
  generation: Schema.Number,
  gram: Schema.String,
  number: Schema.Number
})

/** The grams of a source in one generation of its index. */
export const memorySignatureTable = table("memory_signature", {
  indexId: Schema.Number,
  generation: Schema.Number,
  /** The range of its size and a number in it; below 0: it is in no posting list yet. */
  place: Schema.Number,
  sourceId: Schema.Number,
  grams: Schema.Uint8Array
})

/** Sources that have a gram, of one range of sizes. */
export const memoryPostingTable = table("memory_posting", {
  indexId: Schema.Number,
  generation: Schema.Number,
  /** The number of the gram and the range. */
  slot: Schema.Number,
  numbers: Schema.Uint8Array
})
