/** Keys of a language by the state of their texts. */
interface CountedKeys {
  readonly reviewedKeyCount: number
  readonly translatedKeyCount: number
}

/** Percentages of all keys: a base text that is missing has no words, but is still to be written. */
export const keyPercentages = (
  keyCount: number,
  { reviewedKeyCount, translatedKeyCount }: CountedKeys
): { readonly reviewed: number; readonly translated: number } => {
  const percent = (count: number) => (keyCount === 0 ? 0 : (count * 100) / keyCount)
  return { reviewed: percent(reviewedKeyCount), translated: percent(translatedKeyCount) }
}

/** 99.9 % is not everything. */
export const percentText = (percent: number, languageTag: string): string =>
  new Intl.NumberFormat(languageTag, { style: "percent" }).format(Math.floor(percent) / 100)
