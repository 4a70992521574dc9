import type { Schema } from "effect"
import type { SettingParts } from "./setting-parts.ts"
import type { Translate } from "./tolgee-settings.ts"

export type Program = "server" | "dispatcher"

interface DefaultSources {
  readonly isTerminal: boolean
  /** The text as it was written. */
  readonly dataDir: string
}

export interface Setting {
  /** Name of the variable without `DRAGOMAN_`, and of the flag. */
  readonly name: string
  /** The programs that read it; each leaves the settings of the other one alone. */
  readonly programs: ReadonlyArray<Program>
  /** The meaning that `--help` prints. */
  readonly meaning: string
  /** The text taken when nothing is set; null: the value is null then. */
  readonly default: string | null | ((sources: DefaultSources) => string)
  /** Shown for `default` where the text alone says too little. */
  readonly defaultMeaning?: string
  readonly example: string
  /** Says that it counts at once when a running program reads its settings again; others need a restart. */
  readonly isLive?: true
  /** Says that it is neither printed nor quoted in errors. */
  readonly secret?: true
  /** Decodes the text of the setting. The message of an issue is the end of a sentence, without the text. */
  readonly schema: Schema.Codec<unknown, string>
  /** Tolgee's names for it. Where several are set, the first one counts. */
  readonly tolgee?: Readonly<Record<string, Translate>>
  /** Names that continue its name, and Tolgee's name for it, in variables and in the configuration file. */
  readonly parts?: SettingParts
}

/** The programs of a row. */
export const server = ["server"] as const
export const dispatcher = ["dispatcher"] as const
export const both = ["server", "dispatcher"] as const
