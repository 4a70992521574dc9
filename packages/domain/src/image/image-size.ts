/** Whole pixels. */
export interface PixelSize {
  readonly width: number
  readonly height: number
}

/** Where a key is seen in an image, in pixels from its upper left corner. */
export interface Position extends PixelSize {
  readonly x: number
  readonly y: number
}

/** The size scaled down to at most so many pixels; its proportions stay. Source: docs/reference/content.md#images. */
export const scaleToPixels = (size: PixelSize, pixelsMax: number): PixelSize => {
  // Rounding down keeps the promise, but for a line that has to keep a pixel.
  const { width, height } = scale(size, Math.min(1, Math.sqrt(pixelsMax / (size.width * size.height))), Math.floor)
  return { width: Math.min(width, pixelsMax), height: Math.min(height, pixelsMax) }
}

/** The size scaled down until its longer side fits. */
export const scaleToSide = (size: PixelSize, sideMax: number): PixelSize =>
  scale(size, Math.min(1, sideMax / Math.max(size.width, size.height)), Math.round)

const scale = ({ width, height }: PixelSize, factor: number, round: (pixels: number) => number): PixelSize => ({
  width: Math.max(1, round(width * factor)),
  height: Math.max(1, round(height * factor))
})

/**
 * A position in an image of one size, as it is in the same image of another size: 100 of 2000 pixels are 71 of 1414.
 * Source: docs/reference/content.md#positions-in-screenshots.
 */
export const scalePosition = (position: Position, from: PixelSize, to: PixelSize): Position => ({
  x: Math.round((position.x * to.width) / from.width),
  y: Math.round((position.y * to.height) / from.height),
  width: Math.round((position.width * to.width) / from.width),
  height: Math.round((position.height * to.height) / from.height)
})
