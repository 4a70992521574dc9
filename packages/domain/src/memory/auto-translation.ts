/** Which texts of a project the server fills by itself. */
export interface AutoTranslationSetting {
  /** null: languages without a setting of their own. */
  readonly languageId: number | null
  readonly usesMemory: boolean
  /** Whether a machine fills texts that the memory does not have. */
  readonly usesMachine: boolean
  /** Whether imported texts count, too. */
  readonly isForImports: boolean
}

/** Returns the setting of the languages that have none of their own; a project that never chose one fills nothing. */
export const defaultAutoTranslation = (settings: ReadonlyArray<AutoTranslationSetting>): AutoTranslationSetting =>
  settings.find(({ languageId }) => languageId === null) ?? {
    languageId: null,
    usesMemory: false,
    usesMachine: false,
    isForImports: false
  }

/** Returns the ids of the languages whose texts the memory, or a machine, fills after a person, or an import, wrote a base text. */
export const filledLanguageIds = (
  settings: ReadonlyArray<AutoTranslationSetting>,
  languages: ReadonlyArray<{ readonly id: number; readonly base: boolean }>,
  isImport: boolean,
  source: "usesMemory" | "usesMachine"
): ReadonlyArray<number> =>
  languages.flatMap(({ id, base }) => {
    const own = settings.find(({ languageId }) => languageId === id) ?? defaultAutoTranslation(settings)
    return !base && own[source] && (own.isForImports || !isImport) ? [id] : []
  })
