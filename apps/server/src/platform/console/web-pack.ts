// One file with all files of the web console: the length of an index (4 bytes, big endian), the index as JSON, then the
// bytes of each file, compressed by gzip and by brotli. It is read as it is, from the disk or from the executable.

/** Offset and length of the bytes. */
type Span = readonly [offset: number, length: number]

interface IndexedFile {
  /** Path of the URL, such as `/assets/index-B5ohZfrR.js`. */
  readonly path: string
  readonly type: string
  readonly etag: string
  readonly gzip: Span
  readonly brotli: Span
}

/** A file to pack. */
export interface WebFile extends Pick<IndexedFile, "path" | "type" | "etag"> {
  readonly gzip: Uint8Array
  readonly brotli: Uint8Array
}

const lengthBytes = 4

/** Packs files. */
export const writeWebPack = (files: ReadonlyArray<WebFile>): Uint8Array => {
  const contents: Array<Uint8Array> = []
  let offset = 0
  const place = (content: Uint8Array): Span => {
    const span = [offset, content.length] as const
    contents.push(content)
    offset += content.length
    return span
  }
  const index = files.map(
    ({ path, type, etag, gzip, brotli }): IndexedFile => ({
      path,
      type,
      etag,
      gzip: place(gzip),
      brotli: place(brotli)
    })
  )
  const json = Buffer.from(JSON.stringify(index), "utf8")
  const length = Buffer.alloc(lengthBytes)
  length.writeUInt32BE(json.length)
  return Buffer.concat([length, json, ...contents])
}

/** Reads the files of a pack by path; their contents are views of it. */
export const readWebPack = (pack: Uint8Array): ReadonlyMap<string, WebFile> => {
  const indexEnd = lengthBytes + new DataView(pack.buffer, pack.byteOffset, pack.byteLength).getUint32(0)
  const json = new TextDecoder().decode(pack.subarray(lengthBytes, indexEnd))
  const contentOf = ([offset, length]: Span) => pack.subarray(indexEnd + offset, indexEnd + offset + length)
  return new Map(
    (JSON.parse(json) as ReadonlyArray<IndexedFile>).map((file) => [
      file.path,
      { ...file, gzip: contentOf(file.gzip), brotli: contentOf(file.brotli) }
    ])
  )
}
