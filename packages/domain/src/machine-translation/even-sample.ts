/** Items of a sequence at equal distances. */
export interface EvenSample<Item> {
  readonly add: (item: Item) => void
  /** Items so far, sampled or not. */
  readonly count: () => number
  /** At most `sizeMax` of them; all of them when there are no more. */
  readonly items: () => ReadonlyArray<Item>
}

/** Samples a sequence whose length is not known: of more items than fit, it keeps every second, fourth, eighth … one. */
export const makeEvenSample = <Item>(sizeMax: number): EvenSample<Item> => {
  let kept: Array<Item> = []
  let count = 0
  let distance = 1
  return {
    add: (item) => {
      if (count % distance === 0) kept.push(item)
      count += 1
      if (kept.length <= sizeMax) return
      kept = kept.filter((_, index) => index % 2 === 0)
      distance *= 2
    },
    count: () => count,
    items: () => kept
  }
}
