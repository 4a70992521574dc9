/** A file that imports another one; paths from the root of the repository. */
export interface FileImport {
  readonly from: string
  readonly to: string
}

/** A room is a folder right below the sources of a package, or a file there. */
const roomOf = (file: string): { readonly package: string; readonly room: string } | null => {
  const [, folder, room] = /^((?:apps|packages|tooling)\/[^/]+)\/src\/([^/]+)/.exec(file) ?? []
  return folder === undefined || room === undefined ? null : { package: folder, room: `${folder}/src/${room}` }
}

/** Returns the circles of rooms in a package, each with one import for every step. */
export const findCircles = (imports: ReadonlyArray<FileImport>): ReadonlyArray<ReadonlyArray<FileImport>> => {
  const steps = new Map<string, Map<string, FileImport>>()
  for (const each of imports) {
    const [from, to] = [roomOf(each.from), roomOf(each.to)]
    if (from === null || to === null || from.package !== to.package || from.room === to.room) continue
    const next = steps.get(from.room) ?? new Map<string, FileImport>()
    steps.set(from.room, next.set(to.room, next.get(to.room) ?? each))
  }
  const circles = new Map<string, ReadonlyArray<FileImport>>()
  for (const room of steps.keys()) {
    const circle = shortestWayBack(room, steps)
    const files = circle.map(({ from }) => roomOf(from)?.room)
    if (circle.length > 0) circles.set(files.toSorted().join(), circles.get(files.toSorted().join()) ?? circle)
  }
  return [...circles.values()]
}

const shortestWayBack = (
  start: string,
  steps: ReadonlyMap<string, ReadonlyMap<string, FileImport>>
): ReadonlyArray<FileImport> => {
  const ways = new Map<string, ReadonlyArray<FileImport>>([[start, []]])
  for (const [room, way] of ways) {
    for (const [next, step] of steps.get(room) ?? []) {
      if (next === start) return [...way, step]
      if (!ways.has(next)) ways.set(next, [...way, step])
    }
  }
  return []
}
