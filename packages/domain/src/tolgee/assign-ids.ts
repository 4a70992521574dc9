/**
 * Ids under which rows of another server are stored: their own where those are free, else new ones behind all that there
 * are. `last`: the last id that was given out.
 */
export const assignIds = (
  wanted: ReadonlyArray<number>,
  taken: ReadonlySet<number>,
  last: number
): ReadonlyArray<number> => {
  let next = wanted.reduce((largest, id) => Math.max(largest, id), last) + 1
  return wanted.map((id) => (taken.has(id) ? next++ : id))
}
