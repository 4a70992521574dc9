import type { Json, Refusal } from "@dragoman/domain/error"
import type { SettingValues } from "../settings/settings.ts"

/** What the import thread needs to know; plain data, it crosses a thread. */
export interface ImportWorkerData {
  readonly database: SettingValues["database"]
}

export interface UploadedFile {
  /** As uploaded, with directories. */
  readonly name: string
  /** Where it lies on disk. */
  readonly path: string
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

/** One language of an import, and the file that it lies in. */
export interface RemovedLanguage {
  readonly languageId: number
  readonly fileId: number
  /** Epoch milliseconds. */
  readonly now: number
}

/** `erase`: remove the rows of imports that were deleted or never finished. */
export type ImportJob =
  | { readonly id: number; readonly kind: "stage"; readonly upload: StageUpload }
  | { readonly id: number; readonly kind: "removeLanguage"; readonly removed: RemovedLanguage }
  | { readonly id: number; readonly kind: "erase"; readonly now: number }

export interface UploadMessage {
  readonly code: "cannot_parse_file" | "namespace_cannot_be_used_when_feature_is_disabled"
  readonly params: ReadonlyArray<Json>
}

/** What became of an upload. `importId` null: nothing was found in it, and nothing was kept. */
export interface StagedUpload {
  readonly kind: "staged"
  readonly importId: number | null
  readonly errors: ReadonlyArray<UploadMessage>
  readonly warnings: ReadonlyArray<UploadMessage>
}

export type ImportAnswer =
  | { readonly id: number; readonly kind: "done"; readonly result: StagedUpload | RefusedUpload | null }
  | { readonly id: number; readonly kind: "failed"; readonly message: string }

/** The upload breaks a rule before anything of it is read. */
export interface RefusedUpload {
  readonly kind: "refused"
  readonly refusal: Refusal
}
