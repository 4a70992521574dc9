import { guessLanguageName, guessNamespace } from "@dragoman/domain/import"

/** Language and namespace that the path of a file of messages gives. */
export interface LocalesPath {
  readonly languageName: string
  /** The namespace of the folder that `_locales` is in; null = the default one. Absent = the path has no such folder. */
  readonly namespace?: string | null
}

/** The language of `_locales/pt_BR/messages.json` is `pt_BR`; elsewhere the file is called like its language. */
export const parseLocalesPath = (path: string): LocalesPath => {
  const found = localesFolder.exec(path)
  if (found === null) return { languageName: guessLanguageName(path) }
  return { languageName: found[1] ?? "", namespace: guessNamespace(`${path.slice(0, found.index)}/messages.json`) }
}

const localesFolder = /(?<![^/])_locales\/([^/]+)\/[^/]+$/

export const isLocalesPath = (path: string): boolean => localesFolder.test(path) && isMessagesPath(path)

/** True when the file has the name that browsers look for. */
export const isMessagesPath = (path: string): boolean => /(?<![^/])messages\.json$/i.test(path)
