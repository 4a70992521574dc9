import { crc32, deflateSync } from "node:zlib"
import { sendBody, type TestCredential } from "./send.ts"

const chunk = (name: string, content: Uint8Array): Buffer => {
  const named = Buffer.concat([Buffer.from(name, "latin1"), content])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, checksum])
}

/** A black PNG. `claims`: the size that it says it has; `text`: something to read inside of it. */
export const makePng = (
  width: number,
  height: number,
  options: { readonly claims?: readonly [number, number]; readonly text?: string } = {}
): Uint8Array<ArrayBuffer> => {
  const header = Buffer.alloc(13)
  const [claimedWidth, claimedHeight] = options.claims ?? [width, height]
  header.writeUInt32BE(claimedWidth)
  header.writeUInt32BE(claimedHeight, 4)
  // Eight bits of grey.
  header.writeUInt8(8, 8)
  const signature = Buffer.from("\x89PNG\r\n\x1a\n", "latin1")
  const text = chunk("tEXt", Buffer.from(`Comment\0${options.text ?? ""}`, "latin1"))
  const content = chunk("IDAT", deflateSync(Buffer.alloc((width + 1) * height), { level: 1 }))
  return Uint8Array.from(
    Buffer.concat([signature, chunk("IHDR", header), text, content, chunk("IEND", Buffer.alloc(0))])
  )
}

const fromBase64 = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(Buffer.from(text, "base64"))

/** 40 × 20 pixels, the left half red and the right half blue. */
export const halvedImages = {
  jpeg: fromBase64(
    "/9j/2wBDABQODxIPDRQSEBIXFRQYHjIhHhwcHj0sLiQySUBMS0dARkVQWnNiUFVtVkVGZIhlbXd7gYKBTmCNl4x9lnN+gXz/2wBDARUXFx4aHjshITt8U0ZTfHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHz/wAARCAAUACgDASIAAhEBAxEB/8QAFwABAQEBAAAAAAAAAAAAAAAAAAMEBf/EABcQAQADAAAAAAAAAAAAAAAAAAAEQoH/xAAVAQEBAAAAAAAAAAAAAAAAAAAGBP/EABsRAAEEAwAAAAAAAAAAAAAAAAACBIGxATM0/9oADAMBAAIRAxEAPwDiAIhMZ5VdQXlV1AmYc6ZvIee71RQAWkhvADBYZ5VdQAmYc6ZvIee71RQAWkh//9k="
  ),
  gif: fromBase64(
    "R0lGODlhKAAUAIEAAExpccgAAAAAyAAAACH/C05FVFNDQVBFMi4wAwEAAAAh+QQFAAAAACwAAAAAKAAUAAACOYyPmcLt/5SUsNaJj90tZ855GLiJE2mZFAqpCtu6CBzJGt3ZBp7rPKPb/YKBn4BoRA6DSebS97QZCwA7"
  ),
  webp: fromBase64(
    "UklGRmIAAABXRUJQVlA4IFYAAABwAwCdASooABQAPzmIu1OvKSYisAgB4CcJQBlCP/wJcKNgNAAA/ulpHGLDdaH/uD9QfxBUvTsJwPXt2YA4N/5wSlfODfMejzO3Qee79bViY6dGMAAAAA=="
  ),
  losslessWebp: fromBase64("UklGRigAAABXRUJQVlA4TBwAAAAvJ8AEAA8Qg3wc5PkPBwIBwoH/WgMCIvofJewB"),
  extendedWebp: fromBase64(
    "UklGRoYAAABXRUJQVlA4WAoAAAAQAAAAJwAAEwAAQUxQSAoAAAABB9C/iAhERP8DVlA4IFYAAABwAwCdASooABQAPzmIu1OvKSYisAgB4CcJQBlCP/wJcKNgNAAA/ulpHGLDdaH/uD9QfxBUvTsJwPXt2YA4N/5wSlfODfMejzO3Qee79bViY6dGMAAAAA=="
  )
}

/** The JPEG with EXIF that says how it is to be turned, and a text that must not be visible. */
export const withExif = (orientation: number, secret: string): Uint8Array<ArrayBuffer> => {
  const text = Buffer.from(`${secret}\0`, "latin1")
  const directory = Buffer.alloc(2 + 2 * 12 + 4)
  directory.writeUInt16LE(2)
  const entry = (at: number, values: readonly [tag: number, type: number, count: number, value: number]) => {
    directory.writeUInt16LE(values[0], at)
    directory.writeUInt16LE(values[1], at + 2)
    directory.writeUInt32LE(values[2], at + 4)
    directory.writeUInt32LE(values[3], at + 8)
  }
  entry(2, [0x010e, 2, text.length, 8 + directory.length])
  entry(14, [0x0112, 3, 1, orientation])
  const exif = Buffer.concat([Buffer.from("Exif\0\0II*\0\x08\0\0\0", "latin1"), directory, text])
  const marker = Buffer.from([0xff, 0xe1, (exif.length + 2) >> 8, (exif.length + 2) & 255])
  const { jpeg } = halvedImages
  return Uint8Array.from(Buffer.concat([jpeg.subarray(0, 2), marker, exif, jpeg.subarray(2)]))
}

/** One multipart request with an image as a file, and `info` the way clients send it: as a file too. */
export const sendImage = (
  credential: TestCredential,
  method: string,
  path: string,
  part: string,
  image: Uint8Array<ArrayBuffer>,
  info?: unknown
) => {
  const form = new FormData()
  form.append(part, new Blob([image], { type: "image/png" }), "picture.png")
  if (info !== undefined) {
    const text = typeof info === "string" ? info : JSON.stringify(info)
    form.append("info", new Blob([text], { type: "application/json" }), "blob")
  }
  return sendBody(credential, method, path, form)
}
