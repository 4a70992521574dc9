/** Key and language of a translation. */
export interface TranslationPlace {
  readonly keyId: number
  readonly languageId: number
}

/** Values by key and language, without a text for each place: bulk changes look up hundreds of thousands of them. */
export class ByPlace<A> {
  readonly #byKeyOfLanguage = new Map<number, Map<number, A>>()

  static of<A extends TranslationPlace>(values: Iterable<A>): ByPlace<A> {
    const found = new ByPlace<A>()
    for (const value of values) found.set(value, value)
    return found
  }

  get({ keyId, languageId }: TranslationPlace): A | undefined {
    return this.at(keyId, languageId)
  }

  at(keyId: number, languageId: number): A | undefined {
    return this.#byKeyOfLanguage.get(languageId)?.get(keyId)
  }

  set({ keyId, languageId }: TranslationPlace, value: A): void {
    const byKey = this.#byKeyOfLanguage.get(languageId)
    if (byKey === undefined) this.#byKeyOfLanguage.set(languageId, new Map([[keyId, value]]))
    else byKey.set(keyId, value)
  }
}
