import { crc32, deflateRawSync } from "node:zlib"

export interface ZipEntry {
  /** Path as it is written, safe or not. */
  readonly name: string
  readonly content: string | Uint8Array
}

/** A zip archive with exactly these entries, deflated. */
export const makeZip = (entries: ReadonlyArray<ZipEntry>): Uint8Array => {
  const locals: Array<Buffer> = []
  const centrals: Array<Buffer> = []
  let offset = 0
  for (const entry of entries) {
    const name = Buffer.from(entry.name)
    const content = Buffer.from(entry.content)
    const deflated = deflateRawSync(content)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    // Names are UTF-8.
    common.writeUInt16LE(0x0800, 2)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(crc32(content), 10)
    common.writeUInt32LE(deflated.length, 14)
    common.writeUInt32LE(content.length, 18)
    common.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from("PK\x03\x04"), common, name, deflated])
    const placement = Buffer.alloc(14)
    placement.writeUInt32LE(offset, 10)
    centrals.push(Buffer.concat([Buffer.from("PK\x01\x02"), common.subarray(0, 2), common, placement, name]))
    locals.push(local)
    offset += local.length
  }
  const directory = Buffer.concat(centrals)
  const end = Buffer.alloc(22)
  end.write("PK\x05\x06", 0, "latin1")
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, directory, end])
}
