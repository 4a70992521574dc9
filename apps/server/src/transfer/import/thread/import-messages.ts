import type { SingleStepImportParams } from "@dragoman/api"
import type { DomainError, Json } from "@dragoman/domain/error"
import type { ScreenshotInput } from "@dragoman/domain/image"
import type { ConflictFacts, ForceMode } from "@dragoman/domain/import"
import type { ImportOwner } from "@dragoman/store"
import type { ImageLinks } from "../../../content/image/image-links.ts"
import type { ProjectAccess } from "../../../platform/access/grant.ts"
import type { ReceivedJson } from "../../../platform/body/receive-json.ts"
import type { UploadedFile } from "../../../platform/body/receive-upload.ts"
import type { SettingValues } from "../../../platform/settings/settings.ts"
import type { ImportReport } from "../applying/import-report.ts"
import type { AppliedImport, ApplyOptions, ImportAuthority, ImportKey } from "../applying/import-source.ts"

/** What the import thread needs to know; plain data, it crosses a thread. */
export interface ImportWorkerData {
  readonly database: SettingValues["database"]
}

export interface StageUpload {
  readonly projectId: number
  readonly userId: number
  readonly files: ReadonlyArray<UploadedFile>
  /** null: a dot. */
  readonly structureDelimiter: string | null
  /** Of one archive, unpacked. */
  readonly uncompressedBytesMax: number
  /** Epoch milliseconds. */
  readonly now: number
}

/** What becomes of a live import when its user decides something. `createNewKeys`: as the settings have it. */
export type ImportChange =
  | {
      readonly kind: "removeLanguage"
      readonly languageId: number
      readonly fileId: number
      /** Epoch milliseconds. */
      readonly now: number
    }
  /** null: with no language of the project. */
  | { readonly kind: "pair"; readonly languageId: number; readonly existingLanguageId: number | null }
  | {
      readonly kind: "setNamespace"
      readonly fileId: number
      readonly namespace: string | null
      readonly createNewKeys: boolean
    }
  | { readonly kind: "setKeyCreation"; readonly createNewKeys: boolean }
  /** The settings have changed their mind about empty values. */
  | { readonly kind: "setEmptyValues" }
  /** Compared with the project as it is now. */
  | { readonly kind: "refresh" }
  | ({ readonly kind: "resolveAll"; readonly languageId: number; readonly isOverride: boolean } & ConflictFacts)

/** The live import of a user is applied. */
export interface ApplyStaged {
  readonly authority: ImportAuthority
  readonly forceMode: ForceMode
}

export interface AppliedStaged {
  readonly kind: "appliedStaged"
  readonly report: ImportReport
}

/** How far an import is applied. Source: reference "import-and-formats" 2.8. */
export interface ApplyProgress {
  readonly status: "PREPARING_AND_VALIDATING" | "STORING_KEYS" | "STORING_TRANSLATIONS" | "FINALIZING"
  /** null: not counted yet. */
  readonly totalKeys: number | null
  readonly importedKeys: number | null
}

/** Files that are applied as soon as they are read. */
export interface SingleStepImport {
  readonly authority: ImportAuthority
  readonly files: ReadonlyArray<UploadedFile>
  readonly params: SingleStepImportParams
  /** Of one archive, unpacked. */
  readonly uncompressedBytesMax: number
}

/** Unchecked keys in the body of a request. */
export type ImportOfBody = BodyOperation & {
  readonly body: ReceivedJson
  readonly links: ImageLinks
}

/** What becomes of the keys of a body, and the access that it needs. */
export type BodyOperation =
  | { readonly operation: "keys"; readonly access: ProjectAccess<"keys.create" | "translations.edit"> }
  | { readonly operation: "resolvable"; readonly access: ProjectAccess<"translations.view"> }
  | { readonly operation: "keysResolvable"; readonly access: ProjectAccess }

/** Keys out of the body of a request. */
export interface ImportOfKeys {
  readonly authority: ImportAuthority
  readonly options: ApplyOptions
  readonly keys: ReadonlyArray<ImportKey>
  readonly screenshots: ReadonlyArray<KeyScreenshots>
}

/** Uploaded images for a key of an import. */
export interface KeyScreenshots {
  readonly namespace: string | null
  readonly name: string
  readonly screenshots: ReadonlyArray<ScreenshotInput>
}

/** `erase`: remove the rows of imports that were deleted or never finished. */
export type ImportJob =
  | { readonly id: number; readonly kind: "stage"; readonly upload: StageUpload }
  | { readonly id: number; readonly kind: "singleStep"; readonly singleStep: SingleStepImport }
  | { readonly id: number; readonly kind: "body"; readonly body: ImportOfBody }
  | { readonly id: number; readonly kind: "applyStaged"; readonly apply: ApplyStaged }
  | { readonly id: number; readonly kind: "change"; readonly owner: ImportOwner; readonly change: ImportChange }
  | { readonly id: number; readonly kind: "erase"; readonly now: number }

export interface UploadMessage {
  readonly code: "cannot_parse_file" | "namespace_cannot_be_used_when_feature_is_disabled"
  readonly params: ReadonlyArray<Json>
}

export interface UploadNotice {
  /** null: the file was left out; then it has no lines either. */
  readonly importFileId: number | null
  readonly fileName: string
  /** null: it concerns a part of the file rather than a key; so the next. */
  readonly keyName: string | null
  readonly languageName: string | null
  readonly line: number | null
  readonly column: number | null
  readonly message: string
}

/** What became of an upload. `importId` null: nothing was found in it, and nothing was kept. */
export interface StagedUpload {
  readonly kind: "staged"
  readonly importId: number | null
  /** Texts that were understood in another way than a person may expect; the first ones. */
  readonly notices: ReadonlyArray<UploadNotice>
  /** Of all. */
  readonly noticeCount: number
  readonly errors: ReadonlyArray<UploadMessage>
  readonly warnings: ReadonlyArray<UploadMessage>
}

/** `changed`: false when there is no such import any more. */
export interface ChangedImport {
  readonly kind: "changed"
  readonly changed: boolean
}

/** What the client gets; null: nothing. */
export interface ImportedBody {
  readonly kind: "answered"
  /** JSON. */
  readonly body: Uint8Array | null
  /** What the header says was left out. */
  readonly notices: string
}

export type ImportJobResult =
  | StagedUpload
  | AppliedImport
  | AppliedStaged
  | ImportedBody
  | ChangedImport
  | RefusedUpload
  | null

/**
 * `wake`: webhook deliveries were committed, for which a dispatcher waits on the other side. `committed`: a project has
 * changed, whose subscribers are on the other side.
 */
export type ImportAnswer =
  | { readonly id: number; readonly kind: "done"; readonly result: ImportJobResult }
  | { readonly id: number; readonly kind: "failed"; readonly message: string; readonly isDatabaseBusy: boolean }
  | { readonly id: number; readonly kind: "progress"; readonly progress: ApplyProgress }
  | { readonly kind: "wake" }
  | { readonly kind: "committed"; readonly projectId: number }

/** Nothing was done, because a rule is broken. */
export interface RefusedUpload {
  readonly kind: "refused"
  readonly error: DomainError
}
