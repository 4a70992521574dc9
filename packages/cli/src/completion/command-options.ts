import { contextActions, contextOptions } from "../context/context-arguments.ts"
import { lintChoices, lintOptions } from "../lint/lint-arguments.ts"
import { applyOptions, planChoices, planOptions } from "../plan/plan-arguments.ts"
import { pullChoices, pullOptions } from "../pull/pull-arguments.ts"

export const shells = ["bash", "zsh", "fish"] as const

export type Shell = (typeof shells)[number]

/** The parts of a command that a shell completes. */
export interface CompletedCommand {
  readonly meaning: string
  /** Options as `parseArgs` takes them. */
  readonly options: Readonly<Record<string, { readonly type: "string" | "boolean" }>>
  /** Values by option. */
  readonly choices: Readonly<Record<string, ReadonlyArray<string>>>
  /** Words after the command; null: paths of files. */
  readonly words: ReadonlyArray<string> | null
}

/** The commands of `@dragoman/cli`, by their names. */
export const commands = {
  lint: {
    meaning: "checks translation files without a server",
    options: lintOptions,
    choices: lintChoices,
    words: null
  },
  plan: {
    meaning: "shows what importing files into a project would do",
    options: planOptions,
    choices: planChoices,
    words: null
  },
  apply: { meaning: "applies such a plan", options: applyOptions, choices: planChoices, words: [] },
  pull: {
    meaning: "writes the texts of a project into files",
    options: pullOptions,
    choices: pullChoices,
    words: null
  },
  context: {
    meaning: "exports keys with their context, imports descriptions",
    options: contextOptions,
    choices: {},
    words: contextActions
  },
  openapi: { meaning: "prints the description of the HTTP API", options: {}, choices: {}, words: [] },
  completion: { meaning: "prints a script that completes words in a shell", options: {}, choices: {}, words: shells }
} as const satisfies Readonly<Record<string, CompletedCommand>>

export type CommandName = keyof typeof commands
