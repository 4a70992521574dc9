/** Longest n-gram, and the weight of recall: the values that the paper calls chrF2. */
const ngramLengthMax = 6
const beta = 2

/**
 * How much of a text another one has, by its n-grams of one to six characters without white space; 0 to 100. `reference`: the text that
 * is right. Source: Popović, "chrF: character n-gram F-score for automatic MT evaluation", WMT 2015; averages as in sacreBLEU.
 */
export const chrf = (text: string, reference: string): number => {
  const own = withoutSpaces(text)
  const expected = withoutSpaces(reference)
  let precision = 0
  let recall = 0
  let orders = 0
  for (let length = 1; length <= ngramLengthMax; length++) {
    const found = own.length - length + 1
    const wanted = expected.length - length + 1
    if (found <= 0 || wanted <= 0) break
    const matches = countMatches(own, expected, length)
    precision += matches / found
    recall += matches / wanted
    orders++
  }
  if (precision + recall === 0) return 0
  const weight = beta ** 2
  return (((1 + weight) * precision * recall) / (weight * precision + recall) / orders) * 100
}

const withoutSpaces = (text: string): ReadonlyArray<string> => [...text.replace(/\s+/gu, "")]

/** Counts n-grams that both texts have, each as often as both have it. */
const countMatches = (own: ReadonlyArray<string>, expected: ReadonlyArray<string>, length: number): number => {
  const left = new Map<string, number>()
  for (const ngram of ngramsOf(expected, length)) left.set(ngram, (left.get(ngram) ?? 0) + 1)
  let matches = 0
  for (const ngram of ngramsOf(own, length)) {
    const count = left.get(ngram) ?? 0
    if (count === 0) continue
    left.set(ngram, count - 1)
    matches++
  }
  return matches
}

const ngramsOf = (characters: ReadonlyArray<string>, length: number): ReadonlyArray<string> =>
  Array.from({ length: characters.length - length + 1 }, (_, start) => characters.slice(start, start + length).join(""))
