import { readPreferences } from "../preference/stored-preferences.ts"
import { loadErrorTexts } from "../texts/load-texts.ts"

type Language = ReturnType<typeof readPreferences>["language"]

const readSentences = async (language: Language) => {
  const [{ errorCodes }, { codeSentence, fieldSentence }, texts] = await Promise.all([
    import("@dragoman/domain/error"),
    import("../texts/error-sentence.ts"),
    loadErrorTexts(language)
  ])
  return {
    language,
    ofCode: (code: string, params: ReadonlyArray<unknown>) => codeSentence(texts, language, code, params),
    ofField: (message: string) => fieldSentence(texts, language, message),
    /** The domain's, by code. */
    inEnglish: errorCodes as Readonly<Record<string, string>>
  }
}

let sentences: Awaited<ReturnType<typeof readSentences>> | null = null
let reading: { readonly language: Language; readonly done: Promise<void> } | null = null

/** Reads the sentences about failures, in the language of the console. Without them an error has its code and details. */
export const loadSentences = (): Promise<void> => {
  const { language } = readPreferences()
  if (sentences?.language === language) return Promise.resolve()
  if (reading?.language !== language) {
    const done = readSentences(language)
      .then(
        (read) => {
          sentences = read
        },
        () => {
          // The server is gone, or a newer one has other files.
        }
      )
      .finally(() => {
        if (reading?.language === language) reading = null
      })
    reading = { language, done }
  }
  return reading.done
}

/** The sentence for a code; English where the console has none of its own. null: the code is newer than this page. */
export const sentenceOfCode = (code: string, params: ReadonlyArray<unknown> = []): string | null => {
  if (sentences === null) return null
  const { ofCode, inEnglish } = sentences
  return ofCode(code, params) ?? (Object.hasOwn(inEnglish, code) ? (inEnglish[code] ?? null) : null)
}

/** Returns the server's messages at fields in the language of the console. */
export const sentencesOfFields = (fields: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(fields).map(([name, message]) => [name, sentences?.ofField(message) ?? message]))
