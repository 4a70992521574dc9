/**
 * Finds the first of the offered encodings that the client accepts; null: none. RFC 9110 section 12.5.3, without `*`.
 */
export const acceptedEncoding = <const Encoding extends "br" | "gzip">(
  acceptEncoding: string | undefined,
  offered: ReadonlyArray<Encoding>
): Encoding | null => {
  const accepted = (acceptEncoding ?? "")
    .toLowerCase()
    .split(",")
    .map((part) => part.trim())
    .filter((part) => !/;\s*q=0(?:\.0*)?$/.test(part))
    .map((part) => part.split(";", 1)[0]?.trim())
  return offered.find((encoding) => accepted.includes(encoding)) ?? null
}
