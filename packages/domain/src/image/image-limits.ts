/** Source: docs/reference/limits.md#images. */
export const imageLimits = {
  /** Of an upload, in pixels, before it is decoded. Our own limit: enough for a screenshot of a whole page. */
  uploadedPixelsMax: 40_000_000,
  /** Of a screenshot as it is stored, in pixels; larger ones are scaled down. */
  storedPixelsMax: 3_000_000,
  /** Longer side of the smaller variants, in pixels. */
  middleSideMax: 600,
  smallSideMax: 200,
  /** Longer side of an avatar, in pixels. */
  avatarSideMax: 200,
  organizationAvatarSideMax: 300,
  avatarThumbnailSideMax: 50,
  /** Not counted when uploaded images are attached. */
  screenshotsPerKeyMax: 20,
  /** Images of one user that wait to be attached; one more may come on top. */
  pendingUploadsMax: 100,
  /** How long an uploaded image waits, in milliseconds. */
  pendingMillis: 2 * 60 * 60 * 1_000
} as const
