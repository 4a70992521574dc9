/** Packs ascending numbers as gaps, 7 bits per byte. `after`: the number before the first one. */
export const packAscending = (numbers: ReadonlyArray<number>, after = 0): Uint8Array => {
  const bytes: Array<number> = []
  let last = after
  for (const number of numbers) {
    let gap = number - last
    while (gap > 127) {
      bytes.push((gap % 128) + 128)
      gap = Math.floor(gap / 128)
    }
    bytes.push(gap)
    last = number
  }
  return Uint8Array.from(bytes)
}

/** Reads packed numbers one after the other. */
export const eachAscending = (packed: Uint8Array, visit: (number: number) => void): void => {
  let last = 0
  let gap = 0
  let scale = 1
  for (let at = 0; at < packed.length; at++) {
    const byte = packed[at] ?? 0
    gap += (byte % 128) * scale
    scale *= 128
    if (byte > 127) continue
    last += gap
    visit(last)
    gap = 0
    scale = 1
  }
}

/** Adds 1 to the count of each packed number; returns the counts, which may have grown. Lookups spend most of their time here. */
export const countAscending = (packed: Uint8Array, counts: Uint16Array): Uint16Array => {
  let all = counts
  let last = 0
  let scale = 1
  for (let at = 0; at < packed.length; at++) {
    const byte = packed[at] ?? 0
    if (byte > 127) {
      last += (byte - 128) * scale
      scale *= 128
      continue
    }
    last += byte * scale
    scale = 1
    if (last >= all.length) {
      const larger = new Uint16Array(Math.max(last + 1, 2 * all.length))
      larger.set(all)
      all = larger
    }
    all[last] = (all[last] ?? 0) + 1
  }
  return all
}

export const unpackAscending = (packed: Uint8Array): ReadonlyArray<number> => {
  const numbers: Array<number> = []
  eachAscending(packed, (number) => numbers.push(number))
  return numbers
}

/** Adds numbers that are not below the last one. */
export const appendAscending = (packed: Uint8Array, numbers: ReadonlyArray<number>): Uint8Array => {
  let last = 0
  eachAscending(packed, (number) => {
    last = number
  })
  const added = packAscending(numbers, last)
  const joined = new Uint8Array(packed.length + added.length)
  joined.set(packed)
  joined.set(added, packed.length)
  return joined
}
