import type { JsonObject } from "@dragoman/domain/activity"
import type { ForceMode, KeyResolution, OverrideMode } from "@dragoman/domain/import"
import type { ComputedPermission, Scope } from "@dragoman/domain/permission"
import type { CodeReference } from "@dragoman/formats"
import type { Effect } from "effect"
import type { ImportReport } from "./import-report.ts"

/** Who imports, and what they may do, as it was when the request was let in. Plain data: it crosses a thread. */
export interface ImportAuthority {
  readonly projectId: number
  readonly userId: number
  readonly computedPermission: ComputedPermission
  readonly effectiveScopes: ReadonlyArray<Scope>
}

/**
 * What is wanted of one text where the project has another one.
 *
 * - `force`: the mode of the import
 * - `override`, `keep`: a person decided; `existingTextHash` says about which text (`hashOfText`), and when the project
 *   has another one by now it is as if nobody had
 * - the rest: what the caller expects of this text
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
  readonly mode: TextMode
}

/** A key to be imported, over all files that name it. */
export interface ImportKey {
  readonly namespace: string | null
  readonly name: string
  /** null: the import has none. */
  readonly description: string | null
  readonly customValues: JsonObject | null
  readonly codeReferences: ReadonlyArray<CodeReference>
  /** Of the first plural text; null: none is a plural. */
  readonly pluralArgumentName: string | null
  /** Only if it is created. */
  readonly tags: ReadonlyArray<string>
  /** Each language at most once, except null. */
  readonly texts: ReadonlyArray<ImportText>
}

/** Keys per piece: enough for fast statements, few enough for little memory. */
export const importPieceKeysMax = 2_000

/** The keys of an import, piece by piece. `R`: what reading them needs; inside the transaction. */
export interface ImportSource<R = never> {
  /** The next keys, at most `importPieceKeysMax`; none: the end. Each namespace and name comes once in all pieces. */
  readonly next: Effect.Effect<ReadonlyArray<ImportKey>, never, R>
  /** Those of the imported files: elsewhere no key is removed. */
  readonly namespaces: ReadonlyArray<string | null>
  /** Keys that the files have and that are not imported: they are not removed either. */
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
  /** Of keys that the import creates. */
  readonly tagNewKeys: ReadonlyArray<string>
  /** Puts the keys of the imported namespaces that the import does not name into the trash. */
  readonly removeOtherKeys: boolean
}

/** An unresolved text, as responses show it. */
export interface ImportConflict {
  readonly keyName: string
  readonly keyNamespace: string | null
  /** Tag. */
  readonly language: string
  readonly isOverridable: boolean
}

export interface AppliedImport {
  /** Left as they were. Empty when each is an error. */
  readonly unresolvedConflicts: ReadonlyArray<ImportConflict>
  /** The keys named by the import, in no order; those left out are missing. */
  readonly keyIds: ReadonlyArray<number>
  /** Of applying; what reading left out is not in it. */
  readonly report: ImportReport
}
