export { type AvatarLinks, avatarLinks } from "./image/avatar-links.ts"
export { type ImageVariant, imageFileName, imageVariants, parseImageFileName } from "./image/image-file-name.ts"
export { imageLimits } from "./image/image-limits.ts"
export {
  type PixelSize,
  type Position,
  scalePosition,
  scaleToPixels,
  scaleToSide
} from "./image/image-size.ts"
export {
  type ImageToken,
  imageTokenExpiry,
  parseImageToken,
  printImageToken,
  signedImageText
} from "./image/image-token.ts"
export { type ScreenshotInput, type ScreenshotsInput, toScreenshotInputs } from "./image/screenshot-input.ts"
