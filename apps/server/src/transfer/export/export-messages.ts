import type { DomainError } from "@dragoman/domain/error"
import type { TranslationState } from "@dragoman/domain/translation"
import type { WriteOptions } from "@dragoman/formats"
import type { SettingValues } from "../../platform/settings/settings.ts"
import type { ExportedNotice } from "./exported-notice.ts"

/** What the export thread needs to know; plain data, it crosses a thread. */
export interface ExportWorkerData {
  readonly database: SettingValues["database"]
}

/** Which keys are exported; null: no filter. */
export interface KeySelection {
  readonly keyIds: ReadonlyArray<number> | null
  readonly exceptKeyIds: ReadonlyArray<number>
  /** Has any of these tags; `*` is any run of characters. */
  readonly tags: ReadonlyArray<string> | null
  readonly exceptTags: ReadonlyArray<string>
  /** `""`: any name. */
  readonly keyPrefix: string
  /** `""`: the default namespace. */
  readonly namespaces: ReadonlyArray<string> | null
}

/** Everything that decides the files of an export. */
export interface ExportJob {
  readonly projectId: number
  readonly languages: ReadonlyArray<ExportedLanguage>
  /** `id` null: the caller may not view its texts. */
  readonly baseLanguage: { readonly id: number | null; readonly tag: string }
  readonly keys: KeySelection
  /** null: all. `UNTRANSLATED` includes keys without a translation. */
  readonly states: ReadonlyArray<TranslationState> | null
  readonly format: string
  readonly template: string
  readonly options: WriteOptions
}

export interface ExportedLanguage {
  readonly id: number
  readonly tag: string
}

/** `output` null: only the notices are wanted. */
export interface ExportThreadJob {
  readonly job: ExportJob
  readonly output: { readonly path: string; readonly archive: "always" | "unlessSingle" } | null
  /** One flag: 1 = nobody waits any more. */
  readonly cancelled: Int32Array
}

/** `written`: the output file is complete. Otherwise there is none. */
export type ExportResult = WrittenExport | RefusedExport | CancelledExport

export interface WrittenExport {
  readonly kind: "written"
  /** Path of the only file, which has no archive around it; null: an archive. */
  readonly singlePath: string | null
  readonly bytes: number
  /** The first ones. */
  readonly notices: ReadonlyArray<ExportedNotice>
  readonly noticeCount: number
}

export interface RefusedExport {
  readonly kind: "refused"
  readonly error: DomainError
}

interface CancelledExport {
  readonly kind: "cancelled"
}
