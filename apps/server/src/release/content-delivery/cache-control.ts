/** Time for which caches may show an older file while they ask for the newer one, as a share of its age. */
const staleShare = 0.25

/**
 * Returns `Cache-Control` of files that change. The default of the setting and the pause before publishing together let a page
 * show a text 35 seconds after its change. Source: docs/content-delivery.md#serving.
 */
export const changingFileCacheControl = (maxAgeSeconds: number): string =>
  `public, max-age=${maxAgeSeconds}, stale-while-revalidate=${Math.floor(maxAgeSeconds * staleShare)}`
