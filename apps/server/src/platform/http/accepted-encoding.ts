/**
 * Finds the encoding that the client prefers among the offered ones; null: it accepts none. Of equal ones the first offered wins.
 * RFC 9110 section 12.5.3.
 */
export const acceptedEncoding = <const Encoding extends "br" | "gzip">(
  acceptEncoding: string | undefined,
  offered: ReadonlyArray<Encoding>
): Encoding | null => {
  if (acceptEncoding === undefined || acceptEncoding === "") return null
  const qualities = new Map<string, number>()
  for (const part of acceptEncoding.toLowerCase().split(",")) {
    const [name = "", ...parameters] = part.split(";")
    const quality = parameters
      .map((text) => /^\s*q\s*=\s*([\d.]+)\s*$/.exec(text)?.[1])
      .find((text) => text !== undefined)
    qualities.set(name.trim(), quality === undefined ? 1 : Number(quality))
  }
  let best: Encoding | null = null
  let bestQuality = 0
  for (const encoding of offered) {
    const quality = qualities.get(encoding) ?? qualities.get("*") ?? 0
    if (quality > bestQuality) [best, bestQuality] = [encoding, quality]
  }
  return best
}
