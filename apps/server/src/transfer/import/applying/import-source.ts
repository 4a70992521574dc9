import type { JsonObject } from "@dragoman/domain/activity"
import type { ForceMode, KeyResolution, OverrideMode } from "@dragoman/domain/import"
import type { CodeReference, FormatData } from "@dragoman/formats"
import type { ImportOwner, ImportUser } from "@dragoman/store"
import type { Effect } from "effect"
import { projectKeyIdOf } from "../../../service/access/access.ts"
import type { AccessParts } from "../../../service/access/access-message.ts"

/** The caller who imports, and the caller's rights at the time of the request. */
export type ImportAuthority = typeof AccessParts.Type

/** The project, user and project API key that imports and plans of this caller belong to. */
export const importUserOf = ({ projectId, caller }: Pick<ImportAuthority, "projectId" | "caller">): ImportUser => ({
  projectId,
  userId: caller.userId,
  apiKeyId: projectKeyIdOf(caller)
})

/** The owner of this caller's import on a branch; null: the default one. */
export const ownerOf = (
  authority: Pick<ImportAuthority, "projectId" | "caller">,
  branchId: number | null
): ImportOwner => ({ ...importUserOf(authority), branchId })

/**
 * How one text is imported where the project has another one.
 *
 * - `force`: the mode of the import decides
 * - `override`, `keep`: the user decided, about the text with this hash (`hashOfText`); the decision does not count when the
 *   project has another text by now
 * - the rest: the caller's expectation about this text
 */
export type TextMode =
  | { readonly kind: "force" }
  | { readonly kind: "override" | "keep"; readonly existingTextHash: string }
  | { readonly kind: "expectNoConflict" }
  | { readonly kind: "resolution"; readonly resolution: KeyResolution }

/** One text to be imported. */
export interface ImportText {
  /** null: the language of the file is paired with none of the project. */
  readonly languageId: number | null
  /** `""`: an empty value. */
  readonly text: string
  readonly isPlural: boolean
  /** The file says that the text is older than the base text. Absent: it does not. */
  readonly isOutdated?: boolean
  /** The export format that writes files as the one of the text. Absent: the text is of no file. */
  readonly format?: string
  /** The text is of a file of another language, which repeats it as its source. Absent: it is not. */
  readonly isRepeated?: boolean
  readonly mode: TextMode
}

/** The data that a file has for one text. Without a text in the import, the key has none in the language. */
export interface ImportFormatData extends FormatData {
  readonly languageId: number
  /** The format, as in `ImportText`; so is the next field. */
  readonly format: string
  readonly isRepeated: boolean
}

/** The custom values that the file of one language has for a key. */
export interface ImportCustomValues {
  /** null: paired with none of the project. */
  readonly languageId: number | null
  readonly format: string
  readonly values: JsonObject
}

/** A key to be imported, merged from all files that name it. */
export interface ImportKey {
  readonly namespace: string | null
  readonly name: string
  /** null: the import has none. */
  readonly description: string | null
  /** In the order of the files. */
  readonly customValues: ReadonlyArray<ImportCustomValues>
  /** Each language and format at most once. */
  readonly formatData: ReadonlyArray<ImportFormatData>
  readonly codeReferences: ReadonlyArray<CodeReference>
  /** The argument of the first plural text; null: none is a plural. */
  readonly pluralArgumentName: string | null
  /** Only if it is created. */
  readonly tags: ReadonlyArray<string>
  /** Each language at most once, except null. */
  readonly texts: ReadonlyArray<ImportText>
}

/** Keys per batch: enough for fast statements, few enough for little memory. */
export const importBatchKeysMax = 2_000

/** The keys of an import, in batches, which are read inside the transaction. `R`: services that reading requires. */
export interface ImportSource<R = never> {
  /** The next batch, at most `importBatchKeysMax` keys; empty: the end. No key is in two batches. */
  readonly next: Effect.Effect<ReadonlyArray<ImportKey>, never, R>
  /** Namespaces of the imported files. Keys are removed in these only. */
  readonly namespaces: ReadonlyArray<string | null>
  /** Keys that the files name without importing them. They are not removed. */
  readonly mentionedKeys: ReadonlyArray<KeyName>
}

export interface KeyName {
  readonly namespace: string | null
  readonly name: string
}

export interface ApplyOptions {
  readonly forceMode: ForceMode
  readonly overrideMode: OverrideMode
  readonly errorOnUnresolvedConflict: boolean
  readonly overrideKeyDescriptions: boolean
  /** True: empty values erase texts of the project, as far as the modes allow. */
  readonly importEmptyValues: boolean
  /** False: keys that the project does not have are left out. */
  readonly createNewKeys: boolean
  /** True: keys that the project has are left out. */
  readonly skipExistingKeys: boolean
  /** Tags for the keys that the import creates. */
  readonly tagNewKeys: ReadonlyArray<string>
  /** Puts the keys of the imported namespaces that the import does not name into the trash. */
  readonly removeOtherKeys: boolean
}
