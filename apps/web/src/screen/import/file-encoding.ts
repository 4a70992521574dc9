import { ApiError } from "../../base/api/api-error.ts"
import type { NamedFile } from "./dropped-files.ts"

/** Encodings that files without a mark are written in, by their names on the web. */
export const fileEncodings = [
  ["utf-8", "UTF-8"],
  ["utf-16le", "UTF-16 LE"],
  ["utf-16be", "UTF-16 BE"],
  ["windows-1252", "Windows-1252 (ISO 8859-1)"],
  ["windows-1250", "Windows-1250"],
  ["iso-8859-2", "ISO 8859-2"],
  ["windows-1251", "Windows-1251"],
  ["koi8-r", "KOI8-R"],
  ["windows-1253", "Windows-1253"],
  ["windows-1254", "Windows-1254 (ISO 8859-9)"],
  ["windows-1255", "Windows-1255"],
  ["windows-1256", "Windows-1256"],
  ["gb18030", "GB 18030 (GBK)"],
  ["big5", "Big5"],
  ["shift_jis", "Shift JIS"],
  ["euc-jp", "EUC-JP"],
  ["euc-kr", "EUC-KR"]
] as const

/** Files that are no texts. */
const binaryFile = /\.(zip|xlsx)$/i

/** Returns whether people can choose the encoding of a file: one that was uploaded itself, not in an archive. */
export const hasEncoding = (fileName: string, source: ReadonlyArray<NamedFile>): boolean =>
  !binaryFile.test(fileName) && source.length === 1 && source[0]?.path === fileName

const byteOrderMark = new Uint8Array([0xef, 0xbb, 0xbf])

/**
 * The file in UTF-8. The mark goes before an encoding that the file declares. Fails for bytes that are not valid in the encoding:
 * nothing is replaced.
 */
export const asUtf8 = async ({ path, file }: NamedFile, encoding: string): Promise<Blob> => {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(await file.arrayBuffer())
    return new Blob([byteOrderMark, text])
  } catch {
    const name = fileEncodings.find(([value]) => value === encoding)?.[1] ?? encoding
    throw new ApiError({
      status: 400,
      code: "cannot_parse_file",
      params: [path, `The file is not valid ${name}`]
    })
  }
}
