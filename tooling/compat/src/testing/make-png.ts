import { crc32, deflateSync } from "node:zlib"

/** A PNG with a byte of colour or alpha for each part of a pixel, all different from their neighbours. */
export const makePng = (width: number, height: number): Buffer<ArrayBuffer> => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // Eight bits for each of red, green, blue and alpha.
  header.writeUInt8(8, 8)
  header.writeUInt8(6, 9)
  const rowBytes = width * 4 + 1
  const rows = Buffer.alloc(rowBytes * height)
  for (let at = 0; at < rows.length; at++) rows[at] = at % rowBytes === 0 ? 0 : (at * 31) % 251
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0))
  ])
}

const chunk = (type: string, data: Buffer): Buffer => {
  const content = Buffer.concat([Buffer.from(type, "latin1"), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(content))
  return Buffer.concat([length, content, checksum])
}
